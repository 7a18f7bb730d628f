import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { deskOf } from '../testing/tickets.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-23T06:00:00Z' });
  it = await deskOf(product);
});
afterAll(() => product?.close());

test('a customer who closes what was resolved with a last word opens nothing again', async () => {
  const { id } = await it.ask();
  await it.must(it.turn('agent', id, 4, 'It is done.'));
  const { resolvedAt } = await it.ticket(id);
  await it.must(it.turn('client', id, 5, 'Thank you, that was it.'));
  expect(await it.ticket(id)).toMatchObject({ requestStatus: 5, reopenedCount: 0, resolvedAt });
  expect((await it.talk(id, 'client')).map(({ text }) => text)).toContain('Thank you, that was it.');
});

test('who of the desk split a ticket is not told to its customer', async () => {
  const { id } = await it.ask();
  const second = await it.reply('client', id, 'And another thing: the tracker shows Nagpur.');
  const made = await it.must(
    it.call('agent', 'POST', `/help-desk/split/${id}`, { wordIds: [second['id']], subject: 'Tracker shows Nagpur' }),
  );
  const agents = (await it.talk(made['id'])).filter(({ byStaff }) => byStaff).map(({ author }) => author);
  const told = JSON.stringify(await it.talk(made['id'], 'client'));
  for (const name of agents.filter((one) => one !== 'Help desk')) expect(told).not.toContain(name);
  const [opened] = (await it.talk(made['id'], 'client')).filter(({ kind }) => kind === 'STATUS');
  expect(opened?.author ?? 'Meera Joshi').toBe('Meera Joshi');
});

test('nothing is merged into a ticket that is over, and an inactive one becomes nothing else', async () => {
  const [one, over] = [await it.ask(), await it.ask()];
  await it.must(it.turn('agent', over['id'], 4, 'It is done.'));
  expect((await it.call('agent', 'POST', '/help-desk/merge', { ids: [one['id']], intoId: over['id'] })).status).toBe(
    409,
  );
  await it.must(it.call('admin', 'PUT', `/help-desk/status/${one['id']}`));
  expect((await it.turn('agent', one['id'], 1)).status).toBe(409);
});

test('a ticket that waits for its customer waits on when it is forwarded', async () => {
  const { id } = await it.ask();
  await it.must(it.turn('agent', id, 2, 'Which vehicle is it?'));
  const team = await it.team();
  await it.must(
    it.call('agent', 'POST', '/help-desk/forward', { ticketId: id, to: { teamId: team['id'] }, reason: 'Theirs' }),
  );
  expect(await it.ticket(id)).toMatchObject({ requestStatus: 2, promise: 'PAUSED', teamId: team['id'] });
});

test('a ticket waits for its customer when they were asked something: with the change, or before it as the last word', async () => {
  const { id } = await it.ask();
  const silent = await it.turn('agent', id, 2);
  expect([silent.status, silent.json.fields]).toEqual([400, { remark: 'Write what the customer is to answer' }]);
  expect(await it.ticket(id)).toMatchObject({ requestStatus: 0 });
  await it.reply('agent', id, 'Which vehicle is it?');
  await it.reply('client', id, 'I have two.');
  expect((await it.turn('agent', id, 2)).status).toBe(400);
  const question = 'Please give both numbers.';
  await it.reply('agent', id, question);
  await it.must(it.turn('agent', id, 2));
  expect(await it.ticket(id)).toMatchObject({ requestStatus: 2, promise: 'PAUSED' });
  const why = await it.get('agent', `/help-desk/due/${id}`);
  expect(why['stretches'].at(-1)).toMatchObject({ isCounted: false, why: 'WAITING', words: question });
});
