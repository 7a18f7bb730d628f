import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { SmtpSettings, SmtpTimeouts } from '../mail.server.ts';

/** A mail as it arrived. */
export interface Arrived {
  from: string;
  to: string[];
  /** As it came over the wire. */
  raw: string;
  headers: Record<string, string>;
  subject: string;
  text: string;
  html: string;
}
export interface TestSmtp {
  settings: SmtpSettings;
  arrived: Arrived[];
  /** What it answers to a mail: nothing to take it, an error line, or `hang`, or `cut` in the middle of it. */
  answer: (address: string, stage: 'rcpt' | 'data') => string | undefined;
  /** Mails whose end it has seen and not answered. */
  hanging: Arrived[];
  /** Ends it and every connection; `again` brings it back on the same port. */
  close(): Promise<void>;
  again(): Promise<void>;
}

/** Short enough that a test may wait for them. */
export const shortTimeouts: SmtpTimeouts = {
  connect: 3_000,
  greeting: 3_000,
  socket: 2_000,
  total: 10_000,
  grace: 100,
};

/** A real SMTP server on this machine that does as it is told. */
export async function startSmtp(options: SMTPServerOptions = {}): Promise<TestSmtp> {
  let server = make();
  const test: TestSmtp = {
    settings: { host: '127.0.0.1', port: 0, tls: 'none' },
    arrived: [],
    answer: () => undefined,
    hanging: [],
    close: () => closed(server),
    async again() {
      server = make();
      await listen(server, test.settings.port);
    },
  };
  function make(): SMTPServer {
    const made: SMTPServer = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 50,
      disableReverseLookup: true,
      logger: false,
      onRcptTo: ({ address }, _, done) => done(refusal(test.answer(address, 'rcpt'))),
      onData(stream, session, done) {
        const address = session.envelope.rcptTo[0]?.address ?? '';
        const chunks: Buffer[] = [];
        const verdict = test.answer(address, 'data');
        if (verdict === 'cut') for (const connection of made.connections) connection._socket.destroy();
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const mail = arrived(session.envelope, Buffer.concat(chunks).toString('utf8'));
          if (verdict === 'hang') return void test.hanging.push(mail);
          if (!verdict) test.arrived.push(mail);
          done(refusal(verdict));
        });
      },
      ...options,
    });
    made.on('error', () => undefined);
    return made;
  }
  test.settings.port = await listen(server, 0);
  return test;
}

/** A server that takes connections and never says a word. */
export async function startSilence(): Promise<{ settings: SmtpSettings; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    settings: { host: '127.0.0.1', port: (server.address() as AddressInfo).port, tls: 'none' },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function listen(server: SMTPServer, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return (server.server.address() as AddressInfo).port;
}
const closed = (server: SMTPServer) => new Promise<void>((resolve) => server.close(() => resolve()));

/** '550 5.1.1 No such user' as the error that makes the server say so. */
function refusal(line: string | undefined): Error | null {
  if (!line) return null;
  const [, code, message] = /^(\d{3}) (.*)$/.exec(line) ?? [];
  return Object.assign(new Error(message ?? line), { responseCode: Number(code ?? 451) });
}

function arrived(
  envelope: { mailFrom: false | { address: string }; rcptTo: { address: string }[] },
  raw: string,
): Arrived {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = headersOf(head);
  // With a file, the two forms of the text are a part themselves.
  const boundaries = [...raw.matchAll(/boundary="([^"]+)"/g)].map(([, boundary]) => `--${boundary}`);
  const parts = boundaries
    .reduce((pieces, boundary) => pieces.flatMap((piece) => piece.split(boundary)), [rest.join('\r\n\r\n')])
    .map((part) => part.replace(/^\r\n/, '').replace(/\r\n$/, ''));
  const part = (type: string) => {
    const found =
      parts.find((one) => headersOf(one.split('\r\n\r\n')[0] ?? '')['content-type']?.startsWith(type)) ?? '';
    const [partHead = '', ...body] = found.split('\r\n\r\n');
    return decoded(body.join('\r\n\r\n'), headersOf(partHead)['content-transfer-encoding']).replaceAll('\r\n', '\n');
  };
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
    raw,
    headers,
    subject: words(headers['subject'] ?? ''),
    text: part('text/plain'),
    html: part('text/html'),
  };
}

const headersOf = (head: string): Record<string, string> =>
  Object.fromEntries(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .flatMap((line) => {
        const at = line.indexOf(':');
        return at < 1 ? [] : [[line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]];
      }),
  );

function decoded(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? quotedPrintable(body) : body;
}
const quotedPrintable = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** A header with its encoded words (RFC 2047) as people read it. */
export const words = (header: string): string =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('latin1')
        : text
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/gi, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    )
    .replace(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'));
