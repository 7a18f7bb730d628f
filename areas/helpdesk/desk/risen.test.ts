import { afterAll, expect, test } from 'vitest';
import { everything, transact } from '#kit/server/db/database.ts';
import { enter, follow, listen } from '#kit/server/live/testing/sockets.ts';
import { deskOnMondays } from '../testing/mondays.ts';
import type { Json } from '../testing/tickets.ts';
import { dueTopic } from './due-notice.contract.ts';

const { product, it, agent, later } = await deskOnMondays();
afterAll(() => product.close());

const assigned = async (more: Json = {}): Promise<Json> => {
  const ticket = await it.ask(more);
  await it.must(it.call('admin', 'POST', '/help-desk/assign', { ids: [ticket['id']], userId: agent['id'] }));
  return ticket;
};
/** Who was mailed that something stays late, and what. */
const risen = async ({ id, ticketNo }: Json): Promise<[to: string, what: string][]> => {
  const rows = await transact(product.product.db, everything, (db) =>
    db.query<{ to: string; subject: string }>(
      `select to_address as "to", subject from mail where record_id = $1 and subject ~ 'still missing' order by subject, to_address`,
      [id],
    ),
  );
  return rows.map(({ to, subject }) => [
    to.split('@')[0] as string,
    subject.slice(String(ticketNo).length + 2).replaceAll(/ \d+ \w+ 2026,/g, ''),
  ]);
};
const text = (what: string, at: string) =>
  `The ${what} is still missing. It was due on ${at}. Farida Shaikh has this ticket. You are told because you run the help desk.`;

test('what somebody has and leaves late for an hour of open time rises once to those who run the desk, for each promise', async () => {
  const ticket = await assigned();
  await later(61);
  await later(58);
  expect(await risen(ticket)).toEqual([]);
  // 11:31: the first answer was due at 10:30.
  await later(2);
  const runners = (what: string, at: string) =>
    ['admin', 'support'].map((who) => [who, text(what, at)] as [string, string]);
  expect(await risen(ticket)).toEqual(runners('first answer', '10:30'));
  await later(30);
  await later(145);
  expect(await risen(ticket)).toHaveLength(2);
  // 14:31: the solution was due at 13:30.
  await later(6);
  await later(60);
  expect(await risen(ticket)).toEqual([...runners('first answer', '10:30'), ...runners('solution', '13:30')]);
  expect((await it.ticket(ticket['id']))['promise']).toBe('LATE');
});

test('hours in which the desk is closed do not count, and what is answered meanwhile does not rise', async () => {
  const [forgotten, answered] = [await assigned(), await assigned()];
  const { id } = await it.ask();
  // An hour before the desk closes.
  product.clock.move(8 * 60 * 60_000);
  const evening = await assigned();
  await later(62);
  expect(await risen(forgotten)).not.toEqual([]);
  await it.reply('agent', answered['id'], 'We look into it.');
  await later(14 * 60);
  expect(await risen(evening)).toEqual([]);
  await later(120);
  expect((await risen(evening)).map(([to]) => to)).toEqual(['admin', 'support']);
  // What nobody has was told to them when it was late, and is not told again.
  expect(await risen({ id, ticketNo: '' })).toEqual([]);
});

test('where less than an hour was promised, it rises when twice of that is used, on open pages too', async () => {
  const url = await listen(product);
  const category = await it.must(
    it.call('admin', 'POST', '/help-category', {
      name: 'Urgent questions of tests',
      slaFirstResponseMin: 4,
      slaResolutionMin: 240,
      businessHoursId: it.category['businessHoursId'],
      position: 921,
    }),
  );
  // Signs in anew: the clock was moved by a day.
  const ticket = await assigned({ categoryId: category['id'] });
  await it.get('agent', '/help-team');
  await it.get('client', '/help-desk');
  const open = async (who: 'admin' | 'agent' | 'client') => {
    const socket = await enter(product, url, it.tokens[who]);
    await follow(socket, dueTopic);
    return socket;
  };
  const [runner, own, customer] = [await open('admin'), await open('agent'), await open('client')];
  await later(5);
  expect((await own.next(({ type, data }) => type === 'data' && data.isLate)).data.isRisen).toBe(false);
  await later(4);
  const told = await runner.next(({ type, data }) => type === 'data' && data.id === ticket['id']);
  expect(told.data).toMatchObject({ isLate: true, isRisen: true, isAnswer: true, isOwn: false });
  await later(2);
  const heard = [own, customer].map(({ said }) => said.filter(({ type, data }) => type === 'data' && data.isRisen));
  expect(heard).toEqual([[], []]);
  expect(runner.said.filter(({ type, data }) => type === 'data' && data.id === ticket['id'])).toHaveLength(1);
  for (const { socket } of [runner, own, customer]) socket.close();
});
