import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type Carriers, carriersOf } from '#areas/gateway/testing/carriers.ts';
import { addTrip, placeVehicle, type TestTrip } from '#areas/trips/testing/trips.ts';
import { type Report, type ReportName, type ReportRow, reportNames } from './report-answers.contract.ts';
import { reportFacts, totalsOf } from './report-columns.contract.ts';

let product: TestProduct;
let fleet: Carriers;
let sahyadri: string;
let deccan: string;
beforeAll(async () => {
  product = await startTestProduct();
  fleet = await carriersOf(product);
  sahyadri = await product.login('client@roadkeeper.test');
  deccan = await product.login('deccan@roadkeeper.test');
});
afterAll(() => product?.close());

const call = (path: string, token = fleet.admin) => product.call('GET', `/report/${path}`, { token });
async function read<Name extends ReportName>(name: Name, query: string, token = fleet.admin): Promise<Report<Name>> {
  const answer = await call(`${name}?${query}`, token);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json.data;
}
const plateOf = async (id: string): Promise<string> => (await fleet.get(`/vehicle/${id}`)).data.registrationNo;
/** A time of November in India. */
const ist = (day: number, clock = '08:00') =>
  new Date(`2026-11-${String(day).padStart(2, '0')}T${clock}:00+05:30`).toISOString();
const trip = (of: TestTrip) => addTrip(product, of);
const idle = (from: string, seconds: number) => ({
  kind: 'idle' as const,
  from: Date.parse(from),
  to: Date.parse(from) + seconds * 1_000,
  lat: 23.03,
  lon: 72.47,
});

/** A visit of a geofence, as the pipeline keeps it. Minutes null: it goes on. */
const visit = (vehicleId: string, orgId: string, fence: string, at: string, minutes: number | null) =>
  fleet.sql(async (db) => {
    const add = (kind: string, when: string) =>
      db.query(
        `insert into geofence_event (id, org_id, vehicle_id, geofence_id, geofence_name, kind, at, lat_e7, lon_e7, visit_at, raised, created_at)
         values (gen_random_uuid(), $1, $2, md5($3)::uuid, $3, $4, $5, 230349126, 724752554, $6, true, $5)`,
        [orgId, vehicleId, fence, kind, when, at],
      );
    await add('ENTER', at);
    if (minutes !== null) await add('EXIT', new Date(Date.parse(at) + minutes * 60_000).toISOString());
  });

const sumOf = (rows: readonly ReportRow[], key: string): number =>
  Number(rows.reduce((sum, row) => sum + Number((row as Record<string, unknown>)[key] ?? 0), 0).toFixed(1));

/** A vehicle of Sahyadri with two drivers and three days of November, a night among them. */
async function driven() {
  const one = await fleet.carrier();
  const [asha, ravi] = [await fleet.driver(one.orgId), await fleet.driver(one.orgId)];
  const add = (startAt: string, minutes: number, driverId: string | undefined, distanceM: number, maxKmh: number) =>
    trip({
      bindingId: one.bindingId,
      startAt,
      minutes,
      ...(driverId ? { driverId } : {}),
      distanceM,
      maxKmh,
      stops: [idle(startAt, 60)],
    });
  await add(ist(3, '08:00'), 60, asha, 40_000, 80);
  await add(ist(3, '09:30'), 30, ravi, 20_000, 60);
  // Over midnight: it belongs to the day on which it began.
  await add(ist(3, '23:30'), 90, asha, 70_000, 95);
  await add(ist(4, '10:00'), 20, undefined, 9_000, 50);
  await visit(one.vehicleId, one.orgId, `Depot ${one.vehicleId}`, ist(3, '08:10'), 20);
  await visit(one.vehicleId, one.orgId, `Depot ${one.vehicleId}`, ist(4, '10:05'), null);
  return { ...one, asha, ravi };
}

