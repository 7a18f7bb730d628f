import type { BulkReport } from '#kit/contract/answers.ts';
import { touchRow } from '#kit/server/catalogue/write/lock-rows.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { type Change, recordChanges, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { groupsFilled } from '../vehicles.events.ts';
import { vehicleGroup } from './group.contract.ts';

/*
 * Vehicles of groups. Vehicles are locked before groups, by all who lock both. `vehicle_count` of a group is the number of its
 * vehicles that are not deleted: what a list filtered by the group shows.
 */

interface Group {
  id: string;
  orgId: string;
  title: string;
  count: number;
}
interface Vehicle {
  id: string;
  orgId: string;
  title: string;
}

/** A live group of the scope, locked until the transaction ends. @throws 404 */
async function lockGroup(db: Queryable, scope: Scope, id: string): Promise<Group> {
  const params: Param[] = [id];
  const [found] = await db.query<Group>(
    `select g.id, g.org_id as "orgId", g.name as title, g.vehicle_count as count from vehicle_group g
     where g.id = $1 and g.deleted_at is null${tenantFilter('lock-group', scope, 'g.org_id', params)} for no key update`,
    params,
  );
  if (!found) throw refuse.notFound('Vehicle group not found');
  return found;
}

/** The vehicles of the scope among these ids that are not deleted. None of them changes hands until the transaction ends. */
async function lockVehicles(db: Queryable, scope: Scope, ids: readonly string[]): Promise<Map<string, Vehicle>> {
  const params: Param[] = [[...ids]];
  const found = await db.query<Vehicle>(
    `select v.id, v.org_id as "orgId", v.registration_no as title from vehicle v
     where v.id = any($1::uuid[]) and v.deleted_at is null${tenantFilter('group-vehicles', scope, 'v.org_id', params)}
     order by v.id for key share`,
    params,
  );
  return new Map(found.map((vehicle) => [vehicle.id, vehicle]));
}

const gone = 'This vehicle no longer exists';
const elsewhere = 'This vehicle belongs to another organisation';

/** Adds vehicles to a group. Those that are in it already count as done; the others are reported with the reason. */
export async function addVehicles(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  groupId: string,
  ids: readonly string[],
): Promise<BulkReport> {
  const vehicles = await lockVehicles(db, scope, ids);
  const group = await lockGroup(db, scope, groupId);
  const failed: BulkReport['failed'] = [];
  const fitting: string[] = [];
  for (const id of ids) {
    const vehicle = vehicles.get(id);
    if (vehicle?.orgId === group.orgId) fitting.push(id);
    else failed.push({ id, label: vehicle?.title ?? id, message: vehicle ? elsewhere : gone });
  }
  await changeMembers(db, writer, group, fitting, []);
  return { done: fitting.length, failed };
}

/** Makes exactly these vehicles those of a group. @throws 400 where one of them cannot be in it */
export async function setVehicles(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  groupId: string,
  ids: readonly string[],
): Promise<void> {
  const vehicles = await lockVehicles(db, scope, ids);
  const group = await lockGroup(db, scope, groupId);
  for (const id of ids) {
    const vehicle = vehicles.get(id);
    if (!vehicle) throw refuse.badInput({ ids: gone });
    if (vehicle.orgId !== group.orgId) throw refuse.badInput({ ids: `${vehicle.title}: ${elsewhere.toLowerCase()}` });
  }
  const former = await db.query<{ id: string }>(
    // A deleted vehicle is not shown among those of the group, and is there again when it is restored.
    `select m.vehicle_id as id from vehicle_group_member m join vehicle v on v.id = m.vehicle_id
     where m.group_id = $1 and v.deleted_at is null`,
    [group.id],
  );
  const kept = new Set(ids);
  const removed = former.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  await changeMembers(db, writer, group, ids, removed);
}

/** Takes vehicles out of a group; those that are not in it are passed over. @returns how many were */
export async function removeVehicles(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  groupId: string,
  ids: readonly string[],
): Promise<number> {
  const group = await lockGroup(db, scope, groupId);
  return changeMembers(db, writer, group, [], ids);
}

/** Most vehicles that a line of the history names. */
const named = 50;

