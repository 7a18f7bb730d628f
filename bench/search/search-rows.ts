import { withClient } from '#kit/server/postgres/roles.ts';
import { fillChallans } from '../challans/challan-rows.ts';
import { fillTickets } from '../helpdesk/ticket-rows.ts';
import { addFleet } from '../scale-rows.ts';

/** What a million records are: a quarter each drivers and vehicles, a fifth tickets, and challans and policies. */
const shares = { fleet: 0.25, tickets: 0.2, challans: 0.15, policies: 0.15 };

/** Records of every kind that the search over everything finds, a tenth of drivers and vehicles the demo client's. */
export async function fillEverything(owner: Parameters<typeof withClient>[0], size: number): Promise<void> {
  await withClient({ ...owner, query_timeout: 0 } as typeof owner, (client) =>
    addFleet(client, 0, Math.ceil(size * shares.fleet)),
  );
  await fillTickets(owner, Math.ceil(size * shares.tickets));
  await fillChallans(owner, Math.ceil(size * shares.challans));
  await fillPolicies(owner, Math.ceil(size * shares.policies));
  await withClient(owner, (client) => client.query('vacuum analyze'));
}

/** Policies of the vehicles of the fleet, each with one that is a draft: of those two may hold at the same time. */
async function fillPolicies(owner: Parameters<typeof withClient>[0], size: number): Promise<void> {
  await withClient({ ...owner, query_timeout: 0 } as typeof owner, async (client) => {
    await client.query(`select set_config('app.scope', 'staff', false), set_config('statement_timeout', '0', false)`);
    await client.query(
      `insert into app_user_policy (id, policy_no, insurer_id, org_id, vehicle_id, cover_type, issued)
       select md5('policy' || v.n)::uuid, 'SPEC/INS/2026/' || lpad((v.n::bigint * 7919 % 1000000)::text, 6, '0'), i.ids[1 + v.n % cardinality(i.ids)],
         v.org_id, v.id, 'PACKAGE', false
       from (select id, org_id, row_number() over (order by id) as n from vehicle) v, (select array_agg(id) as ids from insurer) i where v.n <= $1::int`,
      [size],
    );
    await client.query('vacuum analyze app_user_policy');
  });
}
