import type { RowOf } from '#kit/contract/rows.ts';
import type { RowChange } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import type { device } from '#areas/devices/registry/device.contract.ts';
import type { geofence } from '#areas/geofences/geofence/geofence.contract.ts';
import { boundsOf } from '#areas/geofences/geofences.server.ts';
import type { vehicleCategory } from '#areas/vehicles/vehicles.contract.ts';
import { sinceOf } from './recalculate.ts';
import { noteChange } from './recalculations.store.ts';

const isOther = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null);
const anywhere = { vehicleId: null, roadIds: null, near: null, orgId: null, categoryId: null, deviceId: null };

/** Another speed class has other limits, and an emergency vehicle gives no evidence. */
export async function noteCategoryWritten(
  db: Queryable,
  writer: Writer,
  { change, row }: { change: RowChange<typeof vehicleCategory>; row: RowOf<typeof vehicleCategory> },
): Promise<void> {
  if (change.action !== 'update') return;
  const { before } = change;
  if (!isOther(before.speedClass, row.speedClass) && !isOther(before.isEmergency, row.isEmergency)) return;
  const { id, title } = row;
  await noteChange(db, writer, {
    ...anywhere,
    cause: 'CATEGORY',
    recordId: id,
    title,
    categoryId: id,
    fromAt: sinceOf(writer.now, null),
  });
}

/** What of a geofence decides over limits besides its cap. */
const fenceFields = [
  'capKmh',
  'kind',
  'points',
  'widthM',
  'appliesTo',
  'vehicleGroupId',
  'plates',
  'days',
  'fromTime',
  'toTime',
  'status',
] as const;

/** A geofence with a limit that is another one, is gone, or is there again; a new one holds from now on. */
export async function noteGeofencesWritten(
  db: Queryable,
  writer: Writer,
  { changes, rows }: { changes: readonly RowChange<typeof geofence>[]; rows: readonly RowOf<typeof geofence>[] },
): Promise<void> {
  for (const [at, change] of changes.entries()) {
    const row = rows[at];
    const { action, before } = change;
    // A new one holds from now on.
    if (!row || !before || action === 'purge') continue;
    if ((before.capKmh ?? null) === null && (row.capKmh ?? null) === null) continue;
    const isTaken = action === 'delete' || action === 'restore';
    if (!isTaken && !fenceFields.some((name) => isOther(before[name], row[name]))) continue;
    await noteChange(db, writer, {
      ...anywhere,
      cause: 'GEOFENCE',
      recordId: row.id,
      title: row.title,
      near: boundsOf([before, row]),
      orgId: row.orgId,
      fromAt: sinceOf(writer.now, null),
    });
  }
}

/** A certificate that is valid for other days, or that the device has or has no more. */
export async function noteDevicesWritten(
  db: Queryable,
  writer: Writer,
  { changes, rows }: { changes: readonly RowChange<typeof device>[]; rows: readonly RowOf<typeof device>[] },
): Promise<void> {
  for (const [at, change] of changes.entries()) {
    const row = rows[at];
    if (change.action !== 'update' || !row) continue;
    const { before } = change;
    if (!isOther(before.enforcementNo, row.enforcementNo) && !isOther(before.enforcementUpto, row.enforcementUpto))
      continue;
    await noteChange(db, writer, {
      ...anywhere,
      cause: 'DEVICE',
      recordId: row.id,
      title: row.title,
      orgId: row.orgId,
      deviceId: row.id,
      fromAt: sinceOf(writer.now, null),
    });
  }
}
