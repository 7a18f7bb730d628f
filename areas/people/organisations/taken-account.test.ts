import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { questionLimits } from '../drivers/driver-lookup.store.ts';

let product: TestProduct;
let owner: string;
let admin: string;
let roleId: string;
const others: string[] = [];
beforeAll(async () => {
  product = await startTestProduct();
  owner = await product.login('client@roadkeeper.test');
  for (let at = 0; at < questionLimits.anHour + 5; at += 1) {
    const email = `hidden-${at}@example.in`;
    await product.addStaff(email, 'Support');
    others.push(email);
  }
  admin = await product.login('admin@roadkeeper.test');
  const roles = (await product.call('GET', '/role?take=100', { token: admin })).json.data;
  roleId = roles.find((one: { name: string }) => one.name === 'Client viewer').id;
});
afterAll(() => product.close());

const rowsOf = (emails: readonly string[]) =>
  emails.map((email, at) => ({ line: at + 2, cells: { name: 'Some Person', email, roleId, profileType: '0' } }));
const check = async (emails: readonly string[]): Promise<{ action: string; messages: Record<string, string> }[]> => {
  const body = { mode: 'create', key: ['email'], rows: rowsOf(emails) };
  const answer = await product.call('POST', '/app-user/import/check', { token: owner, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data.rows;
};

test('a dry run tells of few addresses that others have, and then answers all alike', async () => {
  const [free] = await check(['nobody-has-this@example.in']);
  expect(free).toMatchObject({ action: 'create' });
  const rows = await check(others);
  const told = rows.filter((row) => row.messages['email'] === 'This email is already in use');
  // One that many rows were to be written with at once is asked about a second time, by itself.
  expect(told.length).toBeLessThanOrEqual(questionLimits.anHour);
  expect(told.length).toBeGreaterThanOrEqual(questionLimits.anHour - 1);
  const [late, lateFree] = await check([others.at(-1) as string, 'nobody-has-this@example.in']);
  expect(late?.messages).toEqual({ '': expect.stringContaining('Too many look-ups') });
  expect(lateFree?.messages, 'a free one is answered as one in use').toEqual(late?.messages);

  const make = (email: string) =>
    product.call('POST', '/app-user', {
      token: owner,
      body: { name: 'Some Person', email, mobile: null, roleId, profileType: '0' },
    });
  const [taken, open] = [await make(others[0] as string), await make('nobody-has-this@example.in')];
  expect([taken.status, open.status]).toEqual([429, 429]);
  expect(open.json.message).toBe(taken.json.message);

  // Staff see everybody: they are told, whoever asks.
  const body = { mode: 'create', key: ['email'], rows: rowsOf(others) };
  const seen = (await product.call('POST', '/app-user/import/check', { token: admin, body })).json.data.rows;
  expect(seen.every((row: { messages: object }) => Object.keys(row.messages).length > 0)).toBe(true);
});
