import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, type Param, transact } from '#kit/server/db/database.ts';
import { deskOf, type Json } from '../testing/tickets.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
beforeAll(async () => {
  // Monday, 10:00 in India.
  product = await startTestProduct({ at: '2026-11-23T04:30:00Z' });
  it = await deskOf(product);
});
afterAll(() => product?.close());

const sql = <T>(text: string, params: Param[]) =>
  transact(product.product.db, everything, (db) => db.query<T>(text, params));
const jobs = () => product.product.jobs.runDue();
/** When a ticket is due by what is kept of it, and by the reckoning that explains it; they are to agree. */
async function dueOf(id: string): Promise<string> {
  const [row, why] = [await it.ticket(id), await it.get('agent', `/help-desk/due/${id}`)];
  expect([row['firstDueAt'], row['resolutionDueAt']].map((at) => new Date(at).toISOString())).toEqual([
    why['first'].dueAt,
    why['solution'].dueAt,
  ]);
  return new Date(new Date(row['firstDueAt']).getTime() + 19_800_000).toISOString().slice(0, 16);
}
const change = async (path: string, id: string, values: Json) => {
  const row = await it.get('admin', `/${path}/${id}`);
  const { name, slaFirstResponseMin, slaResolutionMin, slaReopenMin, businessHoursId, position } = row;
  const whole =
    path === 'help-category'
      ? { name, slaFirstResponseMin, slaResolutionMin, slaReopenMin, businessHoursId, position, ...values }
      : values;
  await it.must(it.call('admin', 'PUT', `/${path}/${id}`, whole));
};

test('a ticket is due by the hours of now: of the desk, its holidays and its category, when these change while it is open', async () => {
  const hours = await it.must(
    it.call('admin', 'POST', '/business-hours', {
      name: 'Hours that change',
      isUsual: false,
      monday: '9:30-18:30',
      tuesday: '9:30-18:30',
      wednesday: '9:30-18:30',
      holidays: 'CUSTOMER',
    }),
  );
  await change('help-category', it.category['id'], { businessHoursId: hours['id'] });
  const { id } = await it.ask();
  expect(await dueOf(id)).toBe('2026-11-23T11:00');
  // Opens at noon from now on.
  await change('business-hours', hours['id'], {
    name: 'Hours that change',
    isUsual: false,
    monday: '12-18:30',
    tuesday: '12-18:30',
    holidays: 'CUSTOMER',
  });
  await jobs();
  expect(await dueOf(id)).toBe('2026-11-23T13:00');
  // Monday becomes half a holiday (the Tuesday is one by the list of the Union), and the Monday after it a whole one.
  const half = await it.must(
    it.call('admin', 'POST', '/holiday', {
      name: 'Half a day',
      day: '2026-11-23',
      states: [],
      openHours: '12:00-12:30',
    }),
  );
  await jobs();
  expect(await dueOf(id)).toBe('2026-11-30T12:30');
  await it.must(it.call('admin', 'POST', '/holiday', { name: 'A whole day', day: '2026-11-30', states: [] }));
  await jobs();
  expect(await dueOf(id)).toBe('2026-12-01T12:30');
  await it.must(it.call('admin', 'DELETE', `/holiday/${half['id']}`));
  await jobs();
  expect(await dueOf(id)).toBe('2026-11-23T13:00');
  await change('help-category', it.category['id'], { slaFirstResponseMin: 120 });
  await jobs();
  expect(await dueOf(id)).toBe('2026-11-23T14:00');
});

test('the holidays of a customer are those of the state that the organisation has now', async () => {
  const { id, orgId } = await it.ask();
  const before = await dueOf(id);
  await it.must(it.call('admin', 'POST', '/holiday', { name: 'Of Sikkim', day: '2026-11-23', states: ['SK'] }));
  await jobs();
  expect(await dueOf(id)).toBe(before);
  const organisation = await it.get('admin', `/organisation/${orgId}`);
  const writable = ['name', 'kind', 'contactName', 'contactMobile', 'contactEmail', 'gstin', 'address', 'city', 'pin'];
  const values = Object.fromEntries(
    writable.flatMap((name) => ((organisation[name] ?? null) === null ? [] : [[name, organisation[name]]])),
  );
  await it.must(it.call('admin', 'PUT', `/organisation/${orgId}`, { ...values, state: 'SK' }));
  await jobs();
  expect(organisation['state']).not.toBe('SK');
  expect(await dueOf(id)).not.toBe(before);
});

test('many open tickets are reckoned by the job in steps, closed ones stay as they ended, and who has them is warned at once', async () => {
  product.clock.move(Date.parse('2026-11-25T04:30:00Z') - product.clock.now().getTime());
  const [hours] = (await it.get('admin', '/business-hours?q=Tests&take=1')) as Json[];
  const category = await it.must(
    it.call('admin', 'POST', '/help-category', {
      name: 'Questions in plenty',
      slaFirstResponseMin: 300,
      slaResolutionMin: 600,
      businessHoursId: hours?.['id'],
      position: 905,
    }),
  );
  const done = await it.ask({ categoryId: category['id'] });
  await it.must(it.turn('agent', done['id'], 4, 'Done.'));
  const ended = await it.ticket(done['id']);
  const open = await it.ask({ categoryId: category['id'] });
  const agent = (await it.get('admin', '/user?q=operations'))[0] as Json;
  await it.must(it.call('admin', 'POST', '/help-desk/assign', { ids: [open['id']], userId: agent['id'] }));
  await sql(
    `insert into help_desk (id, ticket_no, subject, description, category_id, priority, org_id)
     select gen_random_uuid(), 'HD-0001-' || n, 'One of many', 'One of many questions', category_id, priority, org_id
     from help_desk, generate_series(1, 250) n where id = $1`,
    [open['id']],
  );
  await sql(
    `insert into help_desk_turn (ticket_id, org_id, no, at, clock, to_status, actor, by_staff)
     select id, org_id, 1, $1, 'OPEN', '0', 'Tests', false from help_desk where subject = 'One of many'`,
    ['2026-11-25T04:30:00Z'],
  );
  product.clock.move(60 * 60_000);
  await jobs();
  await change('help-category', category['id'], { slaFirstResponseMin: 30, slaResolutionMin: 70 });
  await jobs();
  const stands = await sql<{ promise: string; tickets: number }>(
    `select promise, count(*)::int as tickets from help_desk where category_id = $1 and id <> $2 group by 1`,
    [category['id'], done['id']],
  );
  expect(stands).toEqual([{ promise: 'LATE', tickets: 251 }]);
  expect(await it.ticket(done['id'])).toMatchObject({ promise: ended['promise'], solutionInTime: true });
  const mails = await sql<{ subject: string }>(
    `select subject from mail where record_id = $1 and subject ~ '(due|late)' and subject !~ 'still missing' order by id`,
    [open['id']],
  );
  expect(mails.map(({ subject }) => subject.slice(String(open['ticketNo']).length + 2))).toEqual([
    'The first answer is late. It was due on 25 Nov 2026, 10:30.',
    'The solution is due on 25 Nov 2026, 11:10.',
  ]);
});
