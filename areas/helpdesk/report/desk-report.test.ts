import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { planTickets } from '../tickets/tickets.job.ts';
import { deskOf, type Json } from '../testing/tickets.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
beforeAll(async () => {
  // Monday, 09:30 in India: the desk of the tests opens, and shuts at 18:30. An hour until the first answer, four until the solution.
  product = await startTestProduct({ at: '2026-11-23T04:00:00Z' });
  it = await deskOf(product);
});
afterAll(() => product?.close());

const minutes = (count: number) => product.clock.move(count * 60_000);
const report = async (query = '') => it.get('agent', `/help-desk/report${query}`);
/** How many tickets the list has that a number of the report leads to. */
const listed = async (query: string) =>
  (await it.call('agent', 'GET', `/help-desk?categoryId=${it.category['id']}&status=1&take=1&${query}`)).json.count;

test('first answers and solutions count as they were kept, with what they took, and every number has its list', async () => {
  const [quick, slow, silent] = [await it.ask(), await it.ask(), await it.ask()] as [Json, Json, Json];
  minutes(20);
  await it.reply('agent', quick['id'], 'We look into it.');
  await it.must(it.turn('agent', quick['id'], 4, 'Done.'));
  await it.must(it.call('client', 'POST', `/help-desk/satisfaction/${quick['id']}`, { score: 4 }));
  minutes(70);
  await it.reply('agent', slow['id'], 'Sorry for the wait.');
  minutes(240);
  await it.must(it.turn('agent', slow['id'], 4, 'Done at last.'));
  await planTickets(product.product.db, product.product.jobs, product.clock.now());
  minutes(1);
  await product.product.jobs.runDue();
  const read = (await report('?from=2026-11-23&to=2026-11-23'))['categories'] as Json[];
  const own = read.find(({ id }) => id === it.category['id']);
  expect(own).toEqual({
    id: it.category['id'],
    name: 'Questions of tests',
    tickets: 3,
    open: 1,
    firstInTime: 1,
    firstLate: 2,
    // The third has been late for its first answer since long, and nobody has given one.
    unanswered: 1,
    firstMedianMin: 55,
    solutionInTime: 1,
    solutionLate: 1,
    solutionMedianMin: 175,
    reopened: 0,
    merged: 0,
    rated: 1,
    satisfaction: 4,
  });
  expect(await listed('firstInTime=false')).toBe(2);
  expect(await listed('solutionInTime=true&createdAtFrom=2026-11-23&createdAtTo=2026-11-23')).toBe(1);
  expect(await listed('requestStatus=0,1,2,3,6')).toBe(1);
  expect(await it.ticket(silent['id'])).toMatchObject({ firstInTime: false, firstMin: null, promise: 'LATE' });
  // One that is opened again has no solution any more.
  await it.must(it.turn('client', slow['id'], 6));
  const later = ((await report('?from=2026-11-23&to=2026-11-23'))['categories'] as Json[]).find(
    ({ id }) => id === it.category['id'],
  );
  expect(later).toMatchObject({ open: 2, firstLate: 2, solutionLate: 0, reopened: 1 });
});

test('one that was merged is counted as that and has no solution, whenever it was closed', async () => {
  minutes(24 * 60);
  const [stays, open, over, answered] = [await it.ask(), await it.ask(), await it.ask(), await it.ask()] as [
    Json,
    Json,
    Json,
    Json,
  ];
  await it.must(it.turn('agent', over['id'], 5));
  await it.reply('agent', answered['id'], 'You asked this before.');
  const ids = [open, over, answered].map(({ id }) => id);
  await it.must(it.call('agent', 'POST', '/help-desk/merge', { ids, intoId: stays['id'] }));
  const own = ((await report('?from=2026-11-24&to=2026-11-24'))['categories'] as Json[]).find(
    ({ id }) => id === it.category['id'],
  );
  expect(own).toMatchObject({
    tickets: 4,
    open: 1,
    merged: 3,
    firstInTime: 1,
    firstLate: 0,
    solutionInTime: 0,
    solutionLate: 0,
    solutionMedianMin: null,
  });
  expect(await listed('solutionInTime=true&createdAtFrom=2026-11-24')).toBe(0);
  const why = await it.get('client', `/help-desk/due/${open['id']}`);
  expect(why['stretches'].at(-1)).toMatchObject({ why: 'MERGED', words: stays['ticketNo'], until: null });
});

test('a rating stays when its ticket is reopened, is of the solution before, and the last one counts', async () => {
  minutes(24 * 60);
  const { id } = await it.ask();
  await it.must(it.turn('agent', id, 4, 'Done.'));
  await it.must(it.call('client', 'POST', `/help-desk/satisfaction/${id}`, { score: 1, comment: 'It is not.' }));
  await it.must(it.turn('client', id, 6));
  minutes(30);
  await it.must(it.turn('agent', id, 4, 'Done now.'));
  const before = await it.ticket(id, 'client');
  expect(before['satisfaction']).toBe(1);
  expect(Date.parse(before['ratedAt'])).toBeLessThan(Date.parse(before['resolvedAt']));
  await it.must(it.call('client', 'POST', `/help-desk/satisfaction/${id}`, { score: 5 }));
  const after = await it.ticket(id, 'client');
  expect(after).toMatchObject({ satisfaction: 5, satisfactionNote: null });
  expect(Date.parse(after['ratedAt'])).toBeGreaterThan(Date.parse(after['resolvedAt']));
  const { all } = await report('?from=2026-11-25&to=2026-11-25');
  expect([all.rated, all.satisfaction, all.reopened]).toEqual([1, 5, 1]);
  const why = await it.get('client', `/help-desk/due/${id}`);
  expect(why['stretches'].map(({ why: reason, words }: Json) => [reason, words])).toEqual([
    [null, null],
    ['RESOLVED', 'Done.'],
    [null, null],
    ['RESOLVED', 'Done now.'],
  ]);
});

test('it counts the days of India that were asked for, and sums are those of its parts', async () => {
  const all = await report('?from=2026-11-01&to=2026-11-30');
  const sum = (rows: Json[]) => rows.reduce((total, { tickets }) => total + tickets, 0);
  for (const part of ['months', 'categories', 'teams', 'people']) expect(sum(all[part]), part).toBe(all['all'].tickets);
  expect(all['ratings'].find(({ score }: Json) => score === 4).tickets).toBeGreaterThan(0);
  expect((await report('?from=2026-11-28&to=2026-11-28'))['all']).toMatchObject({
    tickets: 0,
    satisfaction: null,
    firstMedianMin: null,
  });
});

test('it is for the desk alone, and refuses days that cannot be', async () => {
  expect((await it.call('client', 'GET', '/help-desk/report')).status).toBe(403);
  // Customers are not told how their tickets count.
  const own = (await it.get('client', '/help-desk?take=50')) as Json[];
  expect(own.length).toBeGreaterThan(2);
  for (const name of ['firstInTime', 'firstMin', 'solutionInTime', 'solutionMin'])
    expect(new Set(own.map((row) => row[name])), name).toEqual(new Set([null]));
  for (const query of [
    'from=soon',
    'to=2026-13-01',
    'from=2026-11-30&to=2026-11-01',
    'from=2020-01-01&to=2026-11-01',
    'odd=1',
  ])
    expect((await it.call('agent', 'GET', `/help-desk/report?${query}`)).status, query).toBe(400);
});
