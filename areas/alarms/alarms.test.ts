import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIncidents } from '#areas/incidents/testing/incidents.ts';

let its: Awaited<ReturnType<typeof startIncidents>>;
beforeAll(async () => {
  its = await startIncidents();
}, 120_000);
afterAll(() => its?.close());

const minuteMs = 60_000;
const alarmsOf = async (vehicleId: string, who: 'desk' | 'owner' = 'owner') =>
  (await its.get(who, `/alarm?vehicleId=${vehicleId}`)) as {
    id: string;
    what: string;
    alarmState: string;
    repeats: number;
    place: string | null;
    incidentId: string | null;
    rights: string[];
  }[];
const titles = async (who: 'desk' | 'owner' | 'stranger') => {
  await its.product.product.jobs.runDue();
  return ((await its.get(who, '/notification?take=100')) as { title: string; topic: string }[])
    .filter(({ topic }) => topic.startsWith('device-alarm'))
    .map(({ title }) => title);
};
const ownerOrg = async () => (await its.get('owner', '/vehicle?take=1'))[0].orgId as string;

test('a cut cable is one alarm while it lasts: told once, acknowledged with a note, and known to nobody else', async () => {
  const tracker = await its.tracker();
  const { vehicle } = tracker;
  await tracker.report();
  await tracker.beat(2);
  its.product.clock.move(5 * minuteMs);
  await tracker.beat(2);
  const [row, ...more] = await alarmsOf(vehicle.id);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ what: 'Power cut', alarmState: 'NEW', repeats: 1, rights: ['view', 'export'] });
  expect(row?.place).toContain('Pune');
  expect((await titles('owner')).filter((title) => title.includes(vehicle.registrationNo))).toEqual([
    expect.stringMatching(/^Power cut: /),
  ]);
  expect((await titles('stranger')).filter((title) => title.includes(vehicle.registrationNo))).toEqual([]);
  const id = row?.id ?? '';
  expect((await its.call('stranger', 'GET', `/alarm/${id}`)).status).toBe(404);
  const strange = await its.call('stranger', 'POST', '/alarm/acknowledge', { ids: [id] });
  expect([strange.status, strange.json.data]).toEqual([200, { done: 0, left: 1 }]);
  const done = await its.call('owner', 'POST', '/alarm/acknowledge', { ids: [id], note: 'Battery was changed' });
  expect([done.status, done.json.message, done.json.data]).toEqual([200, 'Alarm acknowledged.', { done: 1, left: 0 }]);
  const again = await its.call('desk', 'POST', '/alarm/acknowledge', { ids: [id] });
  expect([again.status, again.json.data]).toEqual([200, { done: 0, left: 1 }]);
  const now = await its.get('desk', `/alarm/${id}`);
  expect(now).toMatchObject({ alarmState: 'ACKNOWLEDGED', note: 'Battery was changed' });
  const history = await its.get('owner', `/alarm/${id}/history`);
  expect(history[0]).toMatchObject({
    action: 'update',
    before: { alarmState: 'NEW' },
    after: { alarmState: 'ACKNOWLEDGED' },
  });
  tracker.client.end();
});

test('staff who acknowledge are told of to the client as staff', async () => {
  const tracker = await its.tracker();
  await tracker.beat(2);
  const [row] = await alarmsOf(tracker.vehicle.id);
  await its.must(its.call('desk', 'POST', '/alarm/acknowledge', { filter: { vehicleId: tracker.vehicle.id } }));
  expect((await its.get('owner', `/alarm/${row?.id}`)).acknowledgedBy).toBe('Staff');
  tracker.client.end();
});

test('an SOS is an alarm that is handled as its emergency', async () => {
  const tracker = await its.tracker();
  await tracker.report();
  await tracker.press();
  const [row] = await alarmsOf(tracker.vehicle.id);
  const [incident] = await its.get('owner', `/incident?vehicleId=${tracker.vehicle.id}`);
  expect(row).toMatchObject({ what: 'SOS button', alarmState: 'EMERGENCY', incidentId: incident.id });
  const { json } = await its.call('owner', 'POST', '/alarm/acknowledge', { ids: [row?.id] });
  expect([json.message, json.data.done]).toEqual(['No alarm was waiting to be acknowledged.', 0]);
  await its.must(its.call('desk', 'POST', `/incident/resolve/${incident.id}`, { outcome: 'Driver was helped' }));
  tracker.client.end();
});

