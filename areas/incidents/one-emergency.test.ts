import { afterAll, beforeAll, expect, test } from 'vitest';
import { incident } from './incident/incident.contract.ts';
import { startIncidents, type Who } from './testing/incidents.ts';

let its: Awaited<ReturnType<typeof startIncidents>>;
beforeAll(async () => {
  its = await startIncidents();
}, 120_000);
afterAll(() => its?.close());

const report = (who: Who, of: { vehicleId?: string; driverId?: string | null; isTest?: boolean }) =>
  its.call(who, 'POST', '/incident', { what: 'Driver phoned', isTest: false, ...of });
const change = (who: Who, id: string, of: { vehicleId?: string; driverId?: string | null; isTest?: boolean }) =>
  its.call(who, 'PUT', `/incident/${id}`, { what: 'Driver phoned', isTest: false, ...of });
const said = async (answer: ReturnType<typeof report>) => {
  const { status, json } = await answer;
  return [status, json.message];
};
const resolve = (id: string) => its.must(its.call('desk', 'POST', `/incident/resolve/${id}`, { outcome: 'Helped' }));
const openOf = async (vehicleId: string) => {
  const all = (await its.get('desk', '/incident/open')) as { id: string; incidentNo: string; vehicleId: string }[];
  return all.filter((one) => one.vehicleId === vehicleId);
};
const drivenTracker = async () => {
  const tracker = await its.tracker({ isDriven: true });
  const { driverId } = tracker.vehicle;
  if (driverId === null) throw new Error('Nobody drives it');
  return { ...tracker, driverId };
};
const byStaff = (no: string, of: 'vehicle' | 'driver') =>
  `${no} is open for this ${of}, and staff handle it. Tell the help desk what you know; call 112 if a life is in danger`;

test('an emergency of a driver is the one that is open for them or for what they drive; a test is apart', async () => {
  const { vehicle, driverId, press, client } = await drivenTracker();
  await press();
  const [raised] = await openOf(vehicle.id);
  const no = raised?.incidentNo ?? '';
  for (let time = 0; time < 2; time += 1)
    expect(await said(report('owner', { driverId }))).toEqual([409, byStaff(no, 'driver')]);
  expect(await said(report('desk', { driverId }))).toEqual([
    409,
    `${no} is open for this driver. Add what you know to it`,
  ]);
  const trial = await its.must(report('owner', { driverId, isTest: true }));
  expect(trial).toMatchObject({ isTest: true, vehicleId: vehicle.id });
  // Where the incident is told to have had another driver, the vehicle says it.
  await its.must(change('desk', raised?.id ?? '', { vehicleId: vehicle.id, driverId: null }));
  expect(await said(report('owner', { driverId }))).toEqual([409, byStaff(no, 'vehicle')]);
  await resolve(raised?.id ?? '');
  // What the client has reported they may add to themselves.
  const own = await its.must(report('owner', { driverId }));
  expect(await said(report('owner', { vehicleId: vehicle.id }))).toEqual([
    409,
    `${own.incidentNo} is open for this vehicle. Add what you know to it`,
  ]);
  its.product.clock.move(5_000);
  await press();
  const open = await openOf(vehicle.id);
  expect(open.map(({ id }) => id).sort()).toEqual([trial.id, own.id].sort());
  expect(open.find(({ id }) => id === own.id)).toMatchObject({ repeats: 1 });
  await resolve(own.id);
  client.end();
});

test('a driver who drives nothing has one emergency as well, and it is known by their name', async () => {
  const drivers = (await its.get('owner', '/drivers?take=100')) as {
    id: string;
    name: string;
    vehicleId: string | null;
  }[];
  const walker = drivers.find(({ vehicleId }) => vehicleId === null);
  const made = await its.must(report('owner', { driverId: walker?.id ?? '' }));
  expect(made).toMatchObject({ vehicleId: null, place: null });
  expect(await said(report('owner', { driverId: walker?.id ?? '' }))).toEqual([
    409,
    `${made.incidentNo} is open for this driver. Add what you know to it`,
  ]);
  its.product.clock.move(61_000);
  await its.product.product.jobs.runDue();
  const mails = (await its.must(its.call('desk', 'GET', '/mail?take=100'))) as { subject: string }[];
  expect(mails.map(({ subject }) => subject)).toContain(
    `Emergency ${made.incidentNo}: ${walker?.name}, not acknowledged for 1 minute`,
  );
  await resolve(made.id);
});

