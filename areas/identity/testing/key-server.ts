import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Clock } from '#kit/server/clock.ts';

export type Claims = Record<string, unknown>;
export interface KeyServer {
  url: URL;
  /** What it answers; may be replaced. */
  answer: { status: number; body: string; delayMs: number };
  /** How often it was asked. */
  fetched(): number;
  /** What a right token says. */
  claims(): Claims;
  /** A right token but for what is changed: claims (undefined leaves one out), the key, its name. */
  sign(change?: Claims, by?: { key?: CryptoKey; kid?: string }): Promise<string>;
  close(): void;
}

/** A key server of the token provider, on this machine, with one key of its own. */
export async function startKeyServer(clock: Clock, projectId: string): Promise<KeyServer> {
  const keys = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'first', alg: 'RS256', use: 'sig' };
  let fetched = 0;
  const server = createServer((_, reply) => {
    fetched += 1;
    const { status, body, delayMs } = own.answer;
    setTimeout(() => {
      reply.writeHead(status, { 'content-type': 'application/json' }).end(body);
    }, delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const nowS = () => Math.floor(clock.now().getTime() / 1_000);
  const own: KeyServer = {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`),
    answer: { status: 200, body: JSON.stringify({ keys: [jwk] }), delayMs: 0 },
    fetched: () => fetched,
    claims: () => ({
      iss: `https://securetoken.google.com/${projectId}`,
      aud: projectId,
      sub: 'firebase-user-1',
      iat: nowS() - 60,
      exp: nowS() + 3_000,
      auth_time: nowS() - 60,
      email: 'Asha@Roadkeeper.Test',
      email_verified: true,
      phone_number: '+919876543210',
    }),
    sign(change = {}, { key = keys.privateKey, kid = 'first' } = {}) {
      const claims = Object.entries({ ...own.claims(), ...change }).filter(([, value]) => value !== undefined);
      return new SignJWT(Object.fromEntries(claims)).setProtectedHeader({ alg: 'RS256', kid }).sign(key);
    },
    close: () => void server.close(),
  };
  return own;
}
