import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { updateDeviceStates } from './device-state.store.ts';

/** Ends open periods at a moment; one that would begin no earlier never was. Gives their devices. */
export async function endRows(
  db: Queryable,
  column: 'id' | 'device_id' | 'vehicle_id',
  ids: readonly string[],
  reason: string,
  at: string,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const gone = await db.query<{ deviceId: string }>(
    `delete from device_binding where ${column} = any($1::uuid[]) and from_at >= $2 returning device_id as "deviceId"`,
    [[...ids], at],
  );
  const ended = await db.query<{ deviceId: string }>(
    `update device_binding set to_at = $2, end_reason = $3 where ${column} = any($1::uuid[]) and from_at < $2 and (to_at is null or to_at > $2)
     returning device_id as "deviceId"`,
    [[...ids], at, reason],
  );
  return [...gone, ...ended].map(({ deviceId }) => deviceId);
}

/** Which periods to end: all that run of some devices or vehicles. */
type InstallationEnd = { devices: readonly string[] } | { vehicles: readonly string[] };

/**
 * Ends what devices and vehicles are bound to at a moment, usually now. Gives how many periods. The caller has made sure that
 * they are within its scope.
 */
export async function endInstallations(
  db: Queryable,
  writer: Writer,
  which: InstallationEnd,
  reason: string,
  at: Date = writer.now,
): Promise<number> {
  const [column, ids] =
    'devices' in which ? (['device_id', which.devices] as const) : (['vehicle_id', which.vehicles] as const);
  const touched = await endRows(db, column, ids, reason, at.toISOString());
  await updateDeviceStates(db, writer, touched, {
    endReason: reason,
    ...(at < writer.now ? { endedAt: at.toISOString() } : {}),
  });
  return touched.length;
}
