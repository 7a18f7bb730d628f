import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { addTrip } from '#areas/trips/testing/trips.ts';
import { type PlateUse, plateUses } from '#kit/contract/formats/plate-use.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { fuelTypes } from '../catalogue/specification.contract.ts';
import { type Fleet, fleetOf } from '../testing/fleet.ts';

let product: TestProduct;
let fleet: Fleet;
let uses: Map<string, PlateUse>;
/** One vehicle of each use, which everything that lists show of vehicles was made for. */
const shown = new Map<PlateUse, { id: string; plate: string }>();
beforeAll(async () => {
  product = await startTestProduct({ fleet: true });
  fleet = await fleetOf(product);
  uses = await usesByRule();
  for (const use of plateUses) shown.set(use, await vehicleOf(use));
}, 180_000);
afterAll(() => product?.close());

const get = async (path: string, token = fleet.admin) => {
  const answer = await product.call('GET', path, { token });
  expect(answer.status, `${path} ${answer.text}`).toBe(200);
  return answer.json;
};
const post = async (path: string, body: object): Promise<void> => {
  const answer = await product.call('POST', path, { token: fleet.admin, body });
  expect(answer.status, `${path} ${answer.text}`).toBe(201);
};
const sql = <Row>(text: string, params: string[] = []) =>
  transact(product.product.db, everything, (db) => db.query<Row>(text, params));

interface Row {
  id: string;
  registrationNo: string;
  fuelType: string | null;
  categoryId: string | null;
  registrationKind: string | null;
  plateUse: PlateUse;
}

/** The rule: BH numbers are private; green is electric, whoever drives it. */
function ruleOf(
  { fuelType, registrationKind }: Pick<Row, 'fuelType' | 'registrationKind'>,
  isTransport: boolean,
): PlateUse {
  const isCommercial = isTransport && registrationKind !== 'BH';
  if (fuelType === 'ELECTRIC') return isCommercial ? 'ELECTRIC_COMMERCIAL' : 'ELECTRIC';
  return isCommercial ? 'COMMERCIAL' : 'PRIVATE';
}

/** What the rule says of every vehicle, by its plate. */
async function usesByRule(): Promise<Map<string, PlateUse>> {
  const categories: { id: string; isTransport: boolean }[] = (await get('/vehicle-category?take=100')).data;
  const transport = new Set(categories.filter(({ isTransport }) => isTransport).map(({ id }) => id));
  const rows: Row[] = (await get('/vehicle?take=100')).data;
  return new Map(rows.map((row) => [row.registrationNo, ruleOf(row, transport.has(row.categoryId ?? ''))]));
}

/** A vehicle with this use that carries a device, with a trip, a violation, an emergency and a share link. */
async function vehicleOf(use: PlateUse): Promise<{ id: string; plate: string }> {
  const carried = await sql<{ id: string; plate: string; bindingId: string }>(
    `select v.id, v.registration_no as plate, b.id as "bindingId" from vehicle v join device_binding b on b.vehicle_id = v.id and b.to_at is null
     where v.status = 1 and v.deleted_at is null and v.situation = 'IN_USE' order by v.registration_no`,
  );
  const found = carried.find(({ plate }) => uses.get(plate) === use);
  if (!found) throw new Error(`No vehicle of the demo fleet is ${use}`);
  const { id, plate, bindingId } = found;
  const tripId = await addTrip(product, { bindingId, startAt: '2026-11-20T06:00:00.000Z' });
  await sql(
    `insert into violation (id, org_id, vehicle_id, device_id, trip_id, tier, severity, state, from_at, to_at, road_id, road_name, peak_lat_e7,
       peak_lon_e7, limit_kmh, limit_source, threshold_kmh, statutory_tolerance_pct, company_buffer_kmh, speed_class, peak_kmh, mean_kmh,
       length_m, confidence, fixes, segments, refused, track, hash, created_at, updated_at)
     select $1, t.org_id, t.vehicle_id, t.device_id, t.id, 'REVIEW', 'MAJOR', 'TO_REVIEW', t.start_at, t.start_at + interval '1 minute', $1,
       'Sample road', 230000000, 720000000, 60, 'ROAD_TYPE', 63, 5, 0, 'M1', 90, 88, 1500, 1, 12, '[]', '[]', '[]', repeat('0', 64),
       t.start_at, t.start_at from trip t where t.id = $2`,
    [uuidv7(), tripId],
  );
  await post('/incident', { what: 'Driver phoned', vehicleId: id, isTest: false });
  await post('/share-link', { vehicleId: id, minutes: 60 });
  return { id, plate };
}

type Json = null | string | number | boolean | Json[] | { [name: string]: Json };
const names = ['label', 'vehicle', 'plate', 'registrationNo', 'subject', 'name'] as const;

/** Every plate in an answer that says its use, with all that is said of it. */
function platesIn(answer: Json, found = new Map<string, Set<Json>>()): Map<string, Set<Json>> {
  if (answer === null || typeof answer !== 'object') return found;
  const own = Array.isArray(answer) ? {} : answer;
  const name = names.map((one) => own[one]).find((one) => typeof one === 'string' && uses.has(one));
  if (typeof name === 'string' && ('plateUse' in own || own['isPlate'] === true))
    found.set(name, (found.get(name) ?? new Set()).add(own['plateUse'] ?? null));
  for (const one of Object.values(answer)) platesIn(one, found);
  return found;
}

