import type { Queryable } from '#kit/server/db/database.ts';
import type { AlarmKind } from '../alarm/alarm-kinds.contract.ts';
import { type Handling, handlingOf } from './standard.rules.ts';

/** How alarms of these organisations are handled. To be called over everybody's rows. */
export async function handlings(
  db: Queryable,
  orgIds: readonly string[],
): Promise<(orgId: string, kind: AlarmKind) => Handling> {
  const rows = await db.query<Handling & { orgId: string; kind: AlarmKind }>(
    `select org_id as "orgId", kind, treatment, notify, person_id as "personId", tell_staff as "tellStaff", pause_min as "pauseMin"
     from alarm_rule where org_id = any($1::uuid[]) and status = 1 and deleted_at is null`,
    [[...orgIds]],
  );
  const byKey = new Map(rows.map((row) => [`${row.orgId} ${row.kind}`, row]));
  return (orgId, kind) => handlingOf(kind, byKey.get(`${orgId} ${kind}`));
}