test('the daily summary says what a vehicle did on each day, and a trip belongs to the day on which it began', async () => {
  const { vehicleId, orgId, bindingId } = await driven();
  await placeVehicle(product, bindingId, { fixAt: ist(20, '11:00') });
  const { rows, count, totals, bars } = await read(
    'daily-summary',
    `from=2026-11-01&to=2026-11-10&vehicleId=${vehicleId}`,
  );
  const vehicle = {
    vehicleId,
    vehicle: await plateOf(vehicleId),
    vehicleDeleted: false,
    orgId,
    org: 'Sahyadri Logistics',
    lastFixAt: ist(20, '11:00'),
    visits: 1,
  };
  expect(rows).toEqual([
    {
      ...vehicle,
      day: '2026-11-04',
      trips: 1,
      distanceM: 9_000,
      movingS: 1_140,
      idleS: 60,
      stoppedS: 0,
      maxKmh: 50,
      averageKmh: 28.4,
      firstStartAt: ist(4, '10:00'),
      lastEndAt: ist(4, '10:20'),
    },
    {
      ...vehicle,
      day: '2026-11-03',
      trips: 3,
      distanceM: 130_000,
      movingS: 180 * 60 - 180,
      idleS: 180,
      // From 9:00 to 9:30 and from 10:00 to 23:30.
      stoppedS: 14 * 3_600,
      maxKmh: 95,
      averageKmh: 44.1,
      firstStartAt: ist(3, '08:00'),
      lastEndAt: ist(4, '01:00'),
    },
  ]);
  expect(count).toBe(2);
  expect(totals).toEqual({
    trips: 4,
    distanceM: 139_000,
    movingS: 200 * 60 - 240,
    idleS: 240,
    stoppedS: 14 * 3_600,
    maxKmh: 95,
    visits: 2,
  });
  expect(bars).toEqual([
    { key: '2026-11-03', label: '2026-11-03', value: 130_000 },
    { key: '2026-11-04', label: '2026-11-04', value: 9_000 },
  ]);
});

test('every report adds up to its rows, and those over the same trips to the same', async () => {
  const { vehicleId } = await driven();
  const query = `from=2026-11-01&to=2026-11-30&vehicleId=${vehicleId}&take=100`;
  const found = new Map<ReportName, Report>();
  for (const name of reportNames) {
    const report = await read(name, query);
    found.set(name, report);
    expect(report.rows.length, name).toBe(report.count);
    for (const key of totalsOf(name)) {
      const isHighest = key === 'maxKmh';
      const expected = isHighest
        ? Math.max(...report.rows.map((row) => Number((row as Record<string, unknown>)[key])))
        : sumOf(report.rows, key);
      expect([name, key, report.totals[key]]).toEqual([name, key, expected]);
    }
  }
  const distances = (['daily-summary', 'trips', 'vehicle-distance', 'driver-distance'] as const).map(
    (name) => found.get(name)?.totals['distanceM'],
  );
  expect(new Set(distances)).toEqual(new Set([139_000]));
  expect(found.get('stops')?.totals['durationS']).toBe(found.get('daily-summary')?.totals['stoppedS']);
  expect(found.get('idling')?.totals['durationS']).toBe(found.get('daily-summary')?.totals['idleS']);
  expect(found.get('geofence-visits')?.count).toBe(found.get('daily-summary')?.totals['visits']);
  // The list of trips says the same.
  const { rows } = (await fleet.get(`/vehicle-trips?vehicleId=${vehicleId}`)).data as { rows: { distanceM: number }[] };
  expect(rows.reduce((sum, { distanceM }) => sum + distanceM, 0)).toBe(139_000);
});

