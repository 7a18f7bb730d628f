import type { PoolClient } from 'pg';

/** Vehicles of the demo's organisations, by number from 0 on: md5('vehicle' || n) is the id of one. */
export const fillVehicles = (client: Pick<PoolClient, 'query'>, count: number) =>
  client.query(
    `insert into vehicle (id, org_id, registration_no, model_id, chassis_no, engine_no)
     select md5('vehicle' || n)::uuid, o.ids[1 + n % cardinality(o.ids)], 'MH' || lpad((12 + n / 10000)::text, 2, '0') || 'BN' || lpad((n % 10000)::text, 4, '0'),
       (select id from vehicle_model limit 1), 'BENCHCHASSIS' || lpad(n::text, 5, '0'), 'BENCHENGINE' || n
     from generate_series(0, $1::int) n, (select array_agg(id order by id) as ids from organisation) o on conflict do nothing`,
    [count - 1],
  );
