import { afterAll, expect, test } from 'vitest';
import { everything, type Param, transact } from '#kit/server/db/database.ts';
import { deskOnMondays } from '../testing/mondays.ts';
import type { Json } from '../testing/tickets.ts';

const { product, it, agent, later } = await deskOnMondays();
afterAll(() => product.close());

const sql = <T>(text: string, params: Param[]) =>
  transact(product.product.db, everything, (db) => db.query<T>(text, params));
const mine = async (ticket: Json) =>
  it.must(it.call('admin', 'POST', '/help-desk/assign', { ids: [ticket['id']], userId: agent['id'] }));
/** What people were mailed about a ticket becoming due and late, in order. */
const warned = async ({ id, ticketNo }: Json, to?: string): Promise<string[]> =>
  (
    await sql<{ subject: string }>(
      `select subject from mail where record_id = $1 and subject ~ '(is|was) (due|late)' and subject !~ 'still missing' and ($2::text is null or to_address = $2) order by id`,
      [id, to ?? null],
    )
  ).map(({ subject }) => subject.slice(String(ticketNo).length + 2).replaceAll(/ \d+ \w+ 2026,/g, ''));

test('one that is late for its first answer is warned of its solution as well, each once', async () => {
  const ticket = await it.ask();
  await mine(ticket);
  await later(50);
  await later(15);
  await later(120);
  await later(60);
  await later(1);
  expect(await warned(ticket)).toEqual([
    'The first answer is due on 10:30.',
    'The first answer is late. It was due on 10:30.',
    'The solution is due on 13:30.',
    'The solution is late. It was due on 13:30.',
  ]);
});

test('one that nobody has, in no team, is told to those who run the desk, in words that say so; whoever only watches is not enough', async () => {
  const ticket = await it.ask();
  await it.must(it.call('agent', 'POST', `/help-desk/watch/${ticket['id']}`, { watching: true }));
  await later(70);
  const told = await sql<{ to: string; subject: string }>(
    `select to_address as "to", subject from mail where record_id = $1 and subject ~ 'is late' order by to_address`,
    [ticket['id']],
  );
  expect(told.map(({ to }) => to)).toEqual(
    expect.arrayContaining(['operations@roadkeeper.test', 'support@roadkeeper.test']),
  );
  expect(told.map(({ to }) => to)).not.toContain('kyc@roadkeeper.test');
  expect(new Set(told.map(({ subject }) => subject.endsWith('No one has this ticket. Assign it.')))).toEqual(
    new Set([true]),
  );
  expect(await warned(ticket, 'client@roadkeeper.test')).toEqual([]);
});

test('one whose team has nobody in it is told to those who run the desk too', async () => {
  const member = (await it.get('admin', '/user?q=insurance@roadkeeper.test'))[0] as Json;
  const members = [member['id']];
  const team = await it.must(it.call('admin', 'POST', '/help-team', { name: 'A team of nobody', members }));
  const ticket = await it.ask();
  await it.must(it.call('admin', 'POST', '/help-desk/assign', { ids: [ticket['id']], teamId: team['id'] }));
  await it.must(it.call('admin', 'PUT', `/help-team/${team['id']}`, { name: 'A team of nobody', members: [] }));
  await later(70);
  expect((await warned(ticket, 'support@roadkeeper.test')).length).toBe(1);
});

test('what becomes late by another category, or by being split from an older question, is warned of at the next look', async () => {
  const short = await it.must(
    it.call('admin', 'POST', '/help-category', {
      name: 'Short questions of tests',
      slaFirstResponseMin: 10,
      slaResolutionMin: 20,
      businessHoursId: it.category['businessHoursId'],
      position: 910,
    }),
  );
  const ticket = await it.ask();
  await mine(ticket);
  await later(15);
  expect(await warned(ticket)).toEqual([]);
  const { subject, description, priority, orgId, appUserId } = await it.ticket(ticket['id']);
  await it.must(
    it.call('agent', 'PUT', `/help-desk/${ticket['id']}`, {
      subject,
      description,
      priority,
      orgId,
      appUserId,
      categoryId: short['id'],
    }),
  );
  await later(1);
  expect(await warned(ticket)).toEqual([
    'The first answer is late. It was due on 09:40.',
    'The solution is due on 09:50.',
  ]);
  // The question is as old as the words of it.
  const one = await it.ask();
  await mine(one);
  const second = await it.reply('client', one['id'], 'And my tracker shows Nagpur.');
  product.clock.move(70 * 60_000);
  const made = await it.must(
    it.call('agent', 'POST', `/help-desk/split/${one['id']}`, {
      wordIds: [second['id']],
      subject: 'Tracker in Nagpur',
    }),
  );
  await later(1);
  expect(await warned(made)).toEqual(['The first answer is late. It was due on 10:46.']);
});

test('one that was solved late and is opened again has time for it, and is warned of anew', async () => {
  const ticket = await it.ask();
  await mine(ticket);
  await it.reply('agent', ticket['id'], 'We look into it.');
  await later(250);
  await it.must(it.turn('agent', ticket['id'], 4, 'Done.'));
  await it.must(it.turn('client', ticket['id'], 6));
  const row = await it.ticket(ticket['id']);
  expect(row).toMatchObject({ promise: 'ON_TIME', requestStatus: 6 });
  expect(new Date(row['dueAt']).getTime() - product.clock.now().getTime()).toBeGreaterThan(59 * 60_000);
  await later(50);
  await later(15);
  expect(await warned(ticket)).toEqual([
    'The solution is late. It was due on 13:30.',
    'The solution is due on 14:40.',
    'The solution is late. It was due on 14:40.',
  ]);
  // What was late once counts as late, however soon it was solved the second time.
  await it.must(it.turn('agent', ticket['id'], 4, 'Done again.'));
  expect(await it.ticket(ticket['id'])).toMatchObject({ promise: 'MISSED', solutionInTime: false });
});

test('one that was resolved and switched off is not closed by time', async () => {
  const ticket = await it.ask();
  await it.must(it.turn('agent', ticket['id'], 4, 'Done.'));
  await it.must(it.call('admin', 'PUT', `/help-desk/status/${ticket['id']}`));
  await later(8 * 1_440);
  expect(await sql('select request_status from help_desk where id = $1', [ticket['id']])).toEqual([
    { request_status: '4' },
  ]);
  await it.must(it.call('admin', 'PUT', `/help-desk/status/${ticket['id']}`));
  await later(1);
  expect(await it.ticket(ticket['id'])).toMatchObject({ requestStatus: 5 });
});