async function changeMembers(
  db: Queryable,
  writer: Writer,
  group: Group,
  added: readonly string[],
  removed: readonly string[],
): Promise<number> {
  const came = await db.query<{ id: string }>(
    `insert into vehicle_group_member (group_id, vehicle_id, org_id, added_at, added_by)
     select $1, v, $3, $4, $5 from unnest($2::uuid[]) v on conflict do nothing returning vehicle_id as id`,
    [group.id, [...added], group.orgId, writer.now.toISOString(), writer.actorId],
  );
  const left = await db.query<{ id: string }>(
    'delete from vehicle_group_member where group_id = $1 and vehicle_id = any($2::uuid[]) returning vehicle_id as id',
    [group.id, [...removed]],
  );
  if (came.length + left.length === 0) return 0;
  const plates = async (rows: readonly { id: string }[]) =>
    (
      await db.query<{ title: string }>(
        'select registration_no as title from vehicle where id = any($1::uuid[]) order by registration_no limit $2',
        [rows.map(({ id }) => id), named],
      )
    ).map(({ title }) => title);
  const [plus, minus] = [await plates(came), await plates(left)];
  const [count = group.count] = await recount(db, writer, [group]);
  await touchRow(db, vehicleGroup, group.id, writer);
  await recordChanges(db, writer, [
    changeOf(group, { before: group.count, after: count }, { vehiclesAdded: plus, vehiclesRemoved: minus }),
  ]);
  await groupsFilled.raise(db, writer, { groups: [group.id] });
  return left.length;
}

function changeOf(
  group: Omit<Group, 'count'>,
  count: { before: number; after: number },
  { vehiclesAdded, vehiclesRemoved }: { vehiclesAdded: string[]; vehiclesRemoved: string[] },
): Change {
  return {
    action: 'update',
    module: vehicleGroup.path,
    recordId: group.id,
    recordTitle: group.title,
    orgId: group.orgId,
    before: { vehicleCount: count.before },
    after: {
      vehicleCount: count.after,
      ...(vehiclesAdded.length > 0 ? { vehiclesAdded } : {}),
      ...(vehiclesRemoved.length > 0 ? { vehiclesRemoved } : {}),
    },
    fields: ['vehicleCount', 'vehiclesAdded', 'vehiclesRemoved'],
  };
}

/** Counts the vehicles of groups anew; the groups are locked. @returns the counts, in the order of the groups */
async function recount(
  db: Queryable,
  writer: Writer,
  groups: readonly Pick<Group, 'id' | 'orgId'>[],
): Promise<number[]> {
  const counted = await db.query<{ id: string; count: number }>(
    `update vehicle_group g set vehicle_count = (select count(*) from vehicle_group_member m join vehicle v on v.id = m.vehicle_id
       where m.group_id = g.id and v.deleted_at is null)
     where g.id = any($1::uuid[]) returning g.id, g.vehicle_count as count`,
    [groups.map(({ id }) => id)],
  );
  for (const orgId of new Set(groups.map(({ orgId }) => orgId))) writer.touched.push(['vehicle_group', orgId]);
  const byId = new Map(counted.map(({ id, count }) => [id, count]));
  return groups.map(({ id }) => byId.get(id) ?? 0);
}

/** The groups that vehicles are in, locked in the order of their ids. */
const lockGroupsOf = (db: Queryable, vehicles: readonly string[]) =>
  db.query<Group>(
    `select g.id, g.org_id as "orgId", g.name as title, g.vehicle_count as count from vehicle_group g
     where g.id in (select m.group_id from vehicle_group_member m where m.vehicle_id = any($1::uuid[]))
     order by g.id for no key update`,
    [[...vehicles]],
  );

/** Counts the groups of vehicles anew that were deleted or restored. */
export async function recountGroupsOf(db: Queryable, writer: Writer, vehicles: readonly string[]): Promise<void> {
  if (vehicles.length === 0) return;
  const groups = await lockGroupsOf(db, vehicles);
  if (groups.length > 0) await recount(db, writer, groups);
}

/** A vehicle that goes to another owner leaves the groups of the former one. Call it before the owner changes. */
export async function leaveGroups(db: Queryable, writer: Writer, vehicle: { id: string; title: string }) {
  const groups = await lockGroupsOf(db, [vehicle.id]);
  if (groups.length === 0) return;
  await db.query('delete from vehicle_group_member where vehicle_id = $1', [vehicle.id]);
  const counts = await recount(db, writer, groups);
  await recordChanges(
    db,
    writer,
    groups.map((group, at) =>
      changeOf(
        group,
        { before: group.count, after: counts[at] ?? 0 },
        { vehiclesAdded: [], vehiclesRemoved: [vehicle.title] },
      ),
    ),
  );
  await groupsFilled.raise(db, writer, { groups: groups.map(({ id }) => id) });
}
