import { withClient } from '#kit/server/postgres/roles.ts';
import { fillVehicles } from '../dashboard/vehicle-rows.ts';

/** Government challans of vehicles of the demo's organisations: a vehicle for each two hundred. */
export async function fillChallans(owner: Parameters<typeof withClient>[0], size: number): Promise<void> {
  await withClient(owner, async (client) => {
    await client.query(
      `select set_config('app.scope', 'staff', false), set_config('statement_timeout', '1800000', false)`,
    );
    await fillVehicles(client, Math.ceil(size / 200));
    // They are added with a state behind them: that is what the fill is for, and no arrow.
    await client.query('alter table challan disable trigger user');
    for (let from = 0; from < size; from += 25_000)
      await client.query(
        `with org as (select array_agg(id order by id) as ids from organisation),
           type as (select array_agg(id order by id) as ids from challan_type),
           made as (select n, n % 50 = 0 as is_open, n / 50 as turn, current_date - (n % 1000) as day, (n % $3::int) as vehicle from generate_series($1::int, $2::int) n)
         insert into challan (id, source, challan_no, challan_type_id, org_id, vehicle_id, liable, offence_on, offence_time, place, amount_paise,
           authority, challan_status, notified_on, contest_by, decide_by, pay_by, overdue, paid_paise, payment, paid_on, created_at, updated_at)
         select md5('challan' || n)::uuid, 'GOVERNMENT', 'MH12/2401/' || lpad(n::text, 7, '0'), t.ids[1 + n % cardinality(t.ids)],
           o.ids[1 + vehicle % cardinality(o.ids)], md5('vehicle' || vehicle)::uuid, 'OWNER', day, '10:30', 'Karve Road, Pune', 100000 + n % 7 * 10000,
           'Pune Traffic Police', case when is_open then (array['NOTIFIED', 'CONTESTED', 'DEEMED_ACCEPTED', 'UPHELD', 'COURT'])[1 + turn % 5]
             else (array['PAID', 'CANCELLED', 'LAPSED'])[1 + n % 3] end,
           day, current_date + 1 + turn % 45, current_date + 1 + turn % 30, current_date - 5 + turn % 30, is_open and turn % 5 in (2, 3) and turn % 30 < 5,
           case when not is_open and n % 3 = 0 then 100000 + n % 7 * 10000 else 0 end, case when not is_open and n % 3 = 0 then 'OUTSIDE' else 'NONE' end,
           case when not is_open and n % 3 = 0 then day + 20 end, day, day
         from made, org o, type t`,
        [from, Math.min(size, from + 25_000) - 1, Math.ceil(size / 200)],
      );
    await client.query('alter table challan enable trigger user');
    await client.query('vacuum analyze challan, vehicle');
  });
}
