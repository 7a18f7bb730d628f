import type { World } from './world.ts';

/** Whose devices they are, and what begins every text of theirs. */
interface Owner {
  id: string;
  mark: string;
}

/** What is heard of the devices of an organisation: frames and fixes that name it, and an alarm. One is in its vehicle now. */
export async function addActivity({ behind }: World, { id, mark }: Owner, vehicle: string): Promise<void> {
  for (const table of ['position', 'raw_frame'])
    await behind.query(`select keep_tracking_day($1, '2026-11-21')`, [table], id);
  await behind.query(
    `insert into device_live (device_id, last_seen_at, protocol, address, frames, bad_frames, battery_percent, last_alarm, last_alarm_at)
     select d.id, '2026-11-21T05:59Z', 'osmand', $2, 10, 9, 5, $2, '2026-11-21T05:00Z' from device d where d.org_id = $1`,
    [id, `${mark}.example.in`],
    id,
  );
  await behind.query(
    `insert into position (fix_at, received_at, device, lat_e7, lon_e7, flags, unfit, attributes)
     select '2026-11-21T05:58Z', '2026-11-21T05:59Z', d.slot, 0, 0, 1, 2, jsonb_build_object('note', $2::text) from device d where d.org_id = $1`,
    [id, mark],
    id,
  );
  const frame = Buffer.from(`GET /?id=${mark}&lat=18.5&lon=73.8\n\n`);
  const packed = Buffer.concat([Buffer.from([0, frame.length]), frame]);
  await behind.query(
    `insert into raw_frame (received_at, device, protocol, count, frames)
     select '2026-11-21T05:59Z', d.slot, 'osmand', 1, $2 from device d where d.org_id = $1`,
    [id, packed],
    id,
  );
  await behind.query(
    `with bound as (
       insert into device_binding (id, org_id, device_id, vehicle_id, from_at, created_at)
       select gen_random_uuid(), $1, d.id, $2, '2026-10-01', '2026-10-01' from device d
       where d.org_id = $1 and d.deleted_at is null and d.status = 1 order by d.id limit 1 returning device_id)
     update device d set vehicle_id = $2, state = 'ACTIVE' from bound where d.id = bound.device_id`,
    [id, vehicle],
    id,
  );
  await behind.query(
    `insert into alarm (id, what, kind, alarm_state, org_id, vehicle_id, device, first_at, last_at, heard_at, place)
     select gen_random_uuid(), 'Tampering', 'TAMPER', 'NEW', $1, $2, $3, '2026-11-21T05:00Z', '2026-11-21T05:30Z', '2026-11-21T05:00Z', $3
     from generate_series(1, 3)`,
    [id, vehicle, mark],
    id,
  );
  // An emergency that is real: those that walkers report are tests.
  await behind.query(
    `insert into incident (id, incident_no, source, org_id, vehicle_id, what, raised_by, place)
     values (gen_random_uuid(), $3 || '-1', 'STAFF', $1, $2, $3 || ' needs help', $3, $3)`,
    [id, vehicle, mark],
    id,
  );
  // Another one has been offline for a while.
  await behind.query(
    `update device set state = 'OFFLINE' where id =
       (select id from device where org_id = $1 and deleted_at is null and status = 1 and vehicle_id is null order by id desc limit 1)`,
    [id],
    id,
  );
}

/** Devices of one organisation were another's before, in a vehicle of the one: that stays with the other. */
export const addActivityBefore = ({ behind }: World, own: Owner, other: Owner, vehicle: string): Promise<unknown> =>
  behind.query(
    `insert into device_binding (id, org_id, device_id, vehicle_id, from_at, to_at, end_reason, created_at)
     select gen_random_uuid(), $1, d.id, $3, make_date(2000 + d.nth::int, 1, 1), make_date(2000 + d.nth::int, 2, 1), $4, '2020-01-01'
     from (select id, row_number() over (order by id) as nth from device where org_id = $2) d`,
    [other.id, own.id, vehicle, `${other.mark} took it out`],
  );
