import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDesk } from '../testing/desk.ts';

let desk: Awaited<ReturnType<typeof startDesk>>;
beforeAll(async () => {
  desk = await startDesk();
}, 60_000);
afterAll(() => desk?.close());

const add = (name: string, more: object = {}) =>
  desk.call('support', 'POST', '/business-hours', {
    name,
    isUsual: false,
    monday: '9-13, 14.00 – 18:00',
    holidays: 'NATIONAL',
    ...more,
  });
const usualNow = async () =>
  (await desk.rowsOf('business-hours'))
    .filter(({ isUsual }: { isUsual: boolean }) => isUsual)
    .map(({ name }: { name: string }) => name);

test('hours are kept in one form, and the week is told in short', async () => {
  const made = await add('Short week', { saturday: '10-12' });
  expect(made.status, made.text).toBe(201);
  expect(made.json.data).toMatchObject({
    monday: '09:00-13:00, 14:00-18:00',
    tuesday: null,
    saturday: '10:00-12:00',
    openHours: 'Mon 09:00-13:00, 14:00-18:00; Sat 10:00-12:00',
  });
  const { id, version } = made.json.data;
  const changed = await desk.call('support', 'PUT', `/business-hours/${id}`, {
    name: 'Short week',
    isUsual: false,
    sunday: '00:00-24:00',
    holidays: 'NONE',
  });
  expect(changed.json.data).toMatchObject({ monday: null, openHours: 'Sun 00:00-24:00', version: version + 1 });
});

test('what cannot be hours is refused at its day', async () => {
  const answer = await add('Wrong', { monday: 'morning', tuesday: '18-9', friday: '9-12, 11-13' });
  expect(answer.status).toBe(400);
  expect(answer.json.fields).toEqual({
    monday: 'Write hours like 09:30-13:00, 14:00-18:00',
    tuesday: '18:00-09:00 ends before it begins',
    friday: '09:00-12:00 and 11:00-13:00 overlap or are out of order',
  });
  expect((await add('Never', { monday: '' })).json.fields).toEqual({ monday: 'Enter the hours of at least one day' });
  expect((await add('Nowhere', { holidays: 'STATES' })).json.fields).toEqual({
    holidayStates: 'Choose at least one state',
  });
  expect((await add('Everywhere', { holidayStates: ['MH'] })).json.fields).toEqual({
    holidayStates: 'Only with holidays of all India and of chosen states',
  });
  expect((await add('Chosen', { holidays: 'STATES', holidayStates: ['MH', 'GJ'] })).status).toBe(201);
});

test('one of them are the usual hours, also when two choose at once', async () => {
  expect(await usualNow()).toEqual(['Office hours']);
  const office = await desk.named('business-hours', 'Office hours');
  const refused = 'These are the usual hours. Make other ones the usual hours first';
  for (const answer of [
    await desk.call('admin', 'DELETE', `/business-hours/${office.id}`),
    await desk.call('admin', 'PUT', `/business-hours/status/${office.id}`),
  ])
    expect([answer.status, answer.json.message]).toEqual([409, refused]);
  const { monday, holidays } = office;
  const given = await desk.call('admin', 'PUT', `/business-hours/${office.id}`, {
    name: 'Office hours',
    isUsual: false,
    monday,
    holidays,
  });
  expect([given.status, given.json.fields?.isUsual]).toEqual([400, refused]);

  const answers = await Promise.all([add('Summer', { isUsual: true }), add('Winter', { isUsual: true })]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const [one, ...more] = await usualNow();
  expect([['Summer', 'Winter'].includes(one), more]).toEqual([true, []]);
  const [told] = (await desk.call('admin', 'GET', `/business-hours/${office.id}/history`)).json.data;
  expect(told).toMatchObject({ before: { isUsual: true }, after: { isUsual: false } });
  expect((await desk.call('admin', 'DELETE', `/business-hours/${office.id}`)).status).toBe(200);
});

test('inactive hours do not become the usual ones', async () => {
  const { id } = (await add('Closed for now')).json.data;
  await desk.call('admin', 'PUT', `/business-hours/status/${id}`);
  const answer = await desk.call('admin', 'PUT', `/business-hours/${id}`, {
    name: 'Closed for now',
    isUsual: true,
    monday: '9-18',
    holidays: 'NONE',
  });
  expect([answer.status, answer.json.fields.isUsual]).toEqual([400, 'These hours are inactive. Activate them first']);
});
