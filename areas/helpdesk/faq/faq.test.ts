import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';

let product: TestProduct;
const people = {
  admin: 'admin@roadkeeper.test',
  client: 'client@roadkeeper.test',
  stranger: 'deccan@roadkeeper.test',
} as const;
type Who = keyof typeof people;
let tokens: Record<Who, string>;
beforeAll(async () => {
  product = await startTestProduct();
  const signIn = Object.entries(people).map(async ([who, email]) => [who, await product.login(email)] as const);
  tokens = Object.fromEntries(await Promise.all(signIn)) as Record<Who, string>;
  const [category] = (await get('admin', '/faq-category?take=1')).json.data;
  const add = (question: string, answer: string, audience: string[], more: object = {}) =>
    post('admin', '/faq', {
      categoryId: category.id,
      question,
      answer,
      language: 'en',
      audience,
      state: 'PUBLISHED',
      position: 9_000,
      ...more,
    });
  const made = await Promise.all([
    add(
      'How do I recharge the battery of a tracker?',
      '<p>Connect it to the <strong>charging</strong> cable for two hours.</p>',
      ['APP'],
    ),
    add('Where do I find my invoices?', '<p>Under Wallet.</p>', ['CLIENT']),
    add('How is an invoice cancelled?', '<p>By the finance desk alone.</p>', ['STAFF']),
    add('Which zebrafish is a draft?', '<p>None.</p>', ['APP'], { state: 'DRAFT' }),
    add('मेरा चालान कहाँ है?', '<p>वाहन के पृष्ठ पर।</p>', ['APP'], { language: 'hi' }),
  ]);
  const wrong = made.find(({ status }) => status !== 201);
  if (wrong) throw new Error(wrong.text);
}, 60_000);
afterAll(() => product?.close());
beforeEach(async () => product.product.db.query('delete from faq_gap'));

