import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Calendar, openMs } from '../sla/business-time.rules.ts';
import { startDesk } from '../testing/desk.ts';
import { readCalendar } from './calendar.store.ts';

let desk: Awaited<ReturnType<typeof startDesk>>;
let login: { id: string } & Record<string, unknown>;
let sos: { id: string };
beforeAll(async () => {
  desk = await startDesk();
  login = await desk.named('help-category', 'Login');
  sos = await desk.named('help-category', 'SOS');
}, 60_000);
afterAll(() => desk?.close());

const from = new Date('2026-11-21T06:00:00Z');
const read = (categoryId: string | null, stateCode: string | null, at = from): Promise<Calendar> =>
  desk.as((db) => readCalendar(db, { categoryId, stateCode }, at));
/** Hours in which the desk is open on a day of India. */
const hoursOn = ({ week, days }: Calendar, day: string) => {
  const start = Date.parse(`${day}T00:00:00+05:30`);
  return openMs({ week, days }, start, start + 86_400_000) / 3_600_000;
};
const holiday = async (day: string, name: string, more: object = {}) => {
  const made = await desk.call('operations', 'POST', '/holiday', { day, name, ...more });
  expect(made.status, made.text).toBe(201);
  return made.json.data.id as string;
};

test('a category without hours of its own has the usual ones; SOS is open day and night, on holidays too', async () => {
  const usual = await read(login.id, null);
  expect(hoursOn(usual, '2026-11-23')).toBe(9);
  expect(hoursOn(usual, '2026-11-28')).toBe(9);
  expect(hoursOn(usual, '2026-11-29')).toBe(0);
  // Guru Nanak Jayanti.
  expect(hoursOn(usual, '2026-11-24')).toBe(0);
  expect(usual.days.get('2026-11-24')?.name).toBe('Guru Nanak Jayanti');
  expect(await read(null, null)).toEqual(usual);
  const always = await read(sos.id, 'MH');
  expect(['2026-11-24', '2026-11-29'].map((day) => hoursOn(always, day))).toEqual([24, 24]);
});

test('a holiday of a state holds for its customers, where the hours say so', async () => {
  const id = await holiday('2026-12-03', 'Goa Liberation rehearsal', { states: ['GA', 'KA'] });
  expect(hoursOn(await read(login.id, 'GA'), '2026-12-03')).toBe(0);
  expect(hoursOn(await read(login.id, 'MH'), '2026-12-03')).toBe(9);
  expect(hoursOn(await read(login.id, null), '2026-12-03')).toBe(9);

  const add = async (name: string, more: object) =>
    (await desk.call('admin', 'POST', '/business-hours', { name, isUsual: false, thursday: '9-17', ...more })).json
      .data;
  const here = await add('Pune office', { holidays: 'STATES', holidayStates: ['MH', 'KA'] });
  const nation = await add('National desk', { holidays: 'NATIONAL' });
  const put = (businessHoursId: string | null) =>
    desk.call('admin', 'PUT', `/help-category/${login.id}`, { ...bodyOf(login), businessHoursId });
  expect((await put(here.id)).status).toBe(200);
  expect(hoursOn(await read(login.id, 'TN'), '2026-12-03')).toBe(0);
  await put(nation.id);
  expect(hoursOn(await read(login.id, 'GA'), '2026-12-03')).toBe(8);
  // Hours that are switched off give way to the usual ones.
  await desk.call('admin', 'PUT', `/business-hours/status/${nation.id}`);
  expect(hoursOn(await read(login.id, 'MH'), '2026-12-03')).toBe(9);
  await put(null);
  await desk.call('admin', 'DELETE', `/holiday/${id}`);
  expect(hoursOn(await read(login.id, 'GA'), '2026-12-03')).toBe(9);
});

test('on half a holiday the desk is open in what it leaves of the usual hours', async () => {
  const id = await holiday('2026-12-31', 'New Year’s Eve', { openHours: '8-13' });
  await holiday('2027-01-03', 'A Sunday', { openHours: '9-13' });
  const calendar = await read(login.id, null);
  expect(hoursOn(calendar, '2026-12-31')).toBe(3.5);
  expect(hoursOn(calendar, '2027-01-03')).toBe(0);
  // Another holiday on the same day takes away what it leaves.
  await holiday('2026-12-31', 'Stocktaking', { openHours: '12-18' });
  const both = await read(login.id, null);
  expect(hoursOn(both, '2026-12-31')).toBe(1);
  expect(both.days.get('2026-12-31')?.name).toBe('New Year’s Eve, Stocktaking');
  await desk.call('admin', 'PUT', `/holiday/status/${id}`);
  expect(hoursOn(await read(login.id, null), '2026-12-31')).toBe(6);
  const wrong = await desk.call('admin', 'POST', '/holiday', { day: '2026-12-30', name: 'Wrong', openHours: '13-9' });
  expect(wrong.json.fields).toEqual({ openHours: '13:00-09:00 ends before it begins' });
});

test('holidays count from the day of the moment on, by the clock of India', async () => {
  await holiday('2026-12-10', 'Yesterday in London');
  expect((await read(null, null, new Date('2026-12-10T18:00:00Z'))).days.has('2026-12-10')).toBe(true);
  expect((await read(null, null, new Date('2026-12-10T18:30:00Z'))).days.has('2026-12-10')).toBe(false);
});

test('changed hours count at once, and without any it is Monday to Saturday, 09:30 to 18:30', async () => {
  const office = await desk.named('business-hours', 'Office hours');
  const changed = await desk.call('admin', 'PUT', `/business-hours/${office.id}`, {
    name: 'Office hours',
    isUsual: true,
    monday: '10-12',
    holidays: 'CUSTOMER',
  });
  expect(changed.status, changed.text).toBe(200);
  const calendar = await read(login.id, null);
  expect(['2026-11-23', '2026-11-25'].map((day) => hoursOn(calendar, day))).toEqual([2, 0]);
  await desk.as((db) => db.query('update business_hours set status = 0'));
  const none = await read(login.id, 'GA');
  expect(['2026-11-23', '2026-11-28', '2026-11-29'].map((day) => hoursOn(none, day))).toEqual([9, 9, 0]);
});

const bodyOf = ({ name, slaFirstResponseMin, slaResolutionMin, position }: Record<string, unknown>) => ({
  name,
  slaFirstResponseMin,
  slaResolutionMin,
  position,
});
