import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { sql, switchOn } from '../testing/people.ts';
import { timeKinds, distinguishable } from '../testing/timing.ts';

/** `npm run bench -- login-timing` times a thousand of each, which takes minutes; these find what would be seen at once. */
const rounds = 60;

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  const [inactive, withoutPassword] = await Promise.all(
    ['inactive', 'invited', 'withcode'].map((name) => product.addStaff(`${name}@roadkeeper.test`, 'Support')),
  );
  await sql(product, 'update account set status = 0 where id = $1', [inactive ?? '']);
  await sql(product, 'update account set password_hash = null where id = $1', [withoutPassword ?? '']);
  await switchOn(product, await product.login('withcode@roadkeeper.test'), demoPassword);
});
afterAll(() => product.close());

/** What is not told apart is so by chance once in a hundred times: two times in a row is no chance. */
async function expectAlike(once: () => Promise<Record<string, number>>) {
  const least = (p: Record<string, number>) => Math.min(...Object.values(p));
  let p = await once();
  if (least(p) <= 0.01) p = await once();
  console.log(`told apart with p = ${JSON.stringify(p)}`);
  expect(least(p), JSON.stringify(p)).toBeGreaterThan(0.01);
}

test('how long a sign-in is refused says nothing about the account, be it unknown, inactive, invited or with a code', async () => {
  const login = (name: string) => () =>
    product.call('POST', '/login', { body: { email: `${name}@roadkeeper.test`, password: 'not the right one' } });
  const kinds = {
    unknown: login('nobody'),
    control: login('nobody-else'),
    known: login('clerk'),
    inactive: login('inactive'),
    invited: login('invited'),
    withCode: login('withcode'),
  };
  await expectAlike(async () =>
    distinguishable(await timeKinds(kinds, rounds, () => product.clock.move(100_000)), 'unknown'),
  );
}, 300_000);

test('how long the answer about a forgotten password takes says nothing about the account', async () => {
  const forgot = (name: string) => () =>
    product.call('POST', '/password/forgot', { body: { email: `${name}@roadkeeper.test` } });
  const kinds = { unknown: forgot('nobody'), control: forgot('nobody-else'), known: forgot('clerk') };
  await expectAlike(async () =>
    distinguishable(await timeKinds(kinds, rounds * 2, () => product.clock.move(1_000_000)), 'unknown'),
  );
}, 300_000);

test('a look-up that is skipped for unknown accounts would be seen', async () => {
  const wait = (ms: number) => () => new Promise((resolve) => setTimeout(resolve, ms));
  const times = await timeKinds({ quick: wait(2), slow: wait(5) }, 60, () => undefined);
  expect(distinguishable(times, 'quick')['slow']).toBeLessThan(0.01);
});
