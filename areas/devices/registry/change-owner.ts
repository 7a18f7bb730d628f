import { columnOf } from '#kit/contract/catalogue.ts';
import { afterOwner } from '#kit/contract/fields.ts';
import { leavingColumns } from '#kit/server/catalogue/write/write-values.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { type Change, recordChanges, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { lockDevice } from '../installations/installations.store.ts';
import { device } from './device.contract.ts';

/** The former owner's own, and what the history says of it: a password by its mask, as every read does. */
const leaving = leavingColumns(device);
const leavingNames = Object.keys(afterOwner(device.fields));

/**
 * Gives a device to another organisation. What it sent and was bound to stays with the former one, and so do its SIM, its password
 * and what was noted of it: the next sees the device itself and what comes from now on, and not whose it was. @throws 404; 409 while it is in a vehicle
 */
export async function giveDevice(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  id: string,
  orgId: string,
): Promise<void> {
  const given = await lockDevice(db, scope, id);
  const params: Param[] = [orgId];
  const [taker] = await db.query<{ id: string; name: string; status: number }>(
    `select o.id, o.name, o.status from people_organisation o
     where o.id = $1 and o.deleted_at is null${tenantFilter('device-taker', scope, 'o.id', params)}`,
    params,
  );
  if (!taker) throw refuse.badInput({ orgId: 'Owner: this record no longer exists' });
  if (taker.status !== 1) throw refuse.badInput({ orgId: 'Owner is inactive. Choose another' });
  if (taker.id === given.orgId) throw refuse.conflict(`${given.title} already belongs to them`);
  await refuseCarried(db, given);
  const [kept = {}] = await db.query<Record<string, unknown>>(
    `select ${leavingNames.map((name) => `d.${columnOf(name)} as "${name}"`).join(', ')}, d.situation_note as "situationNote"
     from device d where d.id = $1`,
    [id],
  );
  const now = writer.now.toISOString();
  await db.query('delete from device_live where device_id = $1', [id]);
  await db.query(
    `update device set (org_id, owned_since, last_seen_at, situation_note, version, updated_at, updated_by) =
         ($2, $3, null, null, version + 1, $3, $4)${leaving.map(({ column }, at) => `, ${column} = $${at + 5}`).join('')}
     where id = $1`,
    [id, taker.id, now, writer.actorId, ...leaving.map(({ becomes }) => becomes)],
  );
  const left = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null));
  const gone = Object.fromEntries(Object.keys(left).map((name) => [name, null]));
  // Each side is told of itself only; staff, who see both entries, know from whom it went to whom.
  const entryOf = (orgId: string, before: Record<string, unknown>, after: Record<string, unknown>): Change => ({
    action: 'update',
    module: 'device',
    recordId: id,
    recordTitle: given.title,
    orgId,
    before,
    after,
    fields: Object.keys(after),
  });
  for (const org of [given.orgId, taker.id]) writer.touched.push(['device', org]);
  await recordChanges(db, writer, [
    entryOf(given.orgId, { orgId: given.orgId, ...left }, { orgId: null, ...gone, transfer: 'GIVEN' }),
    entryOf(taker.id, { orgId: null }, { orgId: taker.id, transfer: 'TAKEN' }),
  ]);
}

async function refuseCarried(db: Queryable, { id, title }: { id: string; title: string }): Promise<void> {
  const [bound] = await db.query<{ vehicle: string }>(
    `select v.registration_no as vehicle from device_binding b join vehicles_vehicle v on v.id = b.vehicle_id
     where b.device_id = $1 and b.to_at is null`,
    [id],
  );
  if (bound) throw refuse.conflict(`${title} is installed in ${bound.vehicle}. Remove it first`);
}
