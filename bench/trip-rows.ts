import type { Client } from 'pg';

/** Vehicles of two organisations, a tenth with the first, each with a device that it carries, a place, and its share of trips. */
export async function fillTrips(client: Client, vehicles: number, trips: number): Promise<void> {
  const run = (sql: string) => client.query(sql);
  await run(`select set_config('app.scope', 'staff', false)`);
  await run('truncate vehicle, device cascade');
  await run(`create temp table if not exists bench_one as select
    (select id from organisation where name = 'Sahyadri Logistics') as small, (select id from organisation where name = 'Deccan Cold Chain') as large,
    (select id from vehicle_model order by id limit 1) as model, (select id from device_category order by id limit 1) as category`);
  const idOf = (kind: string) => `overlay(overlay(md5('${kind}' || n) placing '7' from 13) placing '8' from 17)::uuid`;
  const ownerOf = 'case when n % 10 = 0 then small else large end';
  await run(`insert into vehicle (id, registration_no, org_id, registration_kind, model_id, chassis_no, chassis_no_hash, engine_no, engine_no_hash)
    select ${idOf('vehicle')}, 'MH' || lpad((n % 50)::text, 2, '0') || 'AB' || n, ${ownerOf}, 'PERMANENT', model, '•••• ' || n, 'c' || n, '•••• ' || n, 'e' || n
    from generate_series(1, ${vehicles}) n, bench_one`);
  await run(`insert into vehicle_owner (id, org_id, vehicle_id, from_at, is_first)
    select gen_random_uuid(), ${ownerOf}, ${idOf('vehicle')}, '2024-01-01', true from generate_series(1, ${vehicles}) n, bench_one`);
  await run(`insert into device (id, identifier, org_id, category_id)
    select ${idOf('device')}, 'BENCH' || n, ${ownerOf}, category from generate_series(1, ${vehicles}) n, bench_one`);
  await run(`insert into device_binding (id, org_id, device_id, vehicle_id, from_at, created_at)
    select ${idOf('binding')}, ${ownerOf}, ${idOf('device')}, ${idOf('vehicle')}, '2024-01-01', now() from generate_series(1, ${vehicles}) n, bench_one`);
  await run(`insert into current_position (vehicle_id, binding_id, fix_at, received_at, lat_e7, lon_e7, speed_ckmh, course_ddeg, satellites, ignition, moving)
    select ${idOf('vehicle')}, ${idOf('binding')}, now() - n * interval '10 ms', now() - n * interval '10 ms', 230000000 + n * 1000, 725000000, 4250, 900, 9,
      true, true from generate_series(1, ${vehicles}) n`);
  // The oldest first, as they come. The latest of each vehicle goes on for one in ten of them.
  const startAt = `now() - t * interval '7 hours' - n * interval '1 s' - interval '1 hour'`;
  const rounds = Math.round(trips / vehicles);
  for (let to = rounds; to > 0; to -= 10)
    await run(`insert into trip (id, org_id, binding_id, vehicle_id, device_id, state, start_at, end_at, start_lat_e7, start_lon_e7, end_lat_e7,
        end_lon_e7, distance_m, moving_s, idle_s, gap_s, max_kmh, points, dropped, jump_legs, seconds_over, settled_at, after_state, updated_at)
      select (lpad(to_hex((extract(epoch from ${startAt}) * 1000)::bigint), 12, '0') || '7' || substr(md5(n || '.' || t), 1, 3) || '8'
          || substr(md5(n || '.' || t), 4, 15))::uuid, ${ownerOf}, ${idOf('binding')}, ${idOf('vehicle')}, ${idOf('device')},
        case when t = 0 and n % 10 = 5 then 'LIVE' else 'CLOSED' end, ${startAt}, ${startAt} + interval '40 min', 230000000, 725000000,
        231000000, 726000000, 1000 + (n * 7919 + t * 104729) % 90000, 2000, 200, 0, 30 + (n * 31 + t * 17) % 80, 480, 1, 0,
        '{600,300,120,30,0,0}', now(), '{"phase":{"kind":"parked"}}', now()
      from generate_series(${Math.max(0, to - 10)}, ${to - 1}) t, generate_series(1, ${vehicles}) n, bench_one order by t desc, n desc`);
  await run('vacuum analyze vehicle, vehicle_owner, device, device_binding, current_position, trip');
}
