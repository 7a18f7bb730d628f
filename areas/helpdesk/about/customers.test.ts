import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { deskOf, type Json } from '../testing/tickets.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-23T06:00:00Z' });
  it = await deskOf(product);
});
afterAll(() => product?.close());

const question = (more: Json = {}) => ({
  subject: 'Where is my invoice?',
  description: 'I paid for three trackers and have no invoice.',
  categoryId: it.category['id'],
  priority: 'NORMAL',
  ...more,
});
const fieldsOf = async (who: 'client' | 'agent', body: Json, id?: string) =>
  (await it.call(who, id ? 'PUT' : 'POST', id ? `/help-desk/${id}` : '/help-desk', body)).json.fields;

test('customers ask for themselves, and do not decide how urgent they are', async () => {
  const rows = (await it.get('admin', '/app-user?take=100')) as Json[];
  const ticket = await it.ask();
  const colleague = rows.find((row) => row['orgId'] === ticket['orgId'] && row['id'] !== ticket['appUserId']) as Json;
  expect(colleague).toBeTruthy();
  const notUrgent = { priority: 'The help desk decides what is urgent. Choose low or normal' };
  for (const priority of ['HIGH', 'URGENT']) {
    expect(await fieldsOf('client', question({ priority }))).toEqual(notUrgent);
    expect(await fieldsOf('client', question({ priority }), ticket['id'])).toEqual(notUrgent);
  }
  expect(await fieldsOf('client', question({ appUserId: colleague['id'] }))).toEqual({
    appUserId: 'You can ask for yourself only',
  });
  const appUserId = ticket['appUserId'] as string;
  expect(await fieldsOf('client', question({ appUserId: colleague['id'] }), ticket['id'])).toEqual({
    appUserId: 'Who asked stays as it is',
  });
  await it.must(it.call('client', 'PUT', `/help-desk/${ticket['id']}`, question({ appUserId, priority: 'LOW' })));
  // What the desk made urgent stays urgent while its customer changes the words.
  const orgId = ticket['orgId'] as string;
  await it.must(
    it.call('agent', 'PUT', `/help-desk/${ticket['id']}`, question({ appUserId, orgId, priority: 'URGENT' })),
  );
  await it.must(it.call('client', 'PUT', `/help-desk/${ticket['id']}`, question({ appUserId, priority: 'URGENT' })));
});

test('a ticket follows one that is closed, and no other', async () => {
  const before = await it.ask();
  const open = { followsId: 'Choose a ticket that is closed. Write a reply to one that is not' };
  expect(await fieldsOf('client', question({ followsId: before['id'] }))).toEqual(open);
  await it.must(it.turn('agent', before['id'], 4));
  expect(await fieldsOf('agent', question({ followsId: before['id'], orgId: before['orgId'] }))).toEqual(open);
  await it.must(it.turn('agent', before['id'], 5));
  expect((await it.ask({ followsId: before['id'] }))['follows'].id).toBe(before['id']);
});

test('a ticket of another category goes to its team, unless somebody chose a team for it', async () => {
  const [claims, roads] = [await it.team('Insurance desk'), await it.team('Road safety')] as [Json, Json];
  const category = (name: string, team: Json) =>
    it.must(
      it.call('admin', 'POST', '/help-category', {
        name,
        slaFirstResponseMin: 60,
        slaResolutionMin: 240,
        defaultTeamId: team['id'],
        position: 901,
      }),
    );
  const [first, second] = [await category('Claims of tests', claims), await category('Roads of tests', roads)];
  const change = async (ticket: Json, categoryId: string) => {
    const { appUserId, orgId } = ticket;
    await it.must(it.call('agent', 'PUT', `/help-desk/${ticket['id']}`, question({ appUserId, orgId, categoryId })));
    return (await it.ticket(ticket['id']))['team']?.label;
  };
  const ticket = await it.ask({ categoryId: first['id'] });
  expect(await change(ticket, second['id'])).toBe('Road safety');
  const [history] = (await it.get('agent', '/history?take=100')) as Json[];
  expect(history).toMatchObject({ module: 'ticket-note', after: { teamId: roads['id'] } });
  const chosen = await it.ask({ categoryId: first['id'] });
  const finance = await it.team('Finance');
  await it.must(it.call('agent', 'POST', '/help-desk/assign', { ids: [chosen['id']], teamId: finance['id'] }));
  expect(await change(chosen, second['id'])).toBe('Finance');
});
