import { randomUUID } from 'node:crypto';
import { Agent, type ClientRequest, request } from 'node:http';

/** One request, as an attacker or an ordinary person sends it. */
export interface Ask {
  method: 'GET' | 'POST' | 'PUT';
  /** From the root of the server on. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
  /** What is read of the answer. Left out: all of it. */
  take?: 'nothing' | 'a piece';
  /** Sent without a session. */
  isOpen?: boolean;
  /** Address of this machine that it comes from: all of 127.0.0.0/8 are. */
  from?: string;
}

/** The status of the answer, or that the connection ended without all of it. */
export type Outcome = number | 'cut';

/** A request that goes on; `stop` ends it as a client does who goes away. */
export interface Asking {
  outcome: Promise<Outcome>;
  stop: () => void;
}

/** A connection, or several, on which requests of one person go out. */
export interface Line {
  ask(one: Ask): Asking;
  close(): void;
}

/** @param connections at most so many at a time. */
export function openLine(url: string, token: string, connections: number): Line {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  const ask = (one: Ask): Asking => {
    const headers: Record<string, string | number> = {
      ...(one.isOpen ? {} : { authorization: `Bearer ${token}` }),
      ...(one.method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
      ...(one.body ? { 'content-length': one.body.length } : {}),
      ...one.headers,
    };
    const sent = request({
      host: hostname,
      port,
      agent,
      method: one.method,
      path: one.path,
      headers,
      ...(one.from ? { localAddress: one.from } : {}),
    });
    const outcome = outcomeOf(sent, one.take);
    sent.end(one.body);
    return { outcome, stop: () => void sent.destroy() };
  };
  return { ask, close: () => agent.destroy() };
}

const outcomeOf = (sent: ClientRequest, take: Ask['take']): Promise<Outcome> =>
  new Promise((resolve) => {
    // A refusal that does not wait for the body is an answer, also where the connection breaks behind it.
    let status: Outcome = 'cut';
    sent.on('error', () => resolve(status));
    sent.on('close', () => resolve(status));
    sent.on('response', (answer) => {
      const given = answer.statusCode ?? 'cut';
      if (typeof given === 'number' && given >= 400) status = given;
      answer.on('error', () => undefined);
      if (take === 'nothing' && given === 200) {
        // Whoever reads nothing is not even told that the connection was cut, but by its end.
        answer.socket.once('close', () => resolve('cut'));
        return;
      }
      if (take === 'a piece')
        answer.once('data', () => {
          resolve(given);
          answer.destroy();
        });
      else answer.resume();
      answer.once('end', () => resolve(given));
      answer.once('close', () => resolve(answer.complete ? given : status));
    });
  });

/** A part of a form: a text, or a file with its name. */
type Part = string | { name: string; type: string; content: Buffer };

/** A multipart form, written once to be sent many times. */
export function formOf(parts: Readonly<Record<string, Part>>): Pick<Ask, 'headers' | 'body'> {
  const boundary = 'part-of-the-attack-of-the-bench';
  const pieces = Object.entries(parts).flatMap(([field, part]) => {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"`;
    return typeof part === 'string'
      ? [Buffer.from(`${head}\r\n\r\n${part}\r\n`)]
      : [
          Buffer.from(`${head}; filename="${part.name}"\r\ncontent-type: ${part.type}\r\n\r\n`),
          part.content,
          Buffer.from('\r\n'),
        ];
  });
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

export const jsonOf = (body: unknown): Pick<Ask, 'headers' | 'body'> => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});