test('a driver who was reported in no vehicle and presses the button of the one they are given has the same emergency', async () => {
  const tracker = await its.tracker({ isDriven: true });
  const { driverId, id } = tracker.vehicle;
  await its.must(its.call('desk', 'POST', `/vehicle/driver-end/${id}`, {}));
  const made = await its.must(report('owner', { driverId }));
  expect(made.vehicleId).toBeNull();
  its.product.clock.move(5_000);
  await its.must(its.call('desk', 'POST', `/vehicle/driver/${id}`, { driverId }));
  its.product.clock.move(5_000);
  await tracker.press();
  expect(await openOf(id)).toMatchObject([{ id: made.id, repeats: 1 }]);
  expect(await its.get('owner', `/incident/${made.id}`)).toMatchObject({
    vehicleId: id,
    driverId,
    place: expect.stringContaining('Pune'),
  });
  const lines = (await its.get('owner', `/incident/timeline/${made.id}`)) as { kind: string; text: string | null }[];
  expect(lines.map(({ kind }) => kind)).toEqual(['RAISED', 'MOVED', 'REPEATED']);
  expect(lines[1]?.text).toContain(tracker.vehicle.registrationNo);
  // From then on it is the vehicle whose button was pressed.
  for (const other of [{ driverId }, { driverId, vehicleId: (await its.tracker()).vehicle.id }])
    expect(await said(change('owner', made.id, other))).toEqual([400, 'The vehicle whose button was pressed stays']);
  await resolve(made.id);
  tracker.client.end();
});

test('two reports of one driver at once are one emergency', async () => {
  const { driverId, client } = await drivenTracker();
  const answers = await Promise.all([report('owner', { driverId }), report('desk', { driverId })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  for (const { status, json } of answers) if (status === 201) await resolve(json.data.id);
  client.end();
});

test('what is reported of a driver alone is an emergency of the vehicle that they drive now, where it is', async () => {
  const { vehicle, driverId, report: drive, client } = await drivenTracker();
  await drive();
  const made = await its.must(report('owner', { driverId }));
  expect(made).toMatchObject({ vehicleId: vehicle.id, driverId, place: expect.stringContaining('Pune') });
  expect(made.lat).toBeCloseTo(18.87, 4);
  await resolve(made.id);
  client.end();
});

test('an emergency that turns out to be of another vehicle goes there with its place, and not where one is open', async () => {
  const [busy, free] = [await its.tracker(), await its.tracker()];
  await busy.press();
  const [raised] = await openOf(busy.vehicle.id);
  const other = await its.tracker();
  const made = await its.must(report('owner', { vehicleId: other.vehicle.id }));
  expect(made.place).toBeNull();
  expect(await said(change('owner', made.id, { vehicleId: busy.vehicle.id }))).toEqual([
    409,
    byStaff(raised?.incidentNo ?? '', 'vehicle'),
  ]);
  await free.report();
  const moved = await its.must(change('owner', made.id, { vehicleId: free.vehicle.id }));
  expect(moved).toMatchObject({ vehicleId: free.vehicle.id, place: expect.stringContaining('Pune') });
  // A vehicle that was never seen is not where the other one was.
  const back = await its.must(change('owner', made.id, { vehicleId: other.vehicle.id }));
  expect([back.place, back.lat, back.positionAt]).toEqual([null, null, null]);
  // It is no second one of its own.
  await its.must(change('owner', made.id, { vehicleId: other.vehicle.id, driverId: null }));
  // What is said again changes nothing. Each move stands in the timeline, the last of them from a driver to nobody.
  await its.must(change('owner', made.id, { vehicleId: other.vehicle.id, driverId: null }));
  const lines = (await its.get('desk', `/incident/timeline/${made.id}`)) as { kind: string; text: string | null }[];
  const moves = lines.filter(({ kind }) => kind === 'MOVED').map(({ text }) => text ?? '');
  expect(moves.slice(0, 2).map((text) => text.split(',')[0])).toEqual([
    free.vehicle.registrationNo,
    other.vehicle.registrationNo,
  ]);
  expect(new Set(moves).size, 'none stands twice').toBe(moves.length);
  await resolve(made.id);
  for (const { client } of [busy, free, other]) client.end();
});

test('the tabs of the list leave tests out, each of them', async () => {
  const { vehicle, client } = await its.tracker();
  client.end();
  const trial = await its.must(report('desk', { vehicleId: vehicle.id, isTest: true }));
  const real = await its.must(report('desk', { vehicleId: vehicle.id }));
  const tabs = incident.readyViews.filter(({ tab }) => tab);
  expect(tabs.map(({ name }) => name)).toEqual(['Open', 'Not acknowledged']);
  for (const { search } of tabs) {
    const query = new URLSearchParams({ ...search, take: '100' });
    const ids = ((await its.get('desk', `/incident?${query.toString()}`)) as { id: string }[]).map(({ id }) => id);
    expect([ids.includes(real.id), ids.includes(trial.id)]).toEqual([true, false]);
  }
});
