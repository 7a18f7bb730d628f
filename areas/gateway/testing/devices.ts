import { uuidv7 } from 'uuidv7';
import type { TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';

export interface TestDevice {
  identifier: string;
  orgId: string;
  checksum?: 'STRICT' | 'LENIENT';
  tripRule?: 'MOVEMENT' | 'SILENCE';
  intervalS?: number;
  secretHash?: string;
}

/** Devices beside the API: many at once, with what only a test says of them. Gives their ids and slots, in order. */
export async function addDevices(
  { product, clock }: Pick<TestProduct, 'product' | 'clock'>,
  devices: readonly TestDevice[],
): Promise<{ id: string; slot: number }[]> {
  return transact(product.db, everything, async (db) => {
    const rows = devices.map((device) => ({ id: uuidv7(), ...device }));
    const column = (name: keyof TestDevice) => rows.map((row) => row[name] ?? null);
    const made = await db.query<{ id: string; slot: number }>(
      `insert into device (id, identifier, org_id, category_id, checksum, trip_rule, interval_s, secret_hash, created_at, updated_at)
       select a.id, a.identifier, a.org_id, (select c.id from device_category c where c.deleted_at is null order by c.id limit 1),
         a.checksum, a.trip_rule, a.interval_s, a.secret_hash, $8, $8
       from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::int[], $7::text[])
         as a (id, identifier, org_id, checksum, trip_rule, interval_s, secret_hash)
       returning id, slot`,
      [
        rows.map(({ id }) => id),
        column('identifier'),
        column('orgId'),
        column('checksum'),
        column('tripRule'),
        column('intervalS'),
        column('secretHash'),
        clock.now().toISOString(),
      ],
    );
    const slots = new Map(made.map(({ id, slot }) => [id, slot]));
    return rows.map(({ id }) => ({ id, slot: slots.get(id) ?? 0 }));
  });
}

/** Lets a vehicle carry a device, times as ISO. Gives the id of the period. */
export async function bindDevice(
  { product, clock }: Pick<TestProduct, 'product' | 'clock'>,
  binding: { deviceId: string; vehicleId: string; from: string; to?: string },
): Promise<string> {
  const id = uuidv7();
  await transact(product.db, everything, (db) =>
    db.query(
      `insert into device_binding (id, org_id, device_id, vehicle_id, from_at, to_at, created_at)
       select $1, v.org_id, $2, v.id, $4, $5, $6 from vehicle v where v.id = $3`,
      [id, binding.deviceId, binding.vehicleId, binding.from, binding.to ?? null, clock.now().toISOString()],
    ),
  );
  return id;
}

/** Vehicles of one organisation, out of the demo's fleet. What carried a device never did. */
export async function someVehicles(
  { product }: Pick<TestProduct, 'product'>,
  count: number,
): Promise<{ orgId: string; vehicles: string[] }> {
  const rows = await transact(product.db, everything, async (db) => {
    const found = await db.query<{ id: string; org_id: string }>(
      `select v.id, v.org_id from vehicle v
       where v.deleted_at is null and v.org_id = (select org_id from vehicle where deleted_at is null group by 1 order by count(*) desc limit 1)
       order by v.id limit $1`,
      [count],
    );
    const ids = [found.map(({ id }) => id)];
    await db.query('delete from device_binding where vehicle_id = any($1::uuid[])', ids);
    await db.query('update device set vehicle_id = null where vehicle_id = any($1::uuid[])', ids);
    return found;
  });
  const orgId = rows[0]?.org_id;
  if (orgId === undefined || rows.length < count) throw new Error('The demo has too few vehicles');
  return { orgId, vehicles: rows.map(({ id }) => id) };
}

/** A vehicle that was never of another organisation than its own, which is not this one, out of the demo's fleet. What carried a device never did. */
export async function foreignVehicle(
  { product }: Pick<TestProduct, 'product'>,
  orgId: string,
): Promise<{ orgId: string; vehicleId: string }> {
  const found = await transact(product.db, everything, async (db) => {
    const [one] = await db.query<{ orgId: string; vehicleId: string }>(
      `select v.org_id as "orgId", v.id as "vehicleId" from vehicle v
       join vehicle_owner o on o.vehicle_id = v.id and o.to_at is null and o.is_first
       where v.org_id <> $1 and v.deleted_at is null and v.status = 1 order by v.id limit 1`,
      [orgId],
    );
    const vehicleId = [one?.vehicleId ?? null];
    await db.query('delete from device_binding where vehicle_id = $1', vehicleId);
    await db.query('update device set vehicle_id = null where vehicle_id = $1', vehicleId);
    return one;
  });
  if (!found) throw new Error('The demo has one organisation with vehicles');
  return found;
}
