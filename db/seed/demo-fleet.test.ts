import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { readDrivers, readVehicles } from '#areas/compliance/status/facts.store.ts';
import { documentStates } from '#areas/documents/documents/document.contract.ts';
import {
  driverState,
  driverCompliance,
  vehicleState,
  vehicleCompliance,
} from '#areas/compliance/status/status.contract.ts';
import { driverStates } from '#areas/people/drivers/driver.contract.ts';
import { verdicts, vehicleStates } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { indiaDay } from '#kit/contract/days.ts';
import type { Checked } from '#kit/contract/formats/format.ts';
import { checkLicence } from '#kit/contract/formats/licence.ts';
import { checkPlate } from '#kit/contract/formats/plate.ts';
import { checkVin } from '#kit/contract/formats/vin.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { loadDemoFleet } from './demo-fleet.ts';

let product: TestProduct;
const rowsOf = <T>(text: string, of = product) => transact(of.product.db, everything, (db) => db.query<T>(text));
const idsOf = async (table: 'vehicle' | 'driver') =>
  (await rowsOf<{ id: string }>(`select id from ${table}`)).map(({ id }) => id);
const values = (choices: readonly { value: string }[]) => choices.map(({ value }) => value).sort();
const found = async (table: string, column: string, of = product) =>
  (await rowsOf<{ value: string }>(`select distinct ${column} as value from ${table} order by 1`, of)).map(
    ({ value }) => value,
  );

beforeAll(async () => {
  product = await startTestProduct();
  await loadDemoFleet(product.product.kit);
}, 120_000);
afterAll(() => product?.close());

