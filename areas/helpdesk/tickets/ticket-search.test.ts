import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything } from '#kit/server/db/database.ts';
import { deskOf, type Json, type Who } from '../testing/tickets.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
let ticket: Json;
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-23T06:00:00Z' });
  it = await deskOf(product);
  ticket = await it.ask({
    subject: 'e-Challan fails for ABX/7741-22',
    description: 'मेरी गाड़ी का चालान गलत है. Call me on +91 98220 55017 (Ravindra).',
  });
  await it.ask({ subject: 'Something else entirely', description: 'About nothing in particular.' });
  await it.reply('agent', ticket['id'], 'The receipt is RCP-2026-0099/A, please look.');
});
afterAll(() => product?.close());

const found = async (q: string, who: Who = 'agent', path = 'help-desk'): Promise<string[]> =>
  ((await it.get(who, `/${path}?q=${encodeURIComponent(q)}&take=100`)) as Json[]).map(
    (row) => row['ticketId'] ?? row['id'],
  );

test.each([
  ['the whole number', () => ticket['ticketNo'] as string],
  ['its number in small letters', () => (ticket['ticketNo'] as string).toLowerCase()],
  ['the end of its number', () => (ticket['ticketNo'] as string).slice(-5)],
  ['a word however it is written', () => 'CHALLAN'],
  ['the beginning of a word', () => 'ravin'],
  ['a word with its hyphen', () => 'e-challan'],
  ['a part behind a sign', () => '7741-22'],
  ['parts with another sign between them', () => 'abx 7741/22'],
  ['a phone number by its groups', () => '98220 55017'],
  ['a word of Hindi with its vowel signs', () => 'चालान'],
  ['the beginning of a word of Hindi', () => 'गाड़'],
  ['several words from anywhere', () => 'गलत fails ravindra'],
  ['words and a sign that stands alone', () => 'fails - 98220'],
])('a ticket is found by %s', async (_, q) => {
  expect(await found(q())).toContain(ticket['id']);
});

test.each(['hallan', '741', 'चालाक', 'challan nothingofit', "'", "fails' | 'something", ':*', '\\'])(
  'and not by what begins no word of it: %s',
  async (q) => {
    // A sign alone leaves out nothing; nothing of what is typed is taken for an operator.
    const rows = await found(q);
    expect(rows.includes(ticket['id'])).toBe(!/[\p{L}\p{N}]/u.test(q));
  },
);

test('what was said is found by its words, and by nobody of another organisation', async () => {
  expect(await found('rcp-2026-0099/a', 'agent', 'ticket-reply')).toEqual([ticket['id']]);
  expect(await found('0099', 'client', 'ticket-reply')).toEqual([ticket['id']]);
  expect(await found('0099', 'stranger', 'ticket-reply')).toEqual([]);
  expect(await found('ravindra', 'client')).toEqual([ticket['id']]);
  expect(await found('ravindra', 'stranger')).toEqual([]);
});

test('the search over everything finds it by the same', async () => {
  const everywhere = async (q: string, who: Who): Promise<string[]> =>
    ((await it.get(who, `/search?q=${encodeURIComponent(q)}`)) as Json[]).map((row) => row['id']);
  for (const q of ['7741-22', 'e-chall', 'fails for abx'])
    expect(await everywhere(q, 'agent'), q).toContain(ticket['id']);
  expect(await everywhere('7741-22', 'stranger')).not.toContain(ticket['id']);
});

test('an index of words finds it, behind the condition of row security', async () => {
  const plan = await product.product.db.transact(everything, async (db) => {
    await db.query('set local enable_seqscan = off');
    return db.query<{ 'QUERY PLAN': string }>(
      `explain select t.id from help_desk_rows t where search_words(t.subject) @@ search_start('7741')`,
    );
  });
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('help_desk_subject_words');
});
