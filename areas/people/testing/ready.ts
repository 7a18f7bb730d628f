import { uuidv7 } from 'uuidv7';
import type { TestProduct } from '#apps/server/testing.ts';
import { driverBody, vehicleNumbers } from '#areas/vehicles/testing/bodies.ts';
import { recomputeDrivers, recomputeVehicles } from '#areas/compliance/compliance.server.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { productWriter } from '#kit/server/history.ts';

/** Drivers and vehicles that may run: made through the door, their papers put there as reviewers would leave them. */
export async function readyOf(product: TestProduct) {
  let admin = await product.login('admin@roadkeeper.test');
  let serial = 0;
  const get = async (path: string) => (await product.call('GET', path, { token: admin })).json.data;
  const organisations = (await get('/organisation?take=100')) as { id: string; name: string }[];
  const orgNamed = (name: string) => organisations.find((one) => one.name === name)?.id as string;
  const categories = (await get('/vehicle-category?take=100')) as {
    id: string;
    isTransport: boolean;
    licenceClasses: string[];
  }[];
  const light = categories.find((one) => !one.isTransport && one.licenceClasses.includes('LMV'));
  const [model] = (await get('/vehicle-model?take=1')) as { id: string }[];
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await product.call('POST', path, { token: admin, body });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.json.data.id as string;
  };
  const verify = (of: 'vehicle' | 'driver', id: string, upto: string) =>
    transact(product.product.db, everything, async (db) => {
      const kinds = await db.query<{ id: string }>(
        `select id from kyc_doc where applies_to = $1 and code <> 'MEDICAL_1A' and status = 1 and deleted_at is null`,
        [of.toUpperCase()],
      );
      for (const kind of kinds)
        await db.query(
          `insert into vehicle_kyc_doc (id, type_id, org_id, ${of}_id, valid_from, valid_upto, review_state)
           select $1, $2, org_id, id, '2025-01-01', $4, 'VERIFIED' from ${of} where id = $3`,
          [uuidv7(), kind.id, id, upto],
        );
      await (of === 'vehicle' ? recomputeVehicles : recomputeDrivers)(db, productWriter(product.clock.now()), [id]);
    });
  return {
    get admin() {
      return admin;
    },
    orgNamed,
    /** Moves the clock; the session would be over by then, so the administrator signs in anew. */
    async move(milliseconds: number): Promise<void> {
      product.clock.move(milliseconds);
      admin = await product.login('admin@roadkeeper.test');
    },
    driver: (more: object = {}) => {
      serial += 1;
      const licence = { dlValidNt: '2040-05-01', dlValidTr: '2040-05-01' };
      return make('/drivers', {
        ...driverBody(serial),
        ...licence,
        orgId: orgNamed('Sahyadri Logistics'),
        ...more,
      });
    },
    async readyDriver(more: object = {}, upto = '2040-01-01'): Promise<string> {
      const id = await this.driver(more);
      await verify('driver', id, upto);
      return id;
    },
    async readyVehicle(): Promise<string> {
      serial += 1;
      const id = await make('/vehicle', {
        ...vehicleNumbers(serial),
        orgId: orgNamed('Sahyadri Logistics'),
        modelId: model?.id,
        categoryId: light?.id,
      });
      await verify('vehicle', id, '2040-01-01');
      return id;
    },
    give: (vehicleId: string, driverId: string) =>
      product.call('POST', `/vehicle/driver/${vehicleId}`, { token: admin, body: { driverId } }),
    row: (path: string, id: string) => get(`/${path}/${id}`),
  };
}
