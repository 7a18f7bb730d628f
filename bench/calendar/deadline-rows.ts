import type { PoolClient } from 'pg';

/**
 * Days for vehicles of `fillVehicles`: three documents and a device for each, a policy for every second, and a driver for each. The documents and
 * policies end on days from a year ago to a year ahead.
 */
export async function fillDeadlines(client: Pick<PoolClient, 'query'>, vehicles: number): Promise<void> {
  await client.query(
    `insert into vehicle_kyc_doc (id, org_id, type_id, vehicle_id, valid_upto, review_state)
     select md5('paper' || p || ' ' || n)::uuid, v.org_id, t.ids[p], v.id, current_date - 365 + (n * 7 + p * 211) % 730, 'VERIFIED'
     from generate_series(0, $1::int) n join vehicle v on v.id = md5('vehicle' || n)::uuid, generate_series(1, 3) p,
       (select array_agg(id order by code) as ids from kyc_doc where code in ('PUC', 'FITNESS', 'TAX')) t`,
    [vehicles - 1],
  );
  await client.query(
    `insert into device (id, identifier, org_id, category_id, vehicle_id, state, subscription_upto, warranty_upto)
     select md5('device' || n)::uuid, (860000000000000 + n)::text, v.org_id, (select id from device_category limit 1), v.id, 'ACTIVE',
       current_date - 365 + (n * 11) % 730, current_date - 365 + (n * 13) % 1460
     from generate_series(0, $1::int) n join vehicle v on v.id = md5('vehicle' || n)::uuid`,
    [vehicles - 1],
  );
  await client.query(
    `insert into driver (id, org_id, name, mobile, dl_valid_nt, medical_upto)
     select md5('driver' || n)::uuid, v.org_id, 'Driver ' || n, (6000000000 + n)::text, current_date - 365 + (n * 17) % 1460, current_date - 365 + (n * 19) % 730
     from generate_series(0, $1::int) n join vehicle v on v.id = md5('vehicle' || n)::uuid`,
    [vehicles - 1],
  );
  await client.query(
    `insert into app_user_policy (id, policy_no, insurer_id, org_id, vehicle_id, cover_type, issued, tp_from, tp_to, state, next_end)
     select md5('policy' || n)::uuid, 'BENCH/' || lpad(n::text, 7, '0'), (select id from insurer limit 1), v.org_id, v.id, 'THIRD_PARTY', true,
       e.day - 364, e.day, case when e.day < current_date then 'EXPIRED' when e.day < current_date + 30 then 'DUE' else 'ACTIVE' end, e.day
     from generate_series(0, $1::int, 2) n join vehicle v on v.id = md5('vehicle' || n)::uuid,
       lateral (select current_date - 80 + (n * 3) % 440 as day) e`,
    [vehicles - 1],
  );
  await client.query('vacuum analyze vehicle, vehicle_kyc_doc, device, driver, app_user_policy');
}
