import { endAssignments } from '#areas/vehicles/vehicles.server.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { withdrawInvitations } from '../invitations/invitation-ends.store.ts';
import { driversChanged } from '../people.events.ts';
import { driver } from './driver.contract.ts';
import { actsIn, type DriverAct, driverActs, type EmploymentAct } from './employment.contract.ts';

/** Holds other acts on a driver off until this one is done. */
export async function lockDriver(db: Queryable, scope: Scope, id: string): Promise<void> {
  const params: Param[] = [id];
  const tenantSql = tenantFilter('driver-lock', scope, 'd.org_id', params);
  const found = await db.query(
    `select 1 from driver d where d.id = $1 and d.deleted_at is null${tenantSql} for no key update`,
    params,
  );
  if (found.length === 0) throw refuse.notFound(`${driver.one} not found`);
}

/** Does an act on a driver whose row is locked, with its history, and brings what is shown of them in line. */
export async function setOperationalStatus(
  db: Queryable,
  writer: Writer,
  row: RowOf<typeof driver>,
  act: DriverAct,
  reason: string,
): Promise<void> {
  const { to, ends, refused }: EmploymentAct = driverActs[act];
  const state = row.state;
  if (!actsIn(state).includes(act)) throw refuse.conflict(refused);
  await db.query(
    `update driver set situation = $2, situation_note = $3, version = version + 1, updated_at = $4, updated_by = $5 where id = $1`,
    [row.id, to, to === 'NORMAL' ? null : reason, writer.now.toISOString(), writer.actorId],
  );
  writer.touched.push(['driver', row.orgId]);
  await recordChange(db, writer, {
    action: 'update',
    module: driver.path,
    recordId: row.id,
    recordTitle: row.title,
    orgId: row.orgId,
    before: { situation: state },
    after: { situation: act, reason },
    fields: ['situation', 'reason'],
  });
  if (ends) await endAssignments(db, writer, { drivers: [row.id] }, ends);
  if (to === 'EXITED') await withdrawInvitations(db, writer, [row.id]);
  await driversChanged.raise(db, writer, [row.id]);
}
