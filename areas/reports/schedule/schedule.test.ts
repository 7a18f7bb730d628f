import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type Carriers, carriersOf } from '#areas/gateway/testing/carriers.ts';
import { shortTimeouts, startSmtp, type TestSmtp } from '#areas/mail/testing/smtp.ts';
import { addTrip } from '#areas/trips/testing/trips.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { scheduleTask, sweepSchedules } from './schedule.job.ts';
import { scheduleJob } from './schedule.policy.ts';

let product: TestProduct;
let fleet: Carriers;
let smtp: TestSmtp;
let orgId: string;
beforeAll(async () => {
  smtp = await startSmtp();
  product = await startTestProduct({
    mail: { smtp: smtp.settings, timeouts: shortTimeouts },
    site: { origin: 'https://fleet.example.in' },
  });
  fleet = await carriersOf(product);
  orgId = fleet.orgNamed('Sahyadri Logistics');
});
afterAll(async () => {
  await product?.close();
  await smtp?.close();
});

const hour = 3_600_000;
const client = () => product.login('client@roadkeeper.test');
let serial = 0;
const bodyOf = (over: Record<string, unknown> = {}) => {
  serial += 1;
  return {
    name: `Morning ${serial}`,
    orgId,
    report: 'daily-summary',
    frequency: 'DAILY',
    atTime: '06:30',
    format: 'XLSX',
    recipients: ['client@roadkeeper.test'],
    ...over,
  };
};
async function post(over: Record<string, unknown> = {}, token?: string) {
  const by = token ?? (await client());
  return product.call('POST', '/report-schedule', { token: by, body: bodyOf(over) });
}
async function schedule(over: Record<string, unknown> = {}, token?: string): Promise<string> {
  const answer = await post(over, token);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json.data.id as string;
}
const read = async (id: string) =>
  (await product.call('GET', `/report-schedule/${id}`, { token: fleet.admin })).json.data;
interface Queued {
  to: string;
  subject: string;
  text: string;
  state: string;
  attachmentId: string | null;
}
const mailsOf = (id: string) =>
  fleet.sql((db) =>
    db.query<Queued>(
      `select to_address as to, subject, body_text as text, state, attachment_id as "attachmentId" from mail where record_id = $1 order by created_at, id`,
      [id],
    ),
  );
/** Moves the clock to a time of India on a day after today, and does what is due. */
async function until(hours: number): Promise<void> {
  await fleet.move(hours * hour);
  await product.product.jobs.runDue();
}
/** So many hours until half past six, the next morning or a later one. */
const toMorning = (days = 1) => {
  const now = product.clock.now().getTime();
  const india = now + 5.5 * hour;
  const morning = Math.floor(india / (24 * hour)) * 24 * hour + 6.5 * hour;
  const first = morning > india ? morning : morning + 24 * hour;
  return (first + (days - 1) * 24 * hour - india) / hour;
};
const account = (email: string, change: string) =>
  fleet.sql((db) => db.query(`update account set ${change} where email = $1`, [email]));

test('it is made with its next time, for users of the organisation who may view reports, and for nobody else', async () => {
  const made = await post();
  expect(made.status).toBe(201);
  const row = await read(made.json.data.id);
  // 06:30 of India after 11:30 on the 21st.
  expect(row).toMatchObject({
    nextRunAt: '2026-11-22T01:00:00.000Z',
    lastRunAt: null,
    problem: null,
    ownerName: expect.any(String),
  });
  const wrong = async (over: Record<string, unknown>) => (await post(over)).json.fields;
  expect(await wrong({ recipients: ['deccan@roadkeeper.test'] })).toEqual({
    recipients: 'No user of this organisation who may view this report: deccan@roadkeeper.test',
  });
  expect(await wrong({ recipients: ['stranger@example.in'] })).toHaveProperty('recipients');
  expect(await wrong({ frequency: 'WEEKLY' })).toEqual({ weekday: 'Choose a day of the week' });
  expect(await wrong({ atTime: '24:00' })).toHaveProperty('atTime');
  expect(await wrong({ report: 'fuel' })).toHaveProperty('report');
  const weekly = await schedule({ frequency: 'WEEKLY', weekday: 'MON' });
  expect((await read(weekly)).nextRunAt).toBe('2026-11-23T01:00:00.000Z');
  await product.call('PUT', `/report-schedule/status/${weekly}`, { token: await client() });
});

