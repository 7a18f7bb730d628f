import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { deskOf, type Json } from '../testing/tickets.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
let agent: Json;
beforeAll(async () => {
  // Monday, 11:30 in India.
  product = await startTestProduct({ at: '2026-11-23T06:00:00Z' });
  it = await deskOf(product);
  agent = (await it.get('admin', '/user?q=operations'))[0] as Json;
});
afterAll(() => product?.close());

const message = 'This ticket is inactive. Activate it first';
const switchedOff = async (): Promise<Json> => {
  const ticket = await it.ask();
  await it.must(it.call('admin', 'PUT', `/help-desk/status/${ticket['id']}`));
  return ticket;
};
const assign = (ids: unknown[]) => it.call('admin', 'POST', '/help-desk/assign', { ids, userId: agent['id'] });

test('an inactive ticket is neither forwarded, assigned, answered, merged nor split before it is active again', async () => {
  const off = await switchedOff();
  const [id, other] = [off['id'], await it.ask()];
  const team = await it.team();
  const split = { wordIds: [id], subject: 'Another matter' };
  const acts: [string, Json][] = [
    ['/help-desk/forward', { ticketId: id, to: { teamId: team['id'] }, reason: 'Theirs' }],
    ['/help-desk/assign', { ids: [id], userId: agent['id'] }],
    ['/ticket-reply', { ticketId: id, text: 'We look into it.' }],
    [`/help-desk/split/${id}`, split],
  ];
  for (const [path, body] of acts) {
    const { status, json } = await it.call('agent', 'POST', path, body);
    expect([path, status, json.message]).toEqual([path, 409, message]);
  }
  const away = await it.call('agent', 'POST', '/help-desk/merge', { ids: [id], intoId: other['id'] });
  expect([away.status, away.json.fields]).toEqual([400, { ids: `${off['ticketNo']} is inactive. Activate it first` }]);
  expect((await it.call('agent', 'POST', '/help-desk/merge', { ids: [other['id']], intoId: id })).status).toBe(400);
  // Whoever cannot activate it is not told to.
  const reply = await it.call('client', 'POST', '/ticket-reply', { ticketId: id, text: 'Is anybody there?' });
  expect([reply.status, reply.json.message]).toEqual([409, 'This ticket is inactive']);
  expect(await it.ticket(id)).toMatchObject({ requestStatus: 0, assigneeId: null, mergedIntoId: null });
  await it.must(it.call('admin', 'PUT', `/help-desk/status/${id}`));
  await it.must(it.call('agent', 'POST', `/help-desk/split/${id}`, split));
  await it.must(assign([id]));
});

test('assigning many tickets leaves inactive ones out, and says so', async () => {
  const [one, two, off, gone] = [await it.ask(), await it.ask(), await switchedOff(), await switchedOff()] as const;
  const some = await assign([one['id'], off['id']]);
  expect([some.status, some.json.message, some.json.data]).toEqual([
    200,
    'Ticket assigned. 1 inactive ticket was left out.',
    { changed: 1 },
  ]);
  const more = await assign([two['id'], off['id'], gone['id']]);
  expect(more.json.message).toBe('Ticket assigned. 2 inactive tickets were left out.');
  expect((await it.ticket(two['id']))['assigneeId']).toBe(agent['id']);
  for (const { id } of [off, gone] as Json[]) expect((await it.ticket(id))['assigneeId']).toBeNull();
});