const lists = [
  ['vehicles', '/vehicle?take=100'],
  ['the live map', '/live-map'],
  ['trips', '/vehicle-trips?take=100'],
  ['violations', '/violation?take=100'],
  ['incidents', '/incident?take=100'],
  ['open emergencies', '/incident/open'],
  ['devices', '/device?take=100'],
  ['device health', '/device-health?take=100'],
  ['share links', '/share-link?take=100'],
] as const;
/** Lists that show what the demo fleet has: not a vehicle of every use. */
const others = [
  ['documents', '/vehicle-kyc-doc?take=100'],
  ['policies', '/app-user-policy?take=100'],
  ['challans', '/challan?take=100'],
  ['the board of challans', '/challan/board'],
  ['alarms', '/alarm?take=100'],
  ['drivers', '/drivers?take=100'],
  ['tickets', '/help-desk?take=100'],
  ['transfers', '/ownership-transfer?take=100'],
  ['the calendar', '/calendar?from=2026-11-01&to=2026-12-31&take=100'],
  ['the dashboard', '/dashboard'],
] as const;

describe('a plate has one colour', () => {
  test.each([...lists, ...others])('%s say of every plate what the rule says', async (_, path) => {
    const found = [...platesIn(await get(path))];
    expect(found.length).toBeGreaterThan(0);
    for (const [plate, said] of found) expect([plate, ...said]).toEqual([plate, uses.get(plate)]);
  });

  test.each(lists)('%s show a vehicle of every use', async (_, path) => {
    const found = platesIn(await get(path));
    for (const [use, { plate }] of shown) expect([...(found.get(plate) ?? [])], plate).toEqual([use]);
  });

  test.each(plateUses)('the record of a vehicle and what is about it: %s', async (use) => {
    const { id, plate } = shown.get(use) as { id: string; plate: string };
    expect((await get(`/vehicle/${id}`)).data).toMatchObject({ registrationNo: plate, plateUse: use });
    const [trip] = (await get(`/vehicle-trips?vehicleId=${id}`)).data.rows;
    expect((await get(`/vehicle-trips/${trip.id}`)).data).toMatchObject({ vehicle: plate, plateUse: use });
    const [violation] = (await get(`/violation?vehicleId=${id}`)).data;
    expect((await get(`/violation/${violation.id}`)).data).toMatchObject({ vehicle: plate, plateUse: use });
    const [incident] = (await get(`/incident?vehicleId=${id}`)).data;
    expect((await get(`/incident/${incident.id}`)).data.vehicle).toMatchObject({ label: plate, plateUse: use });
  });
});

test('each fuel, with each kind of category and number, has the use that the rule says', async () => {
  for (const isTransport of [false, true])
    for (const fuelType of [null, ...fuelTypes.map(({ value }) => value)])
      for (const bharat of [false, true]) {
        const of = bharat ? { registrationNo: `25BH${1000 + uses.size}AA` } : {};
        const category = isTransport ? fleet.heavy : fleet.light;
        const row: Row = await fleet.row('vehicle', await fleet.vehicle({ ...of, fuelType, categoryId: category.id }));
        uses.set(row.registrationNo, row.plateUse);
        expect(row.registrationKind).toBe(bharat ? 'BH' : 'PERMANENT');
        expect([fuelType, isTransport, bharat, row.plateUse]).toEqual([
          fuelType,
          isTransport,
          bharat,
          ruleOf(row, isTransport),
        ]);
      }
});

test('another fuel or category recolours the plate wherever it is shown, and so does a corrected category', async () => {
  const given = fleet.body({ fuelType: 'DIESEL' });
  const vehicleId = await fleet.vehicle(given);
  const theirs = await fleet.vehicle({ fuelType: 'ELECTRIC', orgId: fleet.orgNamed('Deccan Cold Chain') });
  await post('/share-link', { vehicleId, minutes: 60 });
  await post('/incident', { what: 'Driver phoned', vehicleId, isTest: false });
  const said = async () => {
    const [incident] = (await get(`/incident?vehicleId=${vehicleId}`)).data;
    const links: { vehicleId: string; plateUse: PlateUse }[] = (await get('/share-link?take=100')).data;
    const { plateUse } = (await get(`/vehicle/${vehicleId}`)).data as Row;
    return [plateUse, incident.vehicle.plateUse, links.find((one) => one.vehicleId === vehicleId)?.plateUse];
  };
  const put = async (path: string, body: object) => {
    const answer = await product.call('PUT', path, { token: fleet.admin, body });
    expect(answer.status, answer.text).toBe(200);
  };
  const correct = async ({ id }: { id: string }, isTransport: boolean) => {
    const { name, code, licenceClasses, speedClass, isEmergency } = await fleet.row('vehicle-category', id);
    await put(`/vehicle-category/${id}`, { name, code, licenceClasses, speedClass, isEmergency, isTransport });
    while ((await product.product.jobs.runDue()) > 0);
  };
  expect(await said()).toEqual(['PRIVATE', 'PRIVATE', 'PRIVATE']);
  await put(`/vehicle/${vehicleId}`, { ...given, fuelType: 'ELECTRIC' });
  expect(await said()).toEqual(['ELECTRIC', 'ELECTRIC', 'ELECTRIC']);
  await put(`/vehicle/${vehicleId}`, { ...given, fuelType: 'DIESEL', categoryId: fleet.heavy.id });
  expect(await said()).toEqual(['COMMERCIAL', 'COMMERCIAL', 'COMMERCIAL']);
  await correct(fleet.heavy, false);
  expect(await said()).toEqual(['PRIVATE', 'PRIVATE', 'PRIVATE']);
  await correct(fleet.light, true);
  expect(await fleet.row('vehicle', theirs)).toMatchObject({ plateUse: 'ELECTRIC_COMMERCIAL' });
});
