import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newToken } from '#kit/server/sessions/tokens.ts';
import { blind, decidedInside, type Matrix, startMatrix } from './testing/permission-matrix.ts';
import { nameOf } from './testing/routes.ts';
import { mint, type Caller } from './testing/callers.ts';

let matrix: Matrix;
beforeAll(async () => {
  matrix = await startMatrix();
});
afterAll(() => matrix?.world.close());

/** Headers that are no token of any kind, one after the other. */
const malformed = [
  'Bearer',
  'Bearer x',
  'Basic YWRtaW46YWRtaW4=',
  `Bearer rka_${randomBytes(32).toString('base64url')}`,
  `Bearer ${'rka_a '.repeat(40)}`,
  "Bearer rka_' or '1'='1' --aaaaaaaaaaaaaaaaaaa",
];
type Header = (at: number) => string | undefined;

/** What somebody could send instead of a live access token, by what is wrong with it. */
async function wrongTokens(caller: Caller): Promise<Record<string, Header>> {
  const { test, behind } = matrix.world;
  const { issuer } = test.product;
  const [expired, revoked, live] = [await mint(test, caller), await mint(test, caller), await mint(test, caller)];
  await issuer.end(revoked.access, 'signed out');
  const setup = newToken('rks');
  await behind.query(`insert into setup_link (hash, created_at) values (sha256($1::bytea), now())`, [setup]);
  const bearer =
    (token: string): Header =>
    () =>
      `Bearer ${token}`;
  return {
    'no token': () => undefined,
    'malformed token': (at) => malformed[at % malformed.length],
    'expired token': bearer(expired.access),
    'revoked session': bearer(revoked.access),
    'refresh token': bearer(live.refresh),
    'setup token': bearer(setup),
  };
}

test('without a live access token every route answers 401 to everybody, before it reads what was sent', async () => {
  const started = performance.now();
  const { specs } = matrix.world.test.product;
  const headers = new Map<Caller, Record<string, Header>>();
  for (const caller of matrix.callers) headers.set(caller, await wrongTokens(caller));
  // Expired tokens are those of sixteen minutes ago; refresh tokens live longer.
  matrix.world.test.clock.move(16 * 60_000);
  const deviations: string[] = [];
  const bodies = new Map<string, Set<string>>();
  let cases = 0;
  for (const [caller, wrong] of headers)
    for (const [what, header] of Object.entries(wrong)) {
      const step = async (spec: (typeof specs)[number], at: number) => {
        const authorization = header(at);
        const answer = await matrix.world.test.call(spec.method, blind(spec).asked.url, {
          payload: '{"broken',
          headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
        });
        cases += 1;
        const refused = answer.status === 401 || answer.status === 403;
        const right = spec.access === 'public' ? !refused || openTo401(nameOf(spec)) : answer.status === 401;
        if (!right || answer.status >= 500)
          deviations.push(`${caller.role}, ${what}: ${nameOf(spec)} ${answer.status}`);
        if (spec.access !== 'public')
          bodies.set(what, (bodies.get(what) ?? new Set()).add(answer.text.replace(/"requestId":"[^"]+"/, '')));
      };
      for (let from = 0; from < specs.length; from += 100)
        await Promise.all(specs.slice(from, from + 100).map((spec, index) => step(spec, from + index)));
    }
  console.log(`${cases} cases in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  expect(deviations).toEqual([]);
  expect(cases).toBe(specs.length * matrix.callers.length * 6);
  // What is no token at all is told from one that is over; neither is told from others of its kind.
  for (const [what, texts] of bodies)
    expect(texts.size, `${what}: the same bytes from every route`).toBe(what === 'malformed token' ? 2 : 1);
}, 300_000);

/** Renewing a session needs its cookie, and says so with 401. */
const openTo401 = (route: string) => route === 'POST /session/refresh' || decidedInside[route] !== undefined;
