import { afterAll, beforeAll, expect, test } from 'vitest';
import { blind } from './testing/permission-matrix.ts';
import { ask } from './testing/call.ts';
import { nameOf, patternOf, type Right, rightsOf } from './testing/routes.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 240_000);
afterAll(() => world?.close());

/** Routes that ask for the declared right once more when they know more: there the matrix notices nothing, and nothing is open. */
const askedAgain: Readonly<Record<string, string>> = {};

test('a route whose declared right were dropped would let somebody in whom the matrix expects outside', async () => {
  const { specs, sessions } = world.test.product;
  const open: string[] = [];
  const again = new Set<string>();
  const unnoticed: string[] = [];
  let routes = 0;
  // The session as the product remembers it while the clock stands: what it may do is said here.
  const session = await sessions.authenticate(world.admin.token);
  const whole = session.grants;
  for (const spec of specs) {
    const rights = rightsOf(spec);
    if (rights.length === 0) continue;
    routes += 1;
    // It names nothing: whoever gets in is told so, with another status.
    const { asked } = blind(spec);
    session.grants = Object.fromEntries(
      Object.entries(whole).map(([module, actions]) => [
        module,
        actions.filter((action) => !rights.some((one) => one.module === module && one.action === action)),
      ]),
    );
    // Everything but the one right.
    if ((await ask(world.test, world.admin, asked)).status !== 403) open.push(nameOf(spec));
    const declared = rights.map((right) => ({ ...right }));
    for (const right of rights) Object.assign(right, { module: 'dashboard', action: 'view' } satisfies Right);
    const { status } = await ask(world.test, world.admin, asked);
    for (const [at, right] of rights.entries()) Object.assign(right, declared[at]);
    session.grants = whole;
    if (status !== 403) continue;
    const pattern = patternOf(spec, world.definitions);
    if (askedAgain[pattern] === undefined) unnoticed.push(nameOf(spec));
    else again.add(pattern);
  }
  console.log(`${routes} declared rights dropped, one at a time`);
  expect(open, 'everything but the declared right is not enough').toEqual([]);
  expect(unnoticed).toEqual([]);
  expect([...again].sort(), 'every exception is needed').toEqual(Object.keys(askedAgain).sort());
  expect(routes).toBeGreaterThan(300);
}, 300_000);