const get = (who: Who | null, path: string) => product.call('GET', path, who ? { token: tokens[who] } : {});
const post = (who: Who, path: string, body: unknown) => product.call('POST', path, { token: tokens[who], body });
const found = async (who: Who | null, words: string): Promise<string[]> => {
  const answer = await get(who, `${who ? '/faq/search' : '/help/faq'}?q=${encodeURIComponent(words)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data.map(({ question }: { question: string }) => question);
};
const battery = 'How do I recharge the battery of a tracker?';
const idOf = async (question: string): Promise<string> =>
  (await get('admin', `/faq?q=${encodeURIComponent(question)}`)).json.data[0].id;

test.each([
  ['the battery', 'battery'],
  ['another form of a word', 'trackers batteries'],
  ['the beginning of a word', 'batt'],
  ['a word of the answer', 'charging cable'],
  ['a misspelled word', 'batery'],
  ['two misspelled words', 'rechrage traker'],
  ['words that say nothing besides', 'how do I recharge it?'],
  ['signs and capitals', '  BATTERY!! & | ( '],
])('an answer is found by %s', async (_, words) => {
  expect((await found('client', words))[0]).toBe(battery);
});

test('an answer in another script is found by its words', async () => {
  expect(await found(null, 'चालान कहाँ')).toEqual(['मेरा चालान कहाँ है?']);
});

test.each(['zebrafish', 'how do I', '', '%', "'; drop table faq; --", 'volcano', 'battery volcano zebra crossing'])(
  'nothing is found by %j',
  async (words) => {
    const before = (await get(null, '/help/faq')).json.data.length as number;
    expect(await found('client', words)).toEqual([]);
    expect((await get(null, '/help/faq')).json.data).toHaveLength(before);
  },
);

test('everybody reads what is for them, and nobody what is for others', async () => {
  const [invoices, cancelled] = ['Where do I find my invoices?', 'How is an invoice cancelled?'];
  expect(await found(null, 'invoices')).toEqual([]);
  expect(await found('client', 'invoices')).toEqual([invoices]);
  expect(new Set(await found('admin', 'invoices'))).toEqual(new Set([invoices, cancelled]));
  const all = (await get(null, '/help/faq')).json.data as { question: string; language: string }[];
  const questions = all.map(({ question }) => question);
  expect(questions).toContain(battery);
  for (const hidden of [invoices, cancelled, 'Which zebrafish is a draft?']) expect(questions).not.toContain(hidden);
  expect((await get(null, `/help/faq?q=${'x'.repeat(101)}`)).status).toBe(400);
});

test('a person says once whether an answer helped, and may change it; the numbers are the staff’s', async () => {
  const id = await idOf(battery);
  const say = (who: Who, helpful: unknown, of = id) => post(who, `/faq/${of}/vote`, { helpful });
  expect((await say('client', true)).status).toBe(200);
  expect((await say('client', true)).status).toBe(200);
  expect((await say('stranger', true)).status).toBe(200);
  expect((await say('client', false)).status).toBe(200);
  expect((await get('client', '/faq/votes')).json.data).toEqual({ [id]: false });
  expect((await get('stranger', '/faq/votes')).json.data).toEqual({ [id]: true });
  expect((await get('admin', '/faq/vote-counts')).json.data).toEqual([
    { faqId: id, helpful: 1, unhelpful: 1, deflected: 0 },
  ]);
  expect((await get('client', '/faq/vote-counts')).status).toBe(403);
  expect((await say('client', 'yes')).status).toBe(400);
  for (const of of ['7', '00000000-0000-7000-8000-000000000000', await idOf('How is an invoice cancelled?')])
    expect((await say('client', true, of)).status).toBe(404);
});

test('what was looked for in vain is listed without digits and names of nobody, until it is dismissed', async () => {
  const note = (words: unknown) => post('client', '/faq/gap', { words });
  for (const words of [
    'Volcano insurance',
    'volcano  INSURANCE!',
    'call 9876543210',
    'MH12AB1234',
    '',
    '🚗',
    'battery',
  ])
    expect((await note(words)).status).toBe(200);
  expect((await note('x'.repeat(101))).status).toBe(400);
  const listed = async () =>
    (await get('admin', '/faq/gaps')).json.data.map(
      ({ words, times }: { words: string; times: number }) => `${words} ${times}`,
    );
  expect(await listed()).toEqual(['volcano insurance 2', 'call 1']);
  expect((await get('client', '/faq/gaps')).status).toBe(403);
  expect((await post('client', '/faq/gap/dismiss', { words: 'call' })).status).toBe(403);
  expect((await post('admin', '/faq/gap/dismiss', { words: 'call' })).status).toBe(200);
  expect((await post('admin', '/faq/gap/dismiss', { words: 'call' })).status).toBe(404);
  expect(await listed()).toEqual(['volcano insurance 2']);
});

test('a sentence suggests the few answers that some of its words are about, and only those for the reader', async () => {
  const suggested = async (who: Who, sentence: string): Promise<string[]> => {
    const answer = await get(who, `/faq/suggested?q=${encodeURIComponent(sentence)}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.json.data.map(({ question }: { question: string }) => question);
  };
  const sentence = 'My tracker says that its batery is empty since Monday';
  expect((await suggested('client', sentence))[0]).toBe(battery);
  expect((await found('client', sentence)).includes(battery)).toBe(false);
  expect((await suggested('client', sentence)).length).toBeLessThanOrEqual(4);
  expect(await suggested('client', 'Zebrafish, how is it cancelled?')).not.toContain('How is an invoice cancelled?');
  expect(await suggested('admin', 'Invoice cancelled')).toContain('How is an invoice cancelled?');
  expect(await suggested('client', 'Somebody painted a moon on it')).toEqual([]);
  // PostgreSQL takes these for numbers with a word behind them; no answer has both.
  expect(await suggested('client', '7e12d 85e0d 3e10h 12e3d')).toEqual([]);
  expect(await suggested('client', '')).toEqual([]);
});

test('an answer that makes a ticket unnecessary is counted once an hour for each person', async () => {
  const id = await idOf(battery);
  const say = (who: Who, of = id) => product.call('POST', `/faq/${of}/deflected`, { token: tokens[who] });
  const counted = async () =>
    (await get('admin', '/faq/vote-counts')).json.data.find(({ faqId }: { faqId: string }) => faqId === id)?.deflected;
  const before = (await counted()) ?? 0;
  const answers = await Promise.all([say('client'), say('client'), say('stranger')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await counted()).toBe(before + 2);
  product.clock.move(3_600_000);
  // Sessions that nobody used for so long have ended.
  for (const who of ['admin', 'client'] as const) tokens[who] = await product.login(people[who]);
  expect((await say('client')).status).toBe(200);
  expect(await counted()).toBe(before + 3);
  for (const of of ['7', '00000000-0000-7000-8000-000000000000', await idOf('How is an invoice cancelled?')])
    expect((await say('client', of)).status).toBe(404);
});
