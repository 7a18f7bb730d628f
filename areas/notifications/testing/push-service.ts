import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import type { PushContent } from '../push/push-message.ts';

/** What a push service was sent, as the browser that it is for reads it. */
export interface Pushed {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** Bytes of what was sent. */
  size: number;
  content: PushContent;
  /** What the signature says, by the key that came with it. */
  signed: { aud?: unknown; sub?: string | undefined; exp?: number | undefined };
  publicKey: string;
}

/** A browser as push services know it: an address, and keys of its own. */
export function newBrowser(origin: string) {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  const path = `/push/${randomBytes(24).toString('base64url')}`;
  return {
    path,
    pair,
    auth,
    body: {
      endpoint: origin + path,
      keys: { p256dh: pair.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
    },
  };
}
export type TestBrowser = ReturnType<typeof newBrowser>;

/** Reads a message as RFC 8291 says, without the library that wrote it. */
export function readPushed(body: Buffer, { pair, auth }: Pick<TestBrowser, 'pair' | 'auth'>): PushContent {
  const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32));
  const derive = (what: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, bytes));
  const record = body.subarray(21 + length);
  const opening = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  opening.setAuthTag(record.subarray(-16));
  const text = Buffer.concat([opening.update(record.subarray(0, -16)), opening.final()]);
  // The last record ends with a 2, and zeros behind it.
  const end = text.lastIndexOf(2);
  return JSON.parse(text.subarray(0, end).toString('utf8')) as PushContent;
}

async function readSignature(authorization: string) {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(publicKey, 'base64url');
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }, format: 'jwk' });
  // The time of the test is not this machine's.
  const { payload } = await jwtVerify(token, key, { algorithms: ['ES256'], currentDate: new Date(0) });
  return { signed: payload, publicKey };
}

/** A push service on this machine; what it answers may be replaced, for all browsers or for one. */
export async function startPushService() {
  const pushed: Pushed[] = [];
  const problems: string[] = [];
  const browsers = new Map<string, TestBrowser>();
  interface Answer {
    status: number;
    headers: Record<string, string>;
    hangs: boolean;
    body?: string;
  }
  const usual = (): Answer => ({ status: 201, headers: {}, hangs: false });
  const answer = usual();
  const answerOf = new Map<string, Answer>();
  /** Done before a message is answered. */
  const hooks: { before: (() => Promise<void>) | undefined } = { before: undefined };
  /** Messages that are here at once: now, and at most so far. */
  const open = { now: 0, most: 0 };
  const server = createServer((request, reply) => {
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    reply.once('close', () => (open.now -= 1));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const body = Buffer.concat(chunks);
      const { status, headers, hangs, body: text } = answerOf.get(path) ?? answer;
      const take = async () => {
        const browser = browsers.get(path);
        if (!browser) throw new Error(`Nobody has ${path}`);
        const signature = await readSignature(String(request.headers.authorization));
        pushed.push({
          path,
          headers: request.headers,
          size: body.length,
          content: readPushed(body, browser),
          ...signature,
        });
      };
      void take()
        .then(() => hooks.before?.())
        .catch((error: unknown) => problems.push(String(error)))
        .then(() => (hangs ? undefined : reply.writeHead(status, headers).end(text)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    pushed,
    problems,
    open,
    answer,
    answerOf,
    hooks,
    browser() {
      const one = newBrowser(origin);
      browsers.set(one.path, one);
      return one;
    },
    reset() {
      pushed.length = 0;
      answerOf.clear();
      hooks.before = undefined;
      Object.assign(answer, usual());
      open.most = open.now;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type PushService = Awaited<ReturnType<typeof startPushService>>;
