import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import { alarm } from './alarm.contract.ts';

/** Acknowledges those of these alarms that wait for it. @returns how many */
export async function acknowledgeAlarms(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  ids: readonly string[],
  note: string | null,
): Promise<number> {
  const params: Param[] = [
    [...ids],
    writer.now.toISOString(),
    // Clients read it, and are not told which member of the staff it was.
    writer.orgId === null ? 'Staff' : writer.actorName,
    note,
    writer.actorId,
  ];
  const rows = await db.query<{ id: string; orgId: string; what: string }>(
    `update alarm a set alarm_state = 'ACKNOWLEDGED', acknowledged_at = $2, acknowledged_by = $3, note = $4, version = version + 1,
       updated_at = $2, updated_by = $5
     where a.id in (select b.id from alarm b where b.id = any($1::uuid[]) and b.alarm_state = 'NEW' and b.status = 1 and b.deleted_at is null
       ${tenantFilter('acknowledge-alarms', scope, 'b.org_id', params)} order by b.id for no key update)
     returning a.id, a.org_id as "orgId", a.what`,
    params,
  );
  for (const { orgId } of rows) writer.touched.push([alarm.table, orgId]);
  await recordChanges(
    db,
    writer,
    rows.map(({ id, orgId, what }) => ({
      action: 'update' as const,
      module: alarm.path,
      recordId: id,
      recordTitle: what,
      orgId,
      before: { alarmState: 'NEW', note: null },
      after: { alarmState: 'ACKNOWLEDGED', note },
      fields: note === null ? ['alarmState'] : ['alarmState', 'note'],
    })),
  );
  return rows.length;
}
