import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGuarded, way } from '../testing/guarded.ts';

let guarded: Awaited<ReturnType<typeof startGuarded>>;
beforeAll(async () => {
  guarded = await startGuarded();
});
afterAll(() => guarded?.close());

const owner = 'client@roadkeeper.test';
const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const token = await guarded.product.login(owner);
  return guarded.product.call(method, path, { token, ...(body ? { body } : {}) });
};
const count = async (sql: string, params: readonly string[] = []) =>
  Number((await guarded.query<{ count: number }>(`select count(*) from ${sql}`, params))[0]?.count);
const messages = () => count('webhook_message');
const emails = () => count(`mail where template = 'geofence-alert'`);

test('a visit off duty is known to staff alone: no alert, no email, no webhook, and nothing in the list of the client', async () => {
  const [home, work] = [await guarded.vehicle(), await guarded.vehicle()];
  await guarded.query('delete from driver_assignment where vehicle_id = any($1::uuid[])', [
    `{${home.vehicleId},${work.vehicleId}}`,
  ]);
  await guarded.query(
    `insert into driver_assignment (id, org_id, vehicle_id, driver_id, from_at, created_at)
     select gen_random_uuid(), v.org_id, v.id, (select d.id from driver d where d.org_id = v.org_id and not exists
       (select from driver_assignment a where a.driver_id = d.id and (a.to_at is null or a.to_at > $2)) order by d.id limit 1), $2, $2
     from vehicle v where v.id = $1`,
    [home.vehicleId, new Date(guarded.begin).toISOString()],
  );
  const rule = await call('POST', '/off-duty-rule', { name: 'Evenings', fromTime: '20:00', toTime: '21:00' });
  expect(rule.status, rule.text).toBe(201);
  const hook = {
    name: 'Fences',
    url: 'https://hooks.example.invalid/x',
    events: ['geofence.entered', 'geofence.left'],
  };
  expect((await call('POST', '/webhook', hook)).status).toBe(201);
  await guarded.fence({ recipients: ['gate@example.in'] });
  const follower = await guarded.follower();
  const follow = async (slot: number, from: number) => {
    const steps = way(from, -1_000, 1_000);
    for (const position of guarded.positions(slot, steps)) {
      guarded.product.clock.move(Math.max(0, position.fixAt - guarded.now()));
      const stored = await guarded.log.store([position], guarded.now());
      follower.accept(stored);
      await follower.catchUp();
    }
  };
  await follow(home.slot, 60);
  expect((await guarded.events(home.vehicleId)).map(([kind]) => kind)).toEqual(['ENTER', 'EXIT']);
  expect([guarded.published.length, await emails(), await messages()]).toEqual([0, 0, 0]);
  expect((await call('GET', `/geofence-event?vehicleId=${home.vehicleId}&visits=true`)).json).toMatchObject({
    data: [],
    count: 0,
  });
  // The vehicle that nobody has is told of as ever.
  await follow(work.slot, 600);
  expect([guarded.published.length, await emails(), await messages()]).toEqual([2, 2, 2]);
  expect((await call('GET', `/geofence-event?vehicleId=${work.vehicleId}`)).json.count).toBe(2);
});