describe('the fleets of the demo', () => {
  test('are there, and once', async () => {
    const counts = () =>
      rowsOf<Record<string, number>>(
        `select (select count(*)::int from vehicle) as vehicles, (select count(*)::int from driver) as drivers,
           (select count(*)::int from vehicle_kyc_doc) as papers, (select count(*)::int from history) as entries`,
      );
    const [before] = await counts();
    expect(before).toMatchObject({ vehicles: 72, drivers: 93 });
    expect(await loadDemoFleet(product.product.kit)).toBe(false);
    expect(await counts()).toEqual([before]);
    const [own] = await rowsOf(
      `select count(*)::int as vehicles, (select count(*)::int from driver d where d.org_id = o.id) as drivers
       from vehicle v join organisation o on o.id = v.org_id where o.name = 'Sahyadri Logistics' group by o.id`,
    );
    expect(own).toEqual({ vehicles: 60, drivers: 80 });
  });

  test('drive what such firms drive, registered where they are', async () => {
    const rows = await rowsOf<{ owner: string; category: string; plate: string }>(
      `select o.name as owner, c.code as category, v.registration_no as plate from vehicle v
       join organisation o on o.id = v.org_id join vehicle_category c on c.id = v.category_id`,
    );
    const of = (owner: string) => rows.filter((row) => row.owner === owner);
    const goods = /^(GOODS_|ARTICULATED_VEHICLE$|THREE_WHEELER_GOODS$)/;
    const share = (owner: string, match: RegExp) =>
      of(owner).filter(({ category }) => match.test(category)).length / of(owner).length;
    expect(share('Sahyadri Logistics', goods)).toBeGreaterThan(0.8);
    expect(share('Sahyadri Logistics', /^(GOODS_HEAVY|ARTICULATED_VEHICLE)$/)).toBeGreaterThan(0.3);
    expect(share('Deccan Cold Chain', goods)).toBe(1);
    expect(share('Kulkarni family', /^(MOTOR_CAR|TWO_WHEELER)/)).toBe(1);
    expect(share('Lakshmi Iyer', /^MOTOR_CAR$/)).toBe(1);
    const states = (owner: string) =>
      [...new Set(of(owner).flatMap(({ plate }) => /^[A-Z]{2}(?=\d)/.exec(plate) ?? []))].sort();
    expect(states('Sahyadri Logistics')).toEqual(['GJ', 'KA', 'MH']);
    expect(states('Deccan Cold Chain')).toEqual(['AP', 'TS']);
  });

  test.each(['2026-11-21T06:00:00Z', '2028-02-28T20:00:00Z'])('show every state on %s', async (at) => {
    const world = at.startsWith('2026') ? product : await startTestProduct({ at, fleet: true });
    expect(await found('vehicle', 'state', world)).toEqual(values(vehicleStates));
    expect(await found('vehicle', 'verdict', world)).toEqual(values(verdicts));
    expect(await found('driver', 'verdict', world)).toEqual(values(verdicts));
    expect(await found('vehicle_kyc_doc', 'review_state', world)).toEqual(values(documentStates));
    expect(await found('medical_report', 'review_state', world)).toEqual(['PENDING', 'REFUSED', 'SEEN']);
    // Nobody is on a trip before there are trips.
    expect(await found('driver', 'state', world)).toEqual(values(driverStates).filter((one) => one !== 'ON_TRIP'));
    if (world !== product) await world.close();
  });

  test('show what the verdict says of them today', async () => {
    const { db, clock } = product.product.kit;
    const day = indiaDay(clock.now());
    const [vehicles, drivers] = [await idsOf('vehicle'), await idsOf('driver')];
    await transact(db, everything, async (db) => {
      const people = new Map((await readDrivers(db, drivers)).map((one) => [one.id, one]));
      for (const { facts, shown, driverId, title } of await readVehicles(db, vehicles)) {
        const verdict = vehicleCompliance(facts, day, driverId === null ? undefined : people.get(driverId)?.facts);
        const line = verdict.lines[0]?.text ?? null;
        const state = vehicleState(facts, day);
        expect(shown, title).toEqual({ verdict: verdict.colour, line, until: verdict.until, state });
      }
      for (const { facts, shown, title } of people.values()) {
        const verdict = driverCompliance(facts, day);
        const line = verdict.lines[0]?.text ?? null;
        const state = driverState(facts, day);
        expect(shown, title).toEqual({ verdict: verdict.colour, line, until: verdict.until, state });
      }
    });
    const colours = await rowsOf<{ verdict: string; count: number }>(
      'select verdict, count(*)::int as count from vehicle group by 1',
    );
    // A demo in which nothing may run shows little.
    expect(colours.find(({ verdict }) => verdict === 'GREEN')?.count).toBeGreaterThan(30);
  });

  test('have numbers that the product itself would take', async () => {
    const { sealed } = product.product.kit;
    const problems: string[] = [];
    const look = (checked: Checked, given: string) => {
      if ('problem' in checked || checked.value !== given) problems.push(given);
    };
    const kinds = { PERMANENT: 'STANDARD', BH: 'BH', TEMPORARY: 'TEMPORARY' } as const;
    const vehicles = await rowsOf<{ id: string; plate: string; kind: keyof typeof kinds; sealed: string }>(
      'select id, registration_no as plate, registration_kind as kind, chassis_no_sealed as sealed from vehicle',
    );
    for (const one of vehicles) {
      look(checkPlate(one.plate, kinds[one.kind]), one.plate);
      const chassis = sealed.open({ table: 'vehicle', column: 'chassis_no', id: one.id }, one.sealed);
      look(checkVin(chassis), chassis);
    }
    expect(vehicles.filter(({ kind }) => kind === 'BH')).toHaveLength(2);
    expect(vehicles.filter(({ kind }) => kind === 'TEMPORARY')).toHaveLength(1);
    const drivers = await rowsOf<{ id: string; mobile: string; sealed: string | null }>(
      'select id, mobile, dl_no_sealed as sealed from driver',
    );
    for (const { id, mobile, sealed: licence } of drivers) {
      expect(mobile).toMatch(/^700000\d{4}$/);
      if (licence === null) continue;
      const number = sealed.open({ table: 'driver', column: 'dl_no', id }, licence);
      look(checkLicence(number), number);
    }
    const papers = await rowsOf<{ id: string; sealed: string; form: string }>(
      `select d.id, d.number_sealed as sealed, t.number_regex as form from vehicle_kyc_doc d join kyc_doc t on t.id = d.type_id
       where t.number_regex is not null and d.number_sealed is not null`,
    );
    for (const { id, sealed: text, form } of papers) {
      const number = sealed.open({ table: 'vehicle_kyc_doc', column: 'number', id }, text);
      if (!new RegExp(form).test(number)) problems.push(number);
    }
    expect(problems).toEqual([]);
    expect(papers.length).toBeGreaterThan(60);
  });

  test('give nobody a vehicle that their licence does not cover', async () => {
    const pairs = await rowsOf<{ plate: string; held: string[]; needed: string[] }>(
      `select v.registration_no as plate, d.licence_classes as held, c.licence_classes as needed
       from driver_assignment a join vehicle v on v.id = a.vehicle_id and v.driver_id = a.driver_id
         join driver d on d.id = a.driver_id and d.vehicle_id = v.id join vehicle_category c on c.id = v.category_id
       where a.to_at is null`,
    );
    const [open] = await rowsOf<{ count: number }>(
      'select count(*)::int as count from driver_assignment where to_at is null',
    );
    expect(open?.count).toBe(pairs.length);
    expect(pairs.length).toBeGreaterThan(40);
    expect(pairs.filter(({ held, needed }) => !held.some((one) => needed.includes(one)))).toEqual([]);
  });

  test('say what the night would say: it finds nothing to turn', async () => {
    const { jobs } = product.product;
    const states = () =>
      rowsOf(
        'select id, review_state from vehicle_kyc_doc union all select id, state from vehicle union all select id, state from driver order by 1',
      );
    const before = await states();
    await jobs.runDue();
    expect(await states()).toEqual(before);
  });

  test('wait for answers: drivers are invited, and a vehicle is offered', async () => {
    expect(await found('invitation', 'status::text')).toEqual(['0', '1', '2', '3', '4']);
    const offers = async (email: string) => {
      const token = await product.login(email);
      const { json } = await product.call('GET', '/ownership-transfer?state=OPEN', { token });
      return json.data.map((one: { may: string[] }) => one.may.sort());
    };
    expect(await offers('client@roadkeeper.test')).toEqual([['WITHDRAW']]);
    expect(await offers('kulkarni@roadkeeper.test')).toEqual([['APPROVE', 'REFUSE']]);
  });

  test('share one vehicle with someone from another organisation, who sees where it is', async () => {
    const token = await product.login('kulkarni@roadkeeper.test');
    const { json } = await product.call('GET', '/shared-vehicle', { token });
    expect(json.count).toBe(1);
    expect(json.data[0]).toMatchObject({ owner: 'Sahyadri Logistics', verdict: 'GREEN' });
  });

  test('have papers with a page, which their own people see and nobody else', async () => {
    const [page] = await rowsOf<{ id: string }>(
      `select d.front_id as id from vehicle_kyc_doc d join organisation o on o.id = d.org_id
       where o.name = 'Sahyadri Logistics' and d.review_state = 'PENDING' limit 1`,
    );
    const [none] = await rowsOf<{ count: number }>(
      'select count(*)::int as count from vehicle_kyc_doc where front_id is null',
    );
    expect(none?.count).toBe(0);
    const read = async (email: string) =>
      product.call('GET', `/file/${page?.id}`, { token: await product.login(email) });
    const seen = await read('client@roadkeeper.test');
    expect([seen.status, seen.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await read('deccan@roadkeeper.test')).status).toBe(404);
  });
});
