import { uuidv7 } from 'uuidv7';
import type { TestProduct } from '#apps/server/testing.ts';
import { recomputeDrivers, recomputeVehicles } from '#areas/compliance/compliance.server.ts';
import { everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { productWriter } from '#kit/server/history.ts';
import { driverBody, vehicleNumbers } from './bodies.ts';

/** Vehicles and drivers for tests: made through the door, their papers put there as reviewers would leave them. */
export async function fleetOf(product: TestProduct) {
  let admin = await product.login('admin@roadkeeper.test');
  const get = async (path: string, token = admin) => (await product.call('GET', path, { token })).json;
  const first = async (path: string) => (await get(path)).data[0] as { id: string } & Record<string, unknown>;
  const orgs = (await get('/organisation?take=100')).data as { id: string; name: string }[];
  const orgNamed = (name: string) => (orgs.find((one) => one.name === name) as { id: string }).id;
  const privateCar = await first('/vehicle-category?q=MOTOR_CAR&take=1').catch(() => undefined);
  const categories = (await get('/vehicle-category?take=100')).data as {
    id: string;
    isTransport: boolean;
    licenceClasses: string[];
  }[];
  const light = categories.find((one) => !one.isTransport && one.licenceClasses.includes('LMV')) ?? privateCar;
  const heavy = categories.find((one) => one.isTransport && one.licenceClasses.includes('HGMV'));
  const model = await first('/vehicle-model?take=1');
  let serial = 0;
  const sql = <Row>(work: (db: Queryable) => Promise<Row>): Promise<Row> =>
    transact(product.product.db, everything, work);
  const now = () => product.clock.now();

  return {
    get admin() {
      return admin;
    },
    /** Moves the clock; the session would be over by then, so the administrator signs in anew. */
    async move(milliseconds: number): Promise<void> {
      product.clock.move(milliseconds);
      admin = await product.login('admin@roadkeeper.test');
    },
    orgNamed,
    light: light as { id: string },
    heavy: heavy as { id: string },
    model,
    sql,
    body: (over: Record<string, unknown> = {}) => {
      serial += 1;
      return {
        ...vehicleNumbers(serial),
        orgId: orgNamed('Sahyadri Logistics'),
        modelId: model.id,
        categoryId: light?.id,
        ...over,
      };
    },
    async vehicle(over: Record<string, unknown> = {}, token = admin): Promise<string> {
      const answer = await product.call('POST', '/vehicle', { token, body: this.body(over) });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.json.data.id as string;
    },
    /** A vehicle whose papers are all there. */
    async readyVehicle(over: Record<string, unknown> = {}, upto = '2027-11-21'): Promise<string> {
      const id = await this.vehicle(over);
      await this.verify('vehicle', id, upto);
      return id;
    },
    async driver(over: Record<string, unknown> = {}): Promise<string> {
      serial += 1;
      const body = { ...driverBody(serial), orgId: orgNamed('Sahyadri Logistics'), ...over };
      const answer = await product.call('POST', '/drivers', { token: admin, body });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.json.data.id as string;
    },
    /** A driver whose papers are all there, and who was found fit. */
    async readyDriver(over: Record<string, unknown> = {}, upto = '2029-11-21'): Promise<string> {
      const id = await this.driver(over);
      await this.verify('driver', id, upto);
      return id;
    },
    async verify(of: 'vehicle' | 'driver', id: string, upto: string): Promise<void> {
      await sql(async (db) => {
        const kinds = await db.query<{ id: string }>(
          `select t.id from kyc_doc t where t.applies_to = $1 and t.code <> 'MEDICAL_1A' and t.status = 1 and t.deleted_at is null
             and not exists (select 1 from vehicle_kyc_doc d where d.type_id = t.id and d.${of}_id = $2 and d.review_state = 'VERIFIED')`,
          [of.toUpperCase(), id],
        );
        for (const kind of kinds)
          await db.query(
            `insert into vehicle_kyc_doc (id, type_id, org_id, ${of}_id, valid_from, valid_upto, review_state)
             select $1, $2, org_id, id, '2025-01-01', $4, 'VERIFIED' from ${of} where id = $3`,
            [uuidv7(), kind.id, id, upto],
          );
        if (of === 'driver')
          await db.query(
            `insert into medical_report (id, driver_id, org_id, doctor_id, examined_on, outcome, valid_upto, review_state)
             select $1, d.id, d.org_id, $3, '2025-06-01', 'FIT', $4, 'SEEN' from driver d where d.id = $2`,
            [uuidv7(), id, await aDoctor(db), upto],
          );
        const writer = productWriter(now());
        await (of === 'vehicle' ? recomputeVehicles : recomputeDrivers)(db, writer, [id]);
      });
    },
    give: (vehicleId: string, driverId: string, over: Record<string, unknown> = {}, token = admin) =>
      product.call('POST', `/vehicle/driver/${vehicleId}`, { token, body: { driverId, ...over } }),
    end: (vehicleId: string, body: Record<string, unknown> = {}, token = admin) =>
      product.call('POST', `/vehicle/driver-end/${vehicleId}`, { token, body }),
    row: async (path: string, id: string, token = admin) => (await get(`/${path}/${id}`, token)).data,
  };
}
export type Fleet = Awaited<ReturnType<typeof fleetOf>>;

async function aDoctor(db: Queryable): Promise<string> {
  const [known] = await db.query<{ id: string }>('select id from doctor limit 1');
  if (known) return known.id;
  const id = uuidv7();
  await db.query(
    `insert into doctor (id, name, reg_no, council, state, district) values ($1, 'Dr Test', '12345', 'Maharashtra', 'MH', 'Pune')`,
    [id],
  );
  return id;
}
