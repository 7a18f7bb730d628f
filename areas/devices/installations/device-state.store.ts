import type { Queryable } from '#kit/server/db/database.ts';
import { type Change, recordChanges, type Writer } from '#kit/server/history.ts';
import { statesFromSql, stateSql } from '../health/device-states.store.ts';

interface Turned {
  id: string;
  orgId: string;
  title: string;
  former: string | null;
  next: string | null;
}

const endFields = ['endReason', 'endedAt'];

/**
 * Brings what devices say of vehicles in line with the period that runs now, and tells the history of both; of those that
 * ended with `ends`: the reason, and when that was not just now.
 */
export async function updateDeviceStates(
  db: Queryable,
  writer: Writer,
  devices: readonly string[],
  ends: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (devices.length === 0) return;
  const at = '$2::timestamptz';
  const turned = await db.query<Turned>(
    `update device t set vehicle_id = n.next, state = n.state from (
       select d.id, d.vehicle_id as former, b.vehicle_id as next, ${stateSql(at)} as state
       from ${statesFromSql(at)} where d.id = any($1::uuid[])) n
     where t.id = n.id returning t.id, t.org_id as "orgId", t.identifier as title, n.former, n.next`,
    [[...new Set(devices)], writer.now.toISOString()],
  );
  const moved = turned.filter(({ former, next }) => former !== next);
  const plates = await titlesOf(db, moved);
  const changes = moved.map(
    ({ id, orgId, title, former, next }): Change => ({
      action: 'update',
      module: 'device',
      recordId: id,
      recordTitle: title,
      orgId,
      before: { vehicleId: former },
      after: { vehicleId: next, ...ends },
      fields: ['vehicleId', ...endFields],
    }),
  );
  for (const [vehicleId, { before, after, orgId }] of vehiclesOf(moved))
    changes.push({
      action: 'update',
      module: 'vehicle',
      recordId: vehicleId,
      recordTitle: plates.get(vehicleId) ?? '–',
      orgId,
      before: { deviceId: before },
      after: { deviceId: after, ...(after === null ? ends : {}) },
      fields: ['deviceId', ...endFields],
    });
  for (const { orgId } of turned) writer.touched.push(['device', orgId]);
  await recordChanges(db, writer, changes);
}

/** What changes for each vehicle: one device out, one in, or both at once. */
function vehiclesOf(moved: readonly Turned[]) {
  const vehicles = new Map<string, { before: string | null; after: string | null; orgId: string }>();
  const of = (id: string, orgId: string) => {
    const known = vehicles.get(id) ?? { before: null, after: null, orgId };
    vehicles.set(id, known);
    return known;
  };
  for (const { id, orgId, former, next } of moved) {
    if (former !== null) of(former, orgId).before = id;
    if (next !== null) of(next, orgId).after = id;
  }
  return vehicles;
}

async function titlesOf(db: Queryable, moved: readonly Turned[]): Promise<ReadonlyMap<string, string>> {
  const ids = moved.flatMap(({ former, next }) => [former, next]).filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: string; title: string }>(
    'select id, registration_no as title from vehicles_vehicle where id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}