test('the email of the day comes once, with the figures, the file and a link, also when the job runs twice', async () => {
  const { vehicleId, bindingId } = await fleet.carrier();
  const plate = (await fleet.get(`/vehicle/${vehicleId}`)).data.registrationNo as string;
  const id = await schedule();
  // Half past eight on the day before the mail.
  const india = product.clock.now().getTime() + toMorning() * hour;
  await addTrip(product, { bindingId, startAt: new Date(india - 22 * hour).toISOString(), distanceM: 43_210 });
  smtp.arrived.length = 0;
  await until(toMorning());
  await product.product.mail.idle();
  const mails = await mailsOf(id);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    to: 'client@roadkeeper.test',
    subject: expect.stringMatching(/^Daily summary, \d+ Nov 2026$/),
  });
  expect(mails[0]?.text).toContain('Distance: 43.2 km.');
  expect(mails[0]?.text).toMatch(
    /https:\/\/fleet\.example\.in\/reports\?report=daily-summary&from=2026-11-\d\d&to=2026-11-\d\d/,
  );
  expect(mails[0]?.text).toMatch(/attached: daily-summary-2026-11-\d\d\.xlsx/);
  const row = await read(id);
  expect(row.lastRunAt).toBe(product.clock.now().toISOString());
  expect(Date.parse(row.nextRunAt) - Date.parse(row.lastRunAt)).toBe(24 * hour);
  // Nothing is due a second time, whatever is run.
  const { db, kit, jobs, mail } = product.product;
  await transact(db, everything, (tx) => scheduleTask({ kit, jobs, mail })(tx, { id }, product.clock.now()));
  await transact(db, everything, (tx) => jobs.add(tx, { name: scheduleJob, payload: { id } }));
  await product.product.jobs.runDue();
  await product.product.mail.idle();
  expect(await mailsOf(id)).toHaveLength(1);
  const arrived = smtp.arrived.filter(
    ({ to, raw }) => to[0] === 'client@roadkeeper.test' && raw.includes('daily-summary'),
  );
  expect(arrived.length).toBeGreaterThan(0);
  expect(arrived[0]?.text).toContain('Distance: 43.2 km.');
  expect(arrived[0]?.raw).toMatch(/filename=daily-summary-2026-11-\d\d\.xlsx/);
  expect(plate).toMatch(/^MH/);
  // Encrypted where it is kept.
  const [stored] = await fleet.sql((tx) =>
    tx.query<{ cipher: Buffer }>('select cipher from mail_attachment order by created_at desc limit 1'),
  );
  expect(stored?.cipher.subarray(0, 2).toString()).not.toBe('PK');
  await product.call('PUT', `/report-schedule/status/${id}`, { token: await client() });
});

test('days that were missed while nothing ran are caught up, each once', async () => {
  const id = await schedule({ format: 'CSV' });
  await until(toMorning(3));
  const mails = await mailsOf(id);
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(3);
  expect(mails).toHaveLength(3);
  expect(mails[0]?.text).toContain('There is nothing to attach.');
  // A job that is lost is planned anew.
  await fleet.sql((db) => db.query(`delete from job where name = $1`, [scheduleJob]));
  await fleet.move((toMorning() + 1) * hour);
  await transact(product.product.db, everything, (db) => sweepSchedules(db, product.product.jobs, product.clock.now()));
  await product.product.jobs.runDue();
  expect(await mailsOf(id)).toHaveLength(4);
  await product.call('DELETE', `/report-schedule/${id}`, { token: await client() });
  await until(toMorning());
  expect(await mailsOf(id)).toHaveLength(4);
});

