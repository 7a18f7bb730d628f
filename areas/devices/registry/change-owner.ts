import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { type Change, recordChanges, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { lockDevice } from '../installations/installations.store.ts';

/**
 * Gives a device to another organisation. What it sent and was bound to stays with the former one: the next sees what comes
 * from now on. @throws 404; 409 while it is in a vehicle
 */
export async function giveDevice(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  id: string,
  orgId: string,
): Promise<void> {
  const device = await lockDevice(db, scope, id);
  const params: Param[] = [orgId];
  const [taker] = await db.query<{ id: string; name: string; status: number }>(
    `select o.id, o.name, o.status from people_organisation o
     where o.id = $1 and o.deleted_at is null${tenantFilter('device-taker', scope, 'o.id', params)}`,
    params,
  );
  if (!taker) throw refuse.badInput({ orgId: 'Owner: this record no longer exists' });
  if (taker.status !== 1) throw refuse.badInput({ orgId: 'Owner is switched off: choose another' });
  if (taker.id === device.orgId) throw refuse.conflict(`${device.title} is theirs already`);
  await refuseCarried(db, device);
  const now = writer.now.toISOString();
  await db.query('delete from device_live where device_id = $1', [id]);
  await db.query(
    `update device set (org_id, owned_since, last_seen_at, version, updated_at, updated_by) = ($2, $3, null, version + 1, $3, $4) where id = $1`,
    [id, taker.id, now, writer.actorId],
  );
  const entryOf = (org: string): Change => ({
    action: 'update',
    module: 'device',
    recordId: id,
    recordTitle: device.title,
    orgId: org,
    before: { orgId: device.orgId },
    after: { orgId: taker.id },
    fields: ['orgId'],
  });
  for (const org of [device.orgId, taker.id]) writer.touched.push(['device', org]);
  await recordChanges(db, writer, [entryOf(device.orgId), entryOf(taker.id)]);
}

async function refuseCarried(db: Queryable, { id, title }: { id: string; title: string }): Promise<void> {
  const [bound] = await db.query<{ vehicle: string }>(
    `select v.registration_no as vehicle from device_binding b join vehicles_vehicle v on v.id = b.vehicle_id
     where b.device_id = $1 and b.to_at is null`,
    [id],
  );
  if (bound) throw refuse.conflict(`${title} is in ${bound.vehicle}: take it out first`);
}