test('stops, idling and visits say where, when and for how long; drivers are told apart', async () => {
  const { vehicleId, asha, ravi } = await driven();
  const of = `from=2026-11-03&to=2026-11-04&vehicleId=${vehicleId}`;
  const stops = await read('stops', of);
  expect(stops.rows.map(({ startAt, endAt, durationS, driverId }) => [startAt, endAt, durationS, driverId])).toEqual([
    [ist(3, '10:00'), ist(3, '23:30'), 13.5 * 3_600, ravi],
    [ist(3, '09:00'), ist(3, '09:30'), 1_800, asha],
  ]);
  expect(stops.rows[0]?.place).toMatchObject({ town: 'Bopal' });
  const longest = await read('stops', `${of}&sort=durationS`);
  expect(longest.rows.map(({ durationS }) => durationS)).toEqual([1_800, 13.5 * 3_600]);
  const idling = await read('idling', of);
  expect(idling.rows.map(({ startAt, durationS }) => [startAt, durationS])).toEqual([
    [ist(4, '10:00'), 60],
    [ist(3, '23:30'), 60],
    [ist(3, '09:30'), 60],
    [ist(3, '08:00'), 60],
  ]);
  const visits = await read('geofence-visits', of);
  expect(visits.rows.map(({ geofence, startAt, endAt, durationS }) => [geofence, startAt, endAt, durationS])).toEqual([
    [`Depot ${vehicleId}`, ist(4, '10:05'), null, null],
    [`Depot ${vehicleId}`, ist(3, '08:10'), ist(3, '08:30'), 1_200],
  ]);
  const drivers = await read('driver-distance', of);
  expect(
    drivers.rows.map(({ driverId, days, trips, distanceM, perDayM }) => [driverId, days, trips, distanceM, perDayM]),
  ).toEqual([
    [asha, 1, 2, 110_000, 110_000],
    [ravi, 1, 1, 20_000, 20_000],
    [null, 1, 1, 9_000, 9_000],
  ]);
  expect(drivers.bars.map(({ value }) => value)).toEqual([110_000, 20_000, 9_000]);
  for (const name of reportNames) {
    const { rows, totals } = await read(name, `${of}&driverId=${ravi}`);
    if (name === 'geofence-visits') expect(rows).toEqual([]);
    else expect([name, rows.length], name).toEqual([name, 1]);
    if ('distanceM' in totals) expect([name, totals['distanceM']]).toEqual([name, 20_000]);
  }
});

test('a trip in progress counts on the day on which it began, and ends the stop before it', async () => {
  const { vehicleId, bindingId } = await fleet.carrier();
  await trip({ bindingId, startAt: ist(21, '06:00'), minutes: 60, distanceM: 1_000 });
  const today = `from=2026-11-21&to=2026-11-21&vehicleId=${vehicleId}`;
  expect((await read('stops', today)).count).toBe(0);
  await trip({ bindingId, startAt: ist(21, '08:00'), minutes: 30, distanceM: 500, state: 'LIVE' });
  const { rows, totals } = await read('daily-summary', today);
  expect(rows).toMatchObject([
    { trips: 2, distanceM: 1_500, stoppedS: 3_600, firstStartAt: ist(21, '06:00'), lastEndAt: ist(21, '08:30') },
  ]);
  expect(totals).toMatchObject({ trips: 2, distanceM: 1_500, stoppedS: 3_600 });
  expect(await read('stops', today)).toMatchObject({ count: 1, totals: { durationS: 3_600 } });
  expect(await read('trips', today)).toMatchObject({ count: 2, totals: { distanceM: 1_500 } });
});

test('rows are chosen by group and organisation, and each page and order is as asked', async () => {
  const [one, two] = [await fleet.carrier(), await fleet.carrier()];
  const third = await fleet.carrier('Deccan Cold Chain');
  for (const [{ bindingId }, km] of [
    [one, 30],
    [two, 20],
    [third, 10],
  ] as const)
    for (const day of [11, 12]) await trip({ bindingId, startAt: ist(day), distanceM: km * 1_000 + day });
  const group = await product.call('POST', '/vehicle-group', {
    token: fleet.admin,
    body: { name: 'Reported', orgId: one.orgId, colour: 'BLUE' },
  });
  const groupId = group.json.data.id as string;
  await product.call('POST', `/vehicle-group/${groupId}/vehicles`, {
    token: fleet.admin,
    body: { ids: [one.vehicleId] },
  });
  const of = 'from=2026-11-11&to=2026-11-12';
  const ofGroup = await read('vehicle-distance', `${of}&vehicleGroupId=${groupId}`);
  expect(ofGroup.rows.map(({ vehicleId, days }) => [vehicleId, days])).toEqual([[one.vehicleId, 2]]);
  expect((await read('trips', `${of}&vehicleGroupId=${groupId}`, deccan)).count).toBe(0);
  expect((await read('trips', `${of}&orgId=${third.orgId}`)).count).toBe(2);
  const all = `${of}&vehicleId=${one.vehicleId},${two.vehicleId},${third.vehicleId}`;
  expect((await read('vehicle-distance', all)).rows.map(({ vehicleId }) => vehicleId)).toEqual(
    [one, two, third].map(({ vehicleId }) => vehicleId),
  );
  // Pages of the summary: days are read that they lie in, and no row comes twice or is lost.
  for (const sort of ['-day', 'day', 'distanceM', '-distanceM']) {
    const pages = [];
    for (let skip = 0; skip < 8; skip += 2)
      pages.push(...(await read('daily-summary', `${all}&take=2&skip=${skip}&sort=${sort}`)).rows);
    expect(pages.length, sort).toBe(6);
    expect(new Set(pages.map(({ day, vehicleId }) => `${day} ${vehicleId}`)).size, sort).toBe(6);
    const key = sort.replace('-', '') as 'day' | 'distanceM';
    const values = pages.map((row) => row[key]);
    const inOrder = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(values, sort).toEqual(sort.startsWith('-') ? inOrder.toReversed() : inOrder);
  }
  expect((await read('vehicle-distance', `${all}&skip=10`)).count).toBe(3);
});

