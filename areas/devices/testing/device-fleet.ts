import type { TestProduct } from '#apps/server/testing.ts';
import { vehicleNumbers } from '#areas/vehicles/testing/bodies.ts';
import { everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { updateAllDeviceStates } from '../health/device-states.store.ts';

const sahyadri = 'Sahyadri Logistics';

/** Devices and vehicles for tests, made through the door; what is heard of them is put there as the gateway would leave it. */
export async function devicesOf(product: TestProduct) {
  let admin = await product.login('admin@roadkeeper.test');
  const get = async (path: string, token = admin) => (await product.call('GET', path, { token })).json;
  const orgs = (await get('/organisation?take=100')).data as { id: string; name: string }[];
  const categories = (await get('/device-category?take=100')).data as { id: string; code: string }[];
  const [model] = (await get('/vehicle-model?take=1')).data as { id: string }[];
  const [vehicleCategory] = (await get('/vehicle-category?take=1')).data as { id: string }[];
  const orgNamed = (name: string) => (orgs.find((one) => one.name === name) as { id: string }).id;
  const sql = <T>(work: (db: Queryable) => Promise<T>): Promise<T> => transact(product.product.db, everything, work);
  let serial = 0;
  const made = async (path: string, body: Record<string, unknown>, token: string): Promise<string> => {
    const answer = await product.call('POST', path, { token, body });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.json.data.id as string;
  };

  return {
    get admin() {
      return admin;
    },
    get,
    sql,
    orgNamed,
    /** Moves the clock; the session would be over by then, so the administrator signs in anew. */
    async move(milliseconds: number): Promise<void> {
      product.clock.move(milliseconds);
      admin = await product.login('admin@roadkeeper.test');
    },
    body: (over: Record<string, unknown> = {}) => {
      serial += 1;
      return {
        identifier: `tracker.${serial}`,
        orgId: orgNamed(sahyadri),
        categoryId: categories.find(({ code }) => code === 'GPS_TRACKER')?.id,
        ...over,
      };
    },
    device(over: Record<string, unknown> = {}, token = admin): Promise<string> {
      return made('/device', this.body(over), token);
    },
    vehicle(over: Record<string, unknown> = {}, token = admin): Promise<string> {
      serial += 1;
      const kinds = { modelId: model?.id, categoryId: vehicleCategory?.id, orgId: orgNamed(sahyadri) };
      return made('/vehicle', { ...vehicleNumbers(serial), ...kinds, ...over }, token);
    },
    bind: (id: string, vehicleId: string, over: Record<string, unknown> = {}, token = admin) =>
      product.call('POST', `/device/vehicle/${id}`, { token, body: { vehicleId, ...over } }),
    takeOut: (id: string, body: Record<string, unknown> = {}, token = admin) =>
      product.call('POST', `/device/vehicle-end/${id}`, { token, body }),
    say: (id: string, situation: string, note?: string, token = admin) =>
      product.call('POST', `/device/situation/${id}`, { token, body: { situation, ...(note ? { note } : {}) } }),
    row: async (id: string) => (await get(`/device/${id}`)).data,
    bindings: async (id: string, token = admin) => (await get(`/device/${id}/bindings`, token)).data,
    /** What the gateway writes down of a device that sends. */
    heard: (id: string, secondsAgo = 0, over: Record<string, unknown> = {}) =>
      sql(async (db) => {
        const row = { device_id: id, protocol: 'gt06', frames: 100, ...over };
        const seen = new Date(product.clock.now().getTime() - secondsAgo * 1_000).toISOString();
        await db.query('delete from device_live where device_id = $1', [id]);
        await db.query(`insert into device_live select * from jsonb_populate_record(null::device_live, $1::jsonb)`, [
          JSON.stringify({
            connected: false,
            proven: false,
            bad_frames: 0,
            bad_checksums: 0,
            unfit_fixes: 0,
            unread_frames: 0,
            unread_kinds: {},
            jumps: 0,
            last_seen_at: seen,
            ...row,
          }),
        ]);
      }),
    /** One of the rounds that the gateway runs every few seconds. */
    updateStates: () => sql(async (db) => (await updateAllDeviceStates(db, product.clock.now())).touched),
  };
}
export type Devices = Awaited<ReturnType<typeof devicesOf>>;
