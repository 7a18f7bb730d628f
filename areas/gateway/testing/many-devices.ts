import type { ConnectionConfig } from '#kit/server/db/connection.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { identifiersFrom } from '#telematics/simulator/identifiers.ts';

/** One organisation with so many vehicles, each of which has carried a device since the beginning of 2026. Gives the devices' identities. */
export async function addCarriers(owner: ConnectionConfig, count: number): Promise<string[]> {
  const identifiers = identifiersFrom('861234050000002', count);
  await withClient(owner, async (client) => {
    await client.query(`select set_config('app.scope', 'staff', false)`);
    await client.query(
      `insert into organisation (id, name, kind) values ('0197b000-0000-7000-8000-000000000000', 'Measured', 'COMPANY')`,
    );
    await client.query(
      `with m as (select id from vehicle_model order by id limit 1), c as (select id from device_category where code = 'GPS_TRACKER'),
         given as (select identifier, n, overlay(overlay(md5('v' || n) placing '7' from 13) placing '8' from 17)::uuid as vehicle,
           overlay(overlay(md5('d' || n) placing '7' from 13) placing '8' from 17)::uuid as device,
           overlay(overlay(md5('b' || n) placing '7' from 13) placing '8' from 17)::uuid as binding
           from unnest($1::text[]) with ordinality as listed (identifier, n)),
         vehicles as (insert into vehicle (id, registration_no, org_id, registration_kind, model_id, chassis_no, engine_no)
           select vehicle, 'MH12AB' || n, '0197b000-0000-7000-8000-000000000000', 'PERMANENT', m.id, '•••• ' || n, '•••• ' || n from given, m),
         owners as (insert into vehicle_owner (id, org_id, vehicle_id, from_at)
           select vehicle, '0197b000-0000-7000-8000-000000000000', vehicle, '2025-01-01' from given),
         devices as (insert into device (id, identifier, org_id, category_id)
           select device, identifier, '0197b000-0000-7000-8000-000000000000', c.id from given, c)
       insert into device_binding (id, org_id, device_id, vehicle_id, from_at, created_at)
       select binding, '0197b000-0000-7000-8000-000000000000', device, vehicle, '2026-01-01', now() from given`,
      [identifiers],
    );
    await client.query('analyze');
  });
  return identifiers;
}