test('it reads with the permissions of who saved it last, and stops with the reason when they are gone', async () => {
  const email = 'keeper@sahyadri.test';
  await product.addStaff(email, 'Client owner', orgId);
  const keeper = await product.login(email);
  const stops = async (id: string, problem: string) => {
    await until(toMorning());
    expect(await mailsOf(id)).toEqual([]);
    expect(await read(id)).toMatchObject({ status: 0, problem, nextRunAt: null });
  };
  const one = await schedule({}, keeper);
  await account(email, 'status = 0');
  await stops(one, 'OWNER_INACTIVE');
  const [history] = (await fleet.get(`/report-schedule/${one}/history`)).data as { after: object; actorName: string }[];
  expect(history).toMatchObject({ actorName: 'Roadkeeper', after: { status: 0, problem: 'OWNER_INACTIVE' } });
  // Whoever activates it is its owner from then on.
  const again = await client();
  expect((await product.call('PUT', `/report-schedule/status/${one}`, { token: again })).status).toBe(200);
  expect(await read(one)).toMatchObject({ status: 1, problem: null, nextRunAt: expect.any(String) });
  await until(toMorning());
  expect(await mailsOf(one)).toHaveLength(1);
  await product.call('PUT', `/report-schedule/status/${one}`, { token: await client() });

  await account(email, 'status = 1');
  const two = await schedule({ recipients: [email] }, await product.login(email));
  await fleet.sql((db) =>
    db.query(`update account set role_id = (select id from role where name = 'RTO clerk') where email = $1`, [email]),
  );
  await stops(two, 'NO_PERMISSION');
  await fleet.sql((db) =>
    db.query(`update account set role_id = (select id from role where name = 'Client owner') where email = $1`, [
      email,
    ]),
  );
  // Its recipient may no longer view reports.
  const three = await schedule({ recipients: [email] });
  await account(email, 'status = 0');
  await stops(three, 'NO_RECIPIENTS');
});

test('it stops after three emails in a row that bounced, and goes on when it is activated', async () => {
  const email = 'away@sahyadri.test';
  await product.addStaff(email, 'Client viewer', orgId);
  const id = await schedule({ recipients: [email] });
  smtp.answer = (address) => (address === email ? '550 5.1.1 No such user' : undefined);
  for (let day = 0; day < 3; day += 1) {
    await until(toMorning());
    await product.product.mail.idle();
    await product.product.jobs.runDue();
    await product.product.mail.idle();
  }
  expect((await mailsOf(id)).map(({ state }) => state)).toEqual(['bounced', 'suppressed', 'suppressed']);
  await until(toMorning());
  expect(await mailsOf(id)).toHaveLength(3);
  expect(await read(id)).toMatchObject({ status: 0, problem: 'BOUNCED' });
  smtp.answer = () => undefined;
});

test('staff have the report of one organisation mailed, and another organisation has no part in it', async () => {
  const admin = fleet.admin;
  const deccanId = fleet.orgNamed('Deccan Cold Chain');
  const { bindingId } = await fleet.carrier('Deccan Cold Chain');
  await addTrip(product, { bindingId, startAt: product.clock.now().toISOString(), distanceM: 77_000 });
  const { bindingId: elsewhere } = await fleet.carrier();
  await addTrip(product, { bindingId: elsewhere, startAt: product.clock.now().toISOString(), distanceM: 11_000 });
  // Of all clients they see, only those of the schedule's organisation are in it.
  const own = await schedule({ recipients: [], report: 'trips', orgId: deccanId }, admin);
  await until(toMorning());
  const [mail] = await mailsOf(own);
  expect(mail).toMatchObject({ to: 'admin@roadkeeper.test' });
  expect(mail?.text).toContain('Distance: 77 km.');
  // Another organisation neither sees the schedule nor makes one there.
  const deccan = await product.login('deccan@roadkeeper.test');
  const sahyadris = await schedule({});
  expect((await product.call('GET', `/report-schedule/${sahyadris}`, { token: deccan })).status).toBe(404);
  expect((await product.call('PUT', `/report-schedule/status/${sahyadris}`, { token: deccan })).status).toBe(404);
});

test('files of mails go after a month', async () => {
  const count = () =>
    fleet.sql((db) => db.query<{ count: number }>('select count(*)::int as count from mail_attachment'));
  expect((await count())[0]?.count).toBeGreaterThan(0);
  await fleet.sql((db) => db.query(`update report_schedule set status = 0`));
  await fleet.move(31 * 24 * hour);
  await product.product.planJobs();
  await fleet.move(hour);
  await product.product.jobs.runDue();
  expect((await count())[0]?.count).toBe(0);
});