test('each organisation sees what was its own, also of a vehicle that changed hands and of what is deleted', async () => {
  const { vehicleId, bindingId, orgId } = await fleet.carrier();
  const deccanId = fleet.orgNamed('Deccan Cold Chain');
  const driverId = await fleet.driver(orgId);
  await trip({ bindingId, startAt: ist(5), distanceM: 5_000, driverId });
  await trip({ bindingId, startAt: ist(5, '12:00'), distanceM: 7_000, orgId: deccanId });
  await visit(vehicleId, orgId, `Own ${vehicleId}`, ist(5), 10);
  await visit(vehicleId, deccanId, `Theirs ${vehicleId}`, ist(5, '12:00'), 10);
  await placeVehicle(product, bindingId, { fixAt: ist(20) });
  const of = `from=2026-11-05&to=2026-11-05&vehicleId=${vehicleId}`;
  for (const name of reportNames) {
    const [own, theirs] = [await read(name, of, sahyadri), await read(name, of, deccan)];
    const distance = (report: Report) => report.totals['distanceM'];
    if (reportFacts[name].columns.some(({ key }) => key === 'distanceM'))
      expect([name, distance(own), distance(theirs)]).toEqual([name, 5_000, 7_000]);
    expect([name, own.count, theirs.count]).toEqual(
      name === 'stops' || name === 'idling' ? [name, 0, 0] : [name, 1, 1],
    );
  }
  // The vehicle is named, and where it is now is its owner's to know.
  expect((await read('daily-summary', of, deccan)).rows).toMatchObject([
    { vehicle: await plateOf(vehicleId), lastFixAt: null, visits: 1, orgId: deccanId },
  ]);
  await product.call('DELETE', `/drivers/${driverId}`, { token: fleet.admin });
  await product.call('DELETE', `/vehicle/${vehicleId}`, { token: fleet.admin });
  expect((await read('trips', of, sahyadri)).rows).toMatchObject([
    { vehicle: expect.stringMatching(/^MH/), vehicleDeleted: true, driver: expect.any(String), driverDeleted: true },
  ]);
});

test('what cannot be is refused with words, and what is not there is nothing', async () => {
  const wrong = async (query: string, name: ReportName = 'trips') => {
    const answer = await call(`${name}?${query}`);
    return [answer.status, answer.json.fields];
  };
  expect(await wrong('from=2026-11-10&to=2026-11-09')).toEqual([
    400,
    { to: 'The last day must not be before the first' },
  ]);
  expect(await wrong('from=2026-08-01&to=2026-11-01')).toEqual([400, { to: 'A report covers at most 92 days' }]);
  expect((await call('trips?from=2026-08-01&to=2026-10-31')).status).toBe(200);
  expect(await wrong('from=2026-13-01')).toEqual([400, { from: 'Must be a date, like 2026-11-21' }]);
  expect(await wrong('sort=vehicle')).toEqual([400, { sort: 'Not a field this report can be sorted by' }]);
  expect(await wrong('vehicleId=1')).toEqual([400, { vehicleId: 'Must be the id of a record' }]);
  expect((await wrong('geofenceId=00000000-0000-7000-8000-000000000000'))[0]).toBe(400);
  expect((await wrong('period=yesterday'))[0]).toBe(400);
  expect((await call('fuel')).status).toBe(404);
  expect(await read('trips', 'from=2026-11-01&vehicleId=00000000-0000-7000-8000-000000000000')).toMatchObject({
    rows: [],
    count: 0,
    totals: { distanceM: 0 },
  });
  // Left out, it is yesterday.
  expect(await read('trips', '')).toMatchObject({ from: '2026-11-20', to: '2026-11-20' });
});

