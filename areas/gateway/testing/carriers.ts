import type { TestProduct } from '#apps/server/testing.ts';
import { driverBody, vehicleNumbers } from '#areas/vehicles/testing/bodies.ts';
import { everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { addDevices, bindDevice } from './devices.ts';

/** Vehicles and drivers of the demo's organisations, made through the door, and the devices that they carry. */
export async function carriersOf(product: TestProduct) {
  let admin = await product.login('admin@roadkeeper.test');
  const get = async (path: string, token = admin) => (await product.call('GET', path, { token })).json;
  const add = async (path: string, body: object): Promise<string> => {
    const answer = await product.call('POST', path, { token: admin, body });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.json.data.id;
  };
  const orgs = (await get('/organisation?take=100')).data as { id: string; name: string }[];
  const orgNamed = (name: string) => orgs.find((one) => one.name === name)?.id ?? '';
  const modelId = (await get('/vehicle-model?take=1')).data[0].id as string;
  let serial = 0;

  return {
    get admin() {
      return admin;
    },
    /** Moves the clock; the session would be over by then, so the administrator signs in anew. */
    async move(milliseconds: number): Promise<void> {
      product.clock.move(milliseconds);
      admin = await product.login('admin@roadkeeper.test');
    },
    get,
    orgNamed,
    sql: <Row>(work: (db: Queryable) => Promise<Row>): Promise<Row> => transact(product.product.db, everything, work),
    vehicle(orgId: string): Promise<string> {
      serial += 1;
      return add('/vehicle', { ...vehicleNumbers(serial), orgId, modelId });
    },
    driver(orgId: string): Promise<string> {
      serial += 1;
      return add('/drivers', { ...driverBody(serial), orgId });
    },
    /** A vehicle that carries a device since a time, ISO. */
    async carrier(name = 'Sahyadri Logistics', from = '2026-01-01T00:00:00Z') {
      const orgId = orgNamed(name);
      const vehicleId = await this.vehicle(orgId);
      const [device] = await addDevices(product, [{ identifier: `CARRIED${serial}`, orgId }]);
      if (!device) throw new Error('No device was made');
      const bindingId = await bindDevice(product, { deviceId: device.id, vehicleId, from });
      return { orgId, vehicleId, deviceId: device.id, slot: device.slot, bindingId };
    },
  };
}
export type Carriers = Awaited<ReturnType<typeof carriersOf>>;
