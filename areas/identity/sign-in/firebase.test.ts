import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualClock } from '#kit/server/clock.ts';
import { createFirebase, needSamePerson } from '../identity.server.ts';
import { type Claims, type KeyServer, startKeyServer } from '../testing/key-server.ts';

const clock = manualClock('2026-11-21T06:00:00Z');
const nowS = () => Math.floor(clock.now().getTime() / 1_000);
let server: KeyServer;
let foreign: Awaited<ReturnType<typeof generateKeyPair>>;
const projectId = 'roadkeeper-fleet';
const fresh = () => createFirebase({ projectId, clock, keysUrl: server.url });
const sign = (change?: Claims, by?: Parameters<KeyServer['sign']>[1]) => server.sign(change, by);

beforeAll(async () => {
  server = await startKeyServer(clock, projectId);
  foreign = await generateKeyPair('RS256');
});
afterAll(() => server.close());

const refused = { code: 'bad_input', details: { fields: { firebase: 'The firebase token is not valid' } } };

test('a right token gives who it is, and nothing else of it', async () => {
  expect(await fresh().verify(await sign())).toEqual({
    uid: 'firebase-user-1',
    email: 'asha@roadkeeper.test',
    mobile: '9876543210',
  });
  const bare = { email_verified: false, phone_number: undefined };
  expect(await fresh().verify(await sign(bare))).toEqual({ uid: 'firebase-user-1' });
});

test('without a project the header is ignored, and without a header there is nothing to verify', async () => {
  expect(await createFirebase({ clock }).verify('anything')).toBeUndefined();
  expect(await fresh().verify(undefined)).toBeUndefined();
  expect(await fresh().verify('')).toBeUndefined();
});

test('another issuer, audience, time or person is refused, whatever the signature says', async () => {
  const changes: Claims[] = [
    { iss: 'https://securetoken.google.com/another' },
    { iss: `https://securetoken.google.com.evil.example/${projectId}` },
    { iss: undefined },
    { aud: 'another' },
    { aud: undefined },
    { exp: nowS() - 10 },
    { exp: undefined },
    { iat: nowS() + 600 },
    { iat: undefined },
    { auth_time: nowS() + 600 },
    { auth_time: undefined },
    { auth_time: 'yesterday' },
    { sub: '' },
    { sub: undefined },
    { sub: 'x'.repeat(129) },
    { nbf: nowS() + 600 },
  ];
  const firebase = fresh();
  for (const change of changes)
    await expect(firebase.verify(await sign(change)), JSON.stringify(change)).rejects.toMatchObject(refused);
});

test('a token without a signature, with a secret’s, with another’s key or with an unknown one is refused', async () => {
  const firebase = fresh();
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const none = `${encode({ alg: 'none', kid: 'first' })}.${encode(server.claims())}.`;
  // The public key taken for a shared secret: the old confusion of algorithms.
  const secret = new TextEncoder().encode(server.answer.body);
  const hs256 = await new SignJWT(server.claims()).setProtectedHeader({ alg: 'HS256', kid: 'first' }).sign(secret);
  const others = await sign({}, { key: foreign.privateKey });
  const unknown = await sign({}, { kid: 'second' });
  const good = await sign();
  const bent = `${good.slice(0, -4)}${good.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
  for (const token of [none, hs256, others, unknown, bent, 'x', 'a.b.c', 'x'.repeat(5_000)])
    await expect(firebase.verify(token)).rejects.toMatchObject(refused);
  await expect(firebase.verify([good, good])).rejects.toMatchObject(refused);
});

test('keys are fetched once and kept, also when tokens with unknown keys pour in', async () => {
  const firebase = fresh();
  const before = server.fetched();
  await Promise.all(Array.from({ length: 20 }, async () => firebase.verify(await sign())));
  for (let turn = 0; turn < 20; turn += 1)
    await firebase.verify(await sign({}, { kid: `unknown${turn}` })).catch(() => undefined);
  expect(server.fetched() - before).toBe(1);
});

test('a key server that is away, slow or talks nonsense is the server’s trouble, not the token’s', async () => {
  const away = { code: 'unavailable' };
  const token = await sign();
  const good = server.answer;
  for (const bad of [{ status: 500 }, { body: 'not json' }, { body: '{"keys":"none"}' }, { status: 302 }]) {
    server.answer = { ...good, ...bad };
    await expect(fresh().verify(token), JSON.stringify(bad)).rejects.toMatchObject(away);
  }
  server.answer = { ...good, delayMs: 10_000 };
  const began = performance.now();
  await expect(fresh().verify(token)).rejects.toMatchObject(away);
  expect(performance.now() - began).toBeLessThan(9_000);
  server.answer = good;
  const nobody = createFirebase({ projectId, clock, keysUrl: new URL('http://127.0.0.1:1/keys') });
  await expect(nobody.verify(token)).rejects.toMatchObject(away);
  expect(await fresh().verify(token)).toMatchObject({ uid: 'firebase-user-1' });
});

test('the claim has to be of the person whose account is made', () => {
  const claim = { uid: 'u', email: 'asha@roadkeeper.test', mobile: '9876543210' };
  const check = (account: { email: string; mobile?: string | null }) => () => needSamePerson(claim, account);
  expect(check({ email: 'Asha@Roadkeeper.test' })).not.toThrow();
  expect(check({ email: 'other@roadkeeper.test', mobile: '+91 98765 43210' })).not.toThrow();
  expect(check({ email: 'other@roadkeeper.test', mobile: '9876543211' })).toThrow('another user');
  expect(check({ email: 'other@roadkeeper.test', mobile: null })).toThrow('another user');
  expect(() => needSamePerson({ uid: 'u' }, { email: 'asha@roadkeeper.test' })).toThrow('another user');
  expect(() => needSamePerson(undefined, { email: 'asha@roadkeeper.test' })).not.toThrow();
});
