import { afterAll, beforeAll, expect, test } from 'vitest';
import { everything, transact } from '#kit/server/db/database.ts';
import { importing } from '#kit/server/import/testing/importing.ts';
import type { TestProduct } from '../testing.ts';
import { startBadgeProduct } from '../testing/badge.ts';

const number = '234123412346';
const message = 'Looks like an Aadhaar number. Write the last four digits only';
let product: TestProduct;
let admin: string;
let orgId: string;
let io: ReturnType<typeof importing>;
beforeAll(async () => {
  ({ product, admin, orgId } = await startBadgeProduct());
  io = importing(product, () => admin);
});
afterAll(() => product?.close());

let serial = 0;
const body = (more: object = {}) => {
  serial += 1;
  return { name: 'Asha', number: `AB7000${String(serial).padStart(4, '0')}`, orgId, ...more };
};
const form = async (parts: Record<string, string>, fileName?: string) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) data.append(name, value);
  if (fileName !== undefined) {
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    data.append('paper', new File([picture], fileName, { type: 'image/png' }));
  }
  const sent = new Response(data);
  return product.call('POST', '/badge', {
    token: admin,
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': String(sent.headers.get('content-type')) },
  });
};

test('no call takes one, in whatever place and spelling, and the answer does not repeat it', async () => {
  const send = (path: string, sent: unknown, method: 'POST' | 'PUT' = 'POST') =>
    product.call(method, path, { token: admin, body: sent });
  const { id } = (await send('/badge', body())).json.data;
  const refused: [Awaited<ReturnType<typeof send>>, string][] = [
    [await send('/badge', body({ note: `His card: 2341 2341 2346` })), 'note'],
    [await send('/badge', body({ name: '２３４１-２３４１-２３४६' })), 'name'],
    [await send('/badge', body({ note: { deep: [{ er: number }] } })), 'note'],
    [await send('/badge', body({ number })), 'number'],
    [await send('/badge', body({ [`x${number}`]: 1 })), ''],
    [await send('/badge', [number]), ''],
    [await send(`/badge/${id}`, body({ note: number }), 'PUT'), 'note'],
    [await send('/badge/bulk', { action: 'edit', ids: [id], set: { name: number } }), 'set'],
    [await send('/badge/views', { name: number, search: '', shared: false }), 'name'],
    [await send('/badge/views', { name: 'Mine', search: 'q=2341%202341%202346', shared: false }), 'search'],
    [await send('/purpose', { name: number, code: 'X', usedFor: 'TRIP' }), 'name'],
    [await io.get(`/badge?q=2341%202341%202346`), 'q'],
    [await io.get(`/badge?x${number}=1`), ''],
    [await form({ ...body(), note: `no ${number}` }), 'note'],
    [
      await product.call('POST', '/badge', { token: admin, body: body(), headers: { 'idempotency-key': number } }),
      'Idempotency-Key',
    ],
  ];
  for (const [answer, field] of refused) {
    expect([field, answer.status, answer.json.fields?.[field]]).toEqual([field, 400, message]);
    expect(answer.text).not.toContain('23412341');
  }
  const unread = await io.post(`/nothing/${number}`, { note: number });
  expect([unread.status, unread.text.includes(number)]).toEqual([404, false]);
});

test('what only looks like one is taken', async () => {
  const notes = [
    '01a1fc17-27e9-7627-921e-234123412346',
    '+91 98220 12345',
    '2341234123460',
    '23412341.2346',
    '•••• 2346',
  ];
  for (const note of notes) expect([note, (await io.post('/badge', body({ note }))).status]).toEqual([note, 201]);
});

test('a field that takes one keeps its last four digits, by JSON and by form', async () => {
  for (const identity of ['2341 2341 2346', number]) {
    expect((await io.post('/badge', body({ identity }))).json.data.identity).toBe('2346');
    expect((await form({ ...body(), identity })).json.data.identity).toBe('2346');
  }
  expect((await io.post('/badge', body({ identity: `Aadhaar ${number}` }))).json.fields).toEqual({ identity: message });
});

test('names of files and cells of imports keep the last four digits, and the cell is said to be wrong', async () => {
  const made = await form(body() as unknown as Record<string, string>, `aadhaar ${number}.png`);
  expect([made.status, made.json.data?.paper.name]).toEqual([201, 'aadhaar •••• 2346.webp']);
  const csv = `Name,Number,Note\nAsha,AB90000001,card 2341 2341 2346\nRavi,AB90000002,no card\n`;
  const read = await io.upload('badge', csv, `of ${number}.csv`);
  expect([read.json.data.name, read.json.data.rows[0][2]]).toEqual(['of •••• 2346.csv', 'card •••• 2346']);
  const rows = (await io.rowsOf('badge', csv)).map(({ line, cells }) => ({ line, cells: { ...cells, orgId } }));
  const raw = rows.map(({ line, cells }, at) => ({ line, cells: at === 0 ? { ...cells, note: number } : cells }));
  for (const sent of [rows, raw]) {
    const checked = await io.check('badge', sent, { mode: 'create', key: ['id'] });
    expect(checked.rows.map((row) => row.messages)).toEqual([{ note: message }, {}]);
  }
  const batch = await io.run('badge', { rows: raw, fileName: `${number}.csv` });
  expect(batch).toMatchObject({ created: 1, failed: 1, fileName: '•••• 2346.csv' });
  const kept = await transact(product.product.db, everything, (db) =>
    db.query<{ all: string }>('select coalesce(string_agg(r::text, chr(10)), $1) as all from import_row r', ['']),
  );
  expect(kept[0]?.all).not.toContain('2341');
});

test('the history of refused calls does not tell it', async () => {
  await product.addStaff('desk@roadkeeper.test', 'RTO clerk');
  const token = await product.login('desk@roadkeeper.test');
  const answer = await product.call('POST', '/badge', { token, body: body({ note: number }) });
  expect(answer.status).toBe(403);
  await product.product.refused.stop();
  const rows = await transact(product.product.db, everything, (db) =>
    db.query<{ text: string }>(`select h::text as text from history h where action = 'refused'`),
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ text }) => text.includes(number))).toEqual([]);
});
