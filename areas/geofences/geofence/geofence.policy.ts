import type { Draft, RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { geofencesWritten } from '../geofences.events.ts';
import type { geofence } from './geofence.contract.ts';
import { checkAlerts, type GeofenceFacts } from './geofence.rules.ts';
import { pointsText, readShape } from './shape.contract.ts';

type GeofenceDraft = Draft<typeof geofence>;

/** Refuses shapes that cannot be, and vehicles of somebody else; points get the one form in which they are kept. */
export const geofencePolicy: RowPolicy<typeof geofence> = {
  async complete(db, _, drafts) {
    for (const { values, messages } of drafts) {
      const facts = values as unknown as GeofenceFacts;
      const read = readShape(facts.kind, values.points, values.widthM ?? null);
      if ('shape' in read) values.points = pointsText(read.shape.points);
      else Object.assign(messages, read.messages);
      Object.assign(messages, checkAlerts(facts));
      // A polygon has no width.
      if (values.kind === 'POLYGON') values.widthM = null;
      const isChosen = (values.plates ?? []).length > 0;
      if (values.appliesTo === 'CHOSEN' && !isChosen) messages.plates = 'Select at least one vehicle';
      if (values.appliesTo !== 'CHOSEN' && isChosen) messages.plates = 'Only for “Selected vehicles”';
      if (values.appliesTo === 'GROUP' && !values.vehicleGroupId) messages.vehicleGroupId = 'Vehicle group is required';
      if (values.appliesTo !== 'GROUP' && values.vehicleGroupId) messages.vehicleGroupId = 'Only for “Vehicle group”';
    }
    await checkPlates(db, drafts);
  },
  async afterMany(db, writer, changes, rows) {
    await geofencesWritten.raise(db, writer, { changes, rows });
    const kept = rows.filter((_, at) => ['create', 'update', 'restore'].includes(changes[at]?.action ?? ''));
    if (kept.length === 0) return;
    const ids = kept.map(({ id }) => id);
    await db.query('delete from geofence_vehicle where geofence_id = any($1::uuid[])', [ids]);
    await db.query(
      `insert into geofence_vehicle (geofence_id, vehicle_id, org_id)
       select g.id, v.id, g.org_id from geofence g join vehicles_vehicle v on v.org_id = g.org_id and v.registration_no = any(g.plates)
       where g.id = any($1::uuid[]) and v.deleted_at is null`,
      [ids],
    );
  },
};

/** Which registration numbers are of no vehicle of the geofence's organisation. */
async function checkPlates(db: Queryable, drafts: readonly GeofenceDraft[]): Promise<void> {
  const asked = drafts.filter(({ values }) => values.appliesTo === 'CHOSEN' && (values.plates ?? []).length > 0);
  if (asked.length === 0) return;
  const rows = await db.query<{ orgId: string; plate: string }>(
    `select org_id as "orgId", registration_no as plate from vehicles_vehicle
     where org_id = any($1::uuid[]) and registration_no = any($2::text[]) and deleted_at is null`,
    [asked.map(({ values }) => values.orgId), asked.flatMap(({ values }) => values.plates ?? [])],
  );
  const known = new Set(rows.map(({ orgId, plate }) => `${orgId} ${plate}`));
  for (const { values, messages } of asked) {
    const unknown = (values.plates ?? []).filter((plate) => !known.has(`${values.orgId} ${plate}`));
    if (unknown.length > 0) messages.plates = `No vehicle of this organisation: ${unknown.slice(0, 3).join(', ')}`;
  }
}