test('visits are for those who may see geofence alerts', async () => {
  await product.addStaff('clerk-of-reports@roadkeeper.test', 'Finance');
  const finance = await product.login('clerk-of-reports@roadkeeper.test');
  expect((await call('trips', finance)).status).toBe(403);
  await fleet.sql((db) =>
    db.query(
      `insert into permission (role_id, module_id, actions) select r.id, m.id, '{view}' from role r, module m where r.name = 'Finance' and m.key = 'report'`,
    ),
  );
  await product.restart();
  const again = await product.login('clerk-of-reports@roadkeeper.test');
  expect((await call('geofence-visits', again)).status).toBe(403);
  const { vehicleId, bindingId, orgId } = await fleet.carrier();
  await trip({ bindingId, startAt: ist(20) });
  await visit(vehicleId, orgId, 'Kept', ist(20), 5);
  const { rows, totals } = await read('daily-summary', `vehicleId=${vehicleId}`, again);
  expect([rows[0]?.visits, totals['visits']]).toEqual([null, null]);
});

test('all rows leave as CSV and XLSX, in units of people, and no text of them runs as a formula', async () => {
  const { vehicleId, orgId } = await driven();
  await visit(vehicleId, orgId, '=1+2', ist(3, '12:00'), 5);
  const post = (name: ReportName, body: object, token = sahyadri) =>
    product.call('POST', `/report/${name}/export`, { token, body });
  const filter = { from: '2026-11-03', to: '2026-11-04', vehicleId };
  const csv = await post('daily-summary', { format: 'csv', filter });
  expect([csv.status, csv.headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="daily-summary-2026-11-03-to-2026-11-04.csv"',
  ]);
  const plate = await plateOf(vehicleId);
  expect(csv.text.trim().split('\r\n')).toEqual([
    'Day,Vehicle,Trips,Distance (km),Driving (min),Idling (min),Stopped (min),First start (IST),Last stop (IST),Top speed (km/h),Average speed (km/h),Geofence visits,Last position (IST)',
    `2026-11-04,${plate},1,9,19,1,0,2026-11-04 10:00:00,2026-11-04 10:20:00,50,28.4,1,`,
    `2026-11-03,${plate},3,130,177,3,840,2026-11-03 08:00:00,2026-11-04 01:00:00,95,44.1,2,`,
  ]);
  const visits = await post('geofence-visits', { format: 'csv', filter });
  expect(visits.text).toContain(`,'=1+2,`);
  const trips = (await post('trips', { format: 'csv', filter })).text.trim().split('\r\n');
  expect(trips).toHaveLength(5);
  expect(trips[1]).toContain(',No driver,');
  for (const name of reportNames) {
    const xlsx = await post(name, { format: 'xlsx', filter });
    expect([name, xlsx.status]).toEqual([name, 200]);
    const [head] = await readSheet(xlsx.raw);
    const [line] = (await post(name, { format: 'csv', filter })).text.split('\r\n');
    expect([name, head?.join()]).toEqual([name, line?.replaceAll('"', '').replace('\uFEFF', '')]);
  }
  const workbook = await readSheet((await post('daily-summary', { format: 'xlsx', filter })).raw);
  // Figures are numbers.
  expect(workbook.slice(1).map((cells) => cells.slice(1, 6))).toEqual([
    [plate, 1, 9, 19, 1],
    [plate, 3, 130, 177, 3],
  ]);
  expect((await post('trips', { format: 'csv', filter }, deccan)).text.trim().split('\r\n')).toHaveLength(1);
  expect((await post('trips', { format: 'pdf' })).status).toBe(400);
  expect((await post('trips', { format: 'csv', filter: { period: 'today' } })).status).toBe(400);
  await product.addStaff('reader@sahyadri.test', 'Client viewer', orgId);
  const viewer = await product.login('reader@sahyadri.test');
  expect((await post('trips', { format: 'csv', filter }, viewer)).status).toBe(403);
  const entries = await fleet.sql((db) =>
    db.query<{ title: string }>(
      `select record_title as title from history where module = 'report' and action = 'export' order by at limit 2`,
    ),
  );
  expect(entries.map(({ title }) => title)).toEqual(['Daily summary', 'Geofence visits']);
});
