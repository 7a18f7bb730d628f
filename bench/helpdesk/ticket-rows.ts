import { withClient } from '#kit/server/postgres/roles.ts';
import { fillVehicles } from '../dashboard/vehicle-rows.ts';

/** Tickets and a reply to each, of the demo's organisations. */
export async function fillTickets(owner: Parameters<typeof withClient>[0], size: number): Promise<void> {
  await withClient(owner, async (client) => {
    await client.query(
      `select set_config('app.scope', 'staff', false), set_config('statement_timeout', '1800000', false)`,
    );
    await fillVehicles(client, Math.ceil(size / 200));
    for (let from = 0; from < size; from += 25_000)
      await client.query(
        `with org as (select array_agg(id order by id) as ids from organisation),
           category as (select array_agg(id order by id) as ids from help_category),
           me as (select id from account where email = 'admin@roadkeeper.test'),
           made as (select n, n % 50 = 0 as is_active, n % $3::int as vehicle, now() - make_interval(mins => n) as at from generate_series($1::int, $2::int) n),
           ticket as (
             insert into help_desk (id, ticket_no, subject, description, category_id, priority, org_id, request_status, promise, due_at, turns_at,
               resolution_due_at, vehicle_id, assignee_id, created_at, updated_at)
             select md5('ticket' || n)::uuid, 'HD-2401-' || lpad(n::text, 7, '0'), 'About sample-' || n || ' of a bench', 'What ticket ' || n || ' is about, call 98220' || lpad((n + 10000)::text, 5, '0'),
               c.ids[1 + n % cardinality(c.ids)], 'NORMAL', o.ids[1 + vehicle % cardinality(o.ids)],
               case when is_active then (array['0', '1', '2', '3', '6'])[1 + n / 50 % 5] else '5' end,
               case when not is_active then 'MET' when n / 50 % 5 = 2 then 'PAUSED' when n / 50 % 3 = 0 then 'LATE' else 'ON_TIME' end,
               case when is_active and n / 50 % 5 <> 2 then at + interval '8 days' end,
               case when n <= 2500 then case when is_active then now() - interval '1 minute' end
                 when is_active and n / 50 % 5 <> 2 and n / 50 % 3 <> 0 then now() + interval '1 hour' + make_interval(mins => n) end,
               at + interval '8 days', md5('vehicle' || vehicle)::uuid, case when is_active and n <= 2000 or n % 1000 = 7 then me.id end, at, at
             from made, org o, category c, me returning id, org_id, created_at)
         insert into ticket_reply (id, ticket_id, org_id, text, author, by_staff, created_at, updated_at)
         select gen_random_uuid(), t.id, t.org_id, 'Here is answer-' || m.n || ' of a bench', 'Help desk', 'STAFF', t.created_at, t.created_at
         from ticket t join made m on md5('ticket' || m.n)::uuid = t.id`,
        [from + 1, Math.min(size, from + 25_000), Math.ceil(size / 200)],
      );
    await client.query('vacuum analyze help_desk, ticket_reply, vehicle');
  });
}