test('a rule of the organisation decides: not recorded, urgent and to the control room, one person alone, paused', async () => {
  const orgId = await ownerOrg();
  const given = { name: 'Own rule', treatment: 'RECORD', notify: 'NORMAL', tellStaff: false, pauseMin: 30 };
  const rule = (body: object) => its.must(its.call('owner', 'POST', '/alarm-rule', { ...given, ...body }));
  const tracker = await its.tracker();
  const plate = tracker.vehicle.registrationNo;
  // Nobody silences an emergency, not even their own.
  const sos = await its.call('owner', 'POST', '/alarm-rule', {
    ...given,
    kind: 'SOS',
    treatment: 'IGNORE',
    notify: 'NOBODY',
  });
  expect([sos.status, sos.json.fields]).toEqual([400, { treatment: 'An SOS is always recorded' }]);
  const shock = await rule({ kind: 'SHOCK', treatment: 'IGNORE', notify: 'NOBODY' });
  await tracker.beat(1);
  expect(await alarmsOf(tracker.vehicle.id)).toEqual([]);
  await its.must(
    its.call('owner', 'PUT', `/alarm-rule/${shock.id}`, {
      ...given,
      kind: 'SHOCK',
      treatment: 'ACKNOWLEDGE',
      notify: 'URGENT',
      tellStaff: true,
      orgId,
    }),
  );
  its.product.clock.move(1_000);
  await tracker.beat(1);
  expect(await alarmsOf(tracker.vehicle.id)).toMatchObject([{ what: 'Shock', alarmState: 'NEW' }]);
  const ofPlate = async (who: 'desk' | 'owner') => (await titles(who)).filter((title) => title.includes(plate));
  expect([await ofPlate('desk'), await ofPlate('owner')]).toEqual([
    [expect.stringMatching(/^Shock: /)],
    [expect.stringMatching(/^Shock: /)],
  ]);
  // Another one within the pause is recorded, and nobody is disturbed.
  its.product.clock.move(20 * minuteMs);
  await tracker.beat(1);
  expect((await alarmsOf(tracker.vehicle.id)).length).toBe(2);
  expect((await ofPlate('owner')).length).toBe(1);
  its.product.clock.move(20 * minuteMs);
  await tracker.beat(1);
  expect((await ofPlate('owner')).length).toBe(2);
  // One person alone: not the owner.
  const people = (await its.get('owner', '/app-user?take=100')) as { id: string; email: string | null }[];
  const other = people.find(({ email }) => email !== null && email !== 'client@roadkeeper.test');
  await rule({ kind: 'LOW_BATTERY', personId: other?.id });
  await tracker.beat(3);
  expect((await alarmsOf(tracker.vehicle.id)).map(({ what }) => what)).toContain('Low battery');
  expect((await ofPlate('owner')).filter((title) => title.startsWith('Low battery'))).toEqual([]);
  const twice = await its.call('owner', 'POST', '/alarm-rule', {
    name: 'Again',
    kind: 'SHOCK',
    treatment: 'RECORD',
    notify: 'NOBODY',
    tellStaff: false,
    pauseMin: 0,
  });
  expect(twice.status).toBe(409);
  const wrong = await its.call('owner', 'POST', '/alarm-rule', {
    name: 'x',
    kind: 'NONE',
    treatment: 'RECORD',
    notify: 'NOBODY',
    tellStaff: false,
    pauseMin: 2_000,
  });
  expect([wrong.status, Object.keys(wrong.json.errors ?? wrong.json.fields ?? {}).sort()]).toEqual([
    400,
    ['kind', 'name', 'pauseMin'],
  ]);
  const onTwoLines = await its.call('owner', 'POST', '/alarm-rule', { ...given, kind: 'DOOR', name: 'Door\r\nopen' });
  expect([onTwoLines.status, onTwoLines.json.fields]).toEqual([
    400,
    { name: 'Write this on one line, without line breaks' },
  ]);
  const strangers = (await its.get('stranger', '/app-user?take=1')) as { id: string }[];
  const foreign = await its.call('owner', 'POST', '/alarm-rule', {
    name: 'Foreign',
    kind: 'DOOR',
    treatment: 'RECORD',
    notify: 'NORMAL',
    tellStaff: false,
    pauseMin: 0,
    personId: strangers[0]?.id,
  });
  expect(foreign.status).toBe(400);
  tracker.client.end();
});

test('nobody makes, changes or deletes an alarm; what names nothing acknowledges nothing', async () => {
  const tracker = await its.tracker();
  await tracker.beat(2);
  const [row] = await alarmsOf(tracker.vehicle.id);
  const calls = [
    await its.call('desk', 'POST', '/alarm', { what: 'Power cut' }),
    await its.call('desk', 'PUT', `/alarm/${row?.id}`, { what: 'Nothing' }),
    await its.call('desk', 'DELETE', `/alarm/${row?.id}`),
    await its.call('owner', 'DELETE', `/alarm/${row?.id}`),
    await its.call('desk', 'PUT', `/alarm/status/${row?.id}`),
    await its.call('desk', 'POST', '/alarm/bulk', { action: 'delete', ids: [row?.id] }),
    await its.call('owner', 'POST', '/alarm/acknowledge', {}),
    await its.call('owner', 'POST', '/alarm/acknowledge', { filter: {} }),
    await its.call('owner', 'POST', '/alarm/acknowledge', { ids: ['nothing'] }),
    await its.call('owner', 'POST', '/alarm/acknowledge', { ids: [row?.id], filter: {} }),
    await its.call('owner', 'POST', '/alarm/acknowledge', { ids: [row?.id], note: 'x'.repeat(1_001) }),
  ];
  expect(calls.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 400, 400, 400, 400, 400]);
  expect(await alarmsOf(tracker.vehicle.id)).toMatchObject([{ alarmState: 'NEW' }]);
  tracker.client.end();
});
