import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { livePath } from '#kit/contract/live.ts';

/** What became of the requests of clients that ask again where they were not answered. */
export interface Asked {
  answered: number;
  /** Nobody listened: asked again. */
  refused: number;
  /** The connection lay idle, and was closed as the request went out on it: asked again, as every client does. */
  crossed: number;
  /** The connection was new and ended without an answer: asked again. */
  dropped: number;
  /** Of those without an answer, writes that had been done: the server took them and did not say so. */
  cut: number;
  /** Answers that say that the server cannot. */
  unable: number;
  /** Answers that no such request may get. */
  wrong: string[];
  /** Names of what was made, as acknowledged. */
  made: string[];
}
export const nothingAsked = (): Asked => ({
  answered: 0,
  refused: 0,
  crossed: 0,
  dropped: 0,
  cut: 0,
  unable: 0,
  wrong: [],
  made: [],
});

type Answer = { status: number; replayed: boolean; text: string };
type Unanswered = { code: string; isReused: boolean };

/** How long a client waits before it asks again, in milliseconds. */
const againMs = 100;

/** One client that keeps its connection, reads and writes in turn and asks again with the same key until it is answered. */
export async function keepAsking(
  url: string,
  token: string,
  prefix: string,
  asked: Asked,
  isOver: () => boolean,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let turn = 0; !isOver(); turn += 1) {
    const key = randomUUID();
    const body = turn % 2 === 0 ? undefined : JSON.stringify({ name: `${prefix} ${key}` });
    let wasUnanswered = false;
    for (;;) {
      const answer = await ask(agent, `${url}/api/v1/vehicle-brand${body ? '' : '?take=5'}`, token, key, body);
      if ('code' in answer) {
        wasUnanswered ||= answer.code !== 'ECONNREFUSED';
        asked[answer.code === 'ECONNREFUSED' ? 'refused' : answer.isReused ? 'crossed' : 'dropped'] += 1;
      } else if (answer.status === 503) asked.unable += 1;
      else {
        asked.answered += 1;
        if (answer.status !== (body ? 201 : 200)) asked.wrong.push(`${answer.status} ${answer.text.slice(0, 200)}`);
        if (wasUnanswered && answer.replayed) asked.cut += 1;
        if (body) asked.made.push(`${prefix} ${key}`);
        break;
      }
      await pause(againMs);
    }
  }
  agent.destroy();
}

const ask = (agent: Agent, url: string, token: string, key: string, body: string | undefined) =>
  new Promise<Answer | Unanswered>((resolve) => {
    const sent = request(url, {
      agent,
      method: body ? 'POST' : 'GET',
      timeout: 20_000,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json', 'idempotency-key': key } : {}),
      },
    });
    const fail = (error: Error) =>
      resolve({ code: 'code' in error ? String(error.code) : error.message, isReused: sent.reusedSocket });
    sent.on('error', fail);
    sent.on('timeout', () => sent.destroy(new Error('No answer in 20 s')));
    sent.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      // An answer that ends in its middle is none.
      answer.on('error', fail);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          replayed: answer.headers['idempotency-replayed'] !== undefined,
          text,
        }),
      );
    });
    sent.end(body);
  });

/** A browser's live socket that comes back whenever it ends. */
export interface LiveClient {
  /** For each end: the code that the server gave, and milliseconds until the socket was ready again. */
  readonly returns: readonly { code: number; ms: number; readyAt: number }[];
  isReady(): boolean;
  close(): void;
}

export function stayLive(url: string, token: string): LiveClient {
  const returns: { code: number; ms: number; readyAt: number }[] = [];
  let socket: WebSocket | undefined;
  let isReady = false;
  let isOver = false;
  let ended: { code: number; at: number } | undefined;
  const open = async (): Promise<void> => {
    try {
      const answer = await fetch(`${url}/api/v1/live/ticket`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      });
      const { data } = (await answer.json()) as { data?: { ticket: string } };
      if (!data) throw new Error('No ticket');
      const opened = new WebSocket(url.replace('http', 'ws') + livePath, { headers: { origin: url } });
      socket = opened;
      opened.on('open', () => opened.send(JSON.stringify({ type: 'ticket', ticket: data.ticket })));
      opened.on('message', (said) => {
        if ((JSON.parse(String(said)) as { type: string }).type !== 'ready') return;
        isReady = true;
        const readyAt = performance.now();
        if (ended) returns.push({ code: ended.code, ms: readyAt - ended.at, readyAt });
        ended = undefined;
      });
      opened.on('error', () => undefined);
      opened.on('close', (code) => {
        isReady = false;
        ended ??= { code, at: performance.now() };
        void again();
      });
    } catch {
      await again();
    }
  };
  const again = async () => {
    await pause(againMs);
    if (!isOver) await open();
  };
  void open();
  return {
    returns,
    isReady: () => isReady,
    close() {
      isOver = true;
      socket?.close();
    },
  };
}
