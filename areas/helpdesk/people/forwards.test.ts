import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { deskOf, type Json } from '../testing/tickets.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
let people: Record<string, string>;
let teams: Record<string, string>;
beforeAll(async () => {
  product = await startTestProduct({ fleet: true, at: '2026-11-23T06:00:00Z' });
  it = await deskOf(product);
  const named = (rows: Json) => Object.fromEntries((rows as Json[]).map((row) => [row['name'], row['id']]));
  people = named(await it.get('admin', '/user?take=100'));
  teams = named(await it.get('admin', '/help-team?take=100'));
});
afterAll(() => product?.close());

const forward = (ticketId: string, to: Json, more: Json = {}) =>
  it.call('agent', 'POST', '/help-desk/forward', { ticketId, to, reason: 'Yours to answer', ...more });

test('a team that nobody is in, and somebody who is not in the team, are no one to forward to', async () => {
  const { id } = await it.ask();
  const empty = await it.must(it.call('admin', 'POST', '/help-team', { name: 'Empty team' }));
  expect((await forward(id, { teamId: empty['id'] })).json.fields).toEqual({
    teamId: 'Nobody in Empty team can open tickets. Add members first',
  });
  const suresh = people['Suresh Pillai'];
  expect((await forward(id, { teamId: teams['Insurance desk'], userId: suresh })).json.fields).toEqual({
    userId: 'Suresh Pillai is not in Insurance desk',
  });
});

test('a forward says by when it is wanted, and that a ticket goes round', async () => {
  const { id } = await it.ask();
  const first = await forward(id, { teamId: teams['Insurance desk'] }, { due: '2026-11-25' });
  expect([first.status, first.json.warnings ?? []], first.text).toEqual([200, []]);
  const note = (await it.talk(id)).find(({ kind }) => kind === 'FORWARD');
  expect(note?.text).toBe('Yours to answer\nWanted by 25 Nov 2026.');
  expect((await forward(id, { teamId: teams['Finance'] })).status).toBe(200);
  const again = await forward(id, { teamId: teams['Insurance desk'] });
  expect(again.json.warnings).toEqual([
    expect.stringMatching(/^This ticket goes round: it was forwarded to Insurance desk before, on 23 Nov 2026, /),
  ]);
  expect((await forward(id, { teamId: teams['Finance'] }, { due: '2026-11-22' })).json.fields).toEqual({
    due: 'This day is over',
  });
});

test('forwarded is said by a forward alone', async () => {
  const { id } = await it.ask();
  const turned = await it.turn('agent', id, 3);
  expect([turned.status, turned.json.fields]).toEqual([
    400,
    { requestStatus: 'Forward it to a team, a person or a role instead' },
  ]);
});

test('a ticket about a challan, a policy, a document or a device is about its vehicle, and found by the plate', async () => {
  for (const [path, field] of [
    ['challan', 'challanId'],
    ['app-user-policy', 'policyId'],
    ['vehicle-kyc-doc', 'documentId'],
    ['device', 'deviceId'],
  ] as const) {
    const rows = (await it.get('client', `/${path}?take=100`)) as Json[];
    const about = rows.find((row) => row['vehicleId']);
    expect(about, path).toBeDefined();
    const made = await it.ask({ [field]: about?.['id'] });
    expect([path, made['vehicleId']]).toEqual([path, about?.['vehicleId']]);
    const found = (await it.get('client', `/help-desk?q=${made['vehicle'].label}&take=100`)) as Json[];
    expect(
      found.map((row) => row['id']),
      path,
    ).toContain(made['id']);
    // Somebody else's is answered like one that never was.
    const stranger = await it.call('stranger', 'POST', '/help-desk', {
      subject: 'Not mine at all',
      description: 'Somebody else’s record is named here.',
      categoryId: it.category['id'],
      priority: 'NORMAL',
      [field]: about?.['id'],
    });
    expect([stranger.status, Object.keys(stranger.json.fields)], stranger.text).toEqual([400, [field]]);
  }
});

test('an inactive ticket leaves the lists, and is shown where inactive ones are asked for', async () => {
  const { id } = await it.ask();
  const listed = async (who: 'client' | 'agent', query: string) =>
    ((await it.get(who, `/help-desk?take=100${query}`)) as Json[]).some((row) => row['id'] === id);
  expect([await listed('client', ''), await listed('agent', '')]).toEqual([true, true]);
  await it.must(it.call('agent', 'PUT', `/help-desk/status/${id}`));
  for (const who of ['client', 'agent'] as const)
    expect([await listed(who, ''), await listed(who, '&status=0'), await listed(who, `&id=${id}`)]).toEqual([
      false,
      true,
      true,
    ]);
});

test('who asked rates a ticket, once each time that it is over, and no merged one', async () => {
  const { id } = await it.ask();
  const rate = (ticketId: string) =>
    it.call('client', 'POST', `/help-desk/satisfaction/${ticketId}`, { score: 4, comment: 'Quick' });
  expect((await rate(id)).status).toBe(409);
  await it.must(it.turn('agent', id, 4));
  await it.must(rate(id));
  const twice = await rate(id);
  expect([twice.status, twice.json.message]).toEqual([409, 'You have rated this ticket already']);
  await it.must(it.turn('client', id, 6));
  await it.must(it.turn('agent', id, 4));
  expect((await rate(id)).status).toBe(200);
  const [from, into] = [await it.ask(), await it.ask()];
  await it.must(it.call('agent', 'POST', '/help-desk/merge', { ids: [from['id']], intoId: into['id'] }));
  expect((await rate(from['id'])).status).toBe(409);
});
