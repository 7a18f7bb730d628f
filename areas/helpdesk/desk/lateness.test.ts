import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything } from '#kit/server/db/database.ts';
import { enter, follow, listen, type Said, type TestSocket } from '#kit/server/live/testing/sockets.ts';
import { deskOf, type Json } from '../testing/tickets.ts';
import { planTickets } from '../tickets/tickets.job.ts';
import { dueTopic } from './due-notice.contract.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
let url: string;
beforeAll(async () => {
  // Monday, 11:30 in India.
  product = await startTestProduct({ at: '2026-11-23T06:00:00Z' });
  it = await deskOf(product);
  url = await listen(product);
});
afterAll(() => product?.close());

const lookOut = async (minutes: number): Promise<void> => {
  product.clock.move(minutes * 60_000);
  await product.product.jobs.runDue();
};
const heard = (socket: TestSocket): Said[] => socket.said.filter(({ type }) => type === 'data');

test('who has a ticket and its team hear that it becomes due and that it is late; a client cannot even follow it', async () => {
  const agent = (await it.get('admin', '/user?q=operations'))[0] as Json;
  await planTickets(product.product.db, product.product.jobs, product.clock.now());
  // Eight minutes until the first answer, so that no session ends meanwhile.
  const category = await it.must(
    it.call('admin', 'POST', '/help-category', {
      name: 'Urgent questions of tests',
      slaFirstResponseMin: 8,
      slaResolutionMin: 240,
      businessHoursId: it.category['businessHoursId'],
      position: 901,
    }),
  );
  const ticket = await it.ask({ subject: 'Where is my receipt?', categoryId: category['id'] });
  await it.must(it.call('admin', 'POST', '/help-desk/assign', { ids: [ticket['id']], userId: agent['id'] }));
  const sockets: TestSocket[] = [];
  const open = async (who: 'agent' | 'admin' | 'client') => {
    const socket = await enter(product, url, it.tokens[who]);
    sockets.push(socket);
    return { socket, answer: await follow(socket, dueTopic) };
  };
  const [own, other, customer] = [await open('agent'), await open('admin'), await open('client')];
  expect([own.answer.type, other.answer.type, customer.answer.type]).toEqual(['subscribed', 'subscribed', 'refused']);
  // Three quarters of it are over.
  await lookOut(7);
  const soon = await own.socket.next(({ type, data }) => type === 'data' && data.id === ticket['id']);
  expect(soon).toMatchObject({
    topic: dueTopic,
    data: { ticketNo: ticket['ticketNo'], subject: 'Where is my receipt?', isLate: false, isOwn: true },
  });
  expect(soon.data).toMatchObject({ dueAt: new Date(ticket['dueAt']).toISOString() });
  await lookOut(3);
  const late = await own.socket.next(({ type, data }) => type === 'data' && data.isLate);
  expect(late.data.id).toBe(ticket['id']);
  // Neither whoever has nothing to do with it, nor its customer.
  expect(heard(other.socket)).toEqual([]);
  expect(heard(customer.socket)).toEqual([]);
  // Once each.
  await lookOut(2);
  expect(heard(own.socket)).toHaveLength(2);
  // One that nobody has yet: its team hears, and it is nobody's own.
  const team = await it.team();
  const admin = (await it.get('admin', '/user?q=admin'))[0] as Json;
  await product.product.db.transact(everything, (db) =>
    db.query(
      'insert into help_team_member (team_id, account_id, added_at) values ($1, $2, now()) on conflict do nothing',
      [team['id'], admin['id']],
    ),
  );
  const teams = await it.ask({ subject: 'Who answers this one?', categoryId: category['id'] });
  await it.must(it.call('admin', 'POST', '/help-desk/assign', { ids: [teams['id']], teamId: team['id'] }));
  await lookOut(7);
  const told = await other.socket.next(({ type, data }) => type === 'data' && data.id === teams['id']);
  expect(told.data).toMatchObject({ isLate: false, isOwn: false });
  expect(heard(customer.socket)).toEqual([]);
  for (const { socket } of sockets) socket.close();
});
