import type { Draft } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { helpDesk } from '../tickets/ticket.contract.ts';

/** Where the vehicle of a record stands that a ticket may be about, the most telling first. */
const sources = [
  [
    'challanId',
    'select id, org_id as "orgId", vehicle_id as "vehicleId" from challans_challan where id = any($1::uuid[])',
  ],
  [
    'policyId',
    'select id, org_id as "orgId", vehicle_id as "vehicleId" from policies_policy where id = any($1::uuid[])',
  ],
  [
    'documentId',
    'select id, org_id as "orgId", vehicle_id as "vehicleId" from documents_document where id = any($1::uuid[])',
  ],
  ['tripId', 'select id, org_id as "orgId", vehicle_id as "vehicleId" from trips_trip where id = any($1::uuid[])'],
  [
    'deviceId',
    `select device_id as id, org_id as "orgId", vehicle_id as "vehicleId" from devices_installation
     where device_id = any($1::uuid[]) and to_at is null`,
  ],
] as const;

interface Found {
  id: string;
  orgId: string;
  vehicleId: string | null;
}

/**
 * Notes with tickets the vehicle of the record that they are about, where none was chosen: so they stand on its page, and are found by its
 * plate. Records of another organisation say nothing: they are refused where references are checked.
 */
export async function fillVehicles(db: Queryable, drafts: readonly Draft<typeof helpDesk>[]): Promise<void> {
  const open = drafts.filter(
    ({ before, values }) =>
      (values.vehicleId ?? null) === null &&
      sources.some(([name]) => (values[name] ?? null) !== null && values[name] !== before?.[name]),
  );
  if (open.length === 0) return;
  for (const [name, sql] of sources) {
    const waiting = open.filter(({ values }) => (values.vehicleId ?? null) === null && (values[name] ?? null) !== null);
    if (waiting.length === 0) continue;
    const rows = await db.query<Found>(sql, [waiting.map(({ values }) => values[name] as string)]);
    for (const { before, values } of waiting) {
      const found = rows.find(({ id }) => id === values[name]);
      if (found?.vehicleId && found.orgId === (values.orgId ?? before?.orgId)) values.vehicleId = found.vehicleId;
    }
  }
}
