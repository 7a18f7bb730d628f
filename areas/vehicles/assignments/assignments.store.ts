import { uuidv7 } from 'uuidv7';
import { driver } from '#areas/people/drivers/driver.contract.ts';
import { lockRows } from '#kit/server/catalogue/write/lock-rows.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import { inIndia } from '#kit/server/india-time.ts';
import { refuse } from '#kit/server/refusals.ts';
import { driverAssigning } from '../vehicles.events.ts';
import { applyPeriods } from './assignments.job.ts';

/*
 * Who drives what, and when. A period begins at its first moment and ends just before its last: whoever follows at that
 * moment does not overlap. `driver_id` of the vehicle and `vehicle_id` of the driver say what holds now, see settle.ts.
 */

export interface Party {
  id: string;
  orgId: string;
  title: string;
}

/** A live vehicle of the scope, locked until the transaction ends. @throws 404 */
export async function lockVehicle(db: Queryable, scope: Scope, id: string): Promise<Party> {
  const params: Param[] = [id];
  const [found] = await db.query<Party>(
    `select v.id, v.org_id as "orgId", v.registration_no as title from vehicle v
     where v.id = $1 and v.deleted_at is null${tenantFilter('assign-vehicle', scope, 'v.org_id', params)} for no key update`,
    params,
  );
  if (!found) throw refuse.notFound('Vehicle not found');
  return found;
}

/** A live driver of the vehicle's organisation, locked likewise. */
async function lockDriver(db: Queryable, { orgId }: Party, id: string): Promise<Party> {
  const params: Param[] = [[id]];
  const match = ` and t.deleted_at is null${tenantFilter('assign-driver', { orgId }, 't.org_id', params)}`;
  const lock = { strength: 'no key update', fields: ['orgId', 'name'] } as const;
  const [found] = await lockRows<{ orgId: string; name: string }>(db, driver, lock, match, params);
  if (!found) throw refuse.badInput({ driverId: 'Driver: this record no longer exists' });
  return { id: found.id, orgId: found.orgId, title: found.name };
}

/** Gives a vehicle to a driver from a moment on. @throws 409 with the exact reason where law or another period is against it */
export async function assignDriver(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  vehicleId: string,
  driverId: string,
  from: Date,
): Promise<string> {
  const vehicle = await lockVehicle(db, scope, vehicleId);
  const driver = await lockDriver(db, vehicle, driverId);
  if (from.getTime() < writer.now.getTime()) throw refuse.badInput({ from: 'The start cannot be in the past' });
  await driverAssigning.raise(db, writer, { vehicle, driver, from });
  await refuseOverlap(db, vehicle, driver, from);
  const id = uuidv7();
  await db.query(
    `insert into driver_assignment (id, org_id, vehicle_id, driver_id, from_at, created_at, created_by) values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, vehicle.orgId, vehicle.id, driver.id, from.toISOString(), writer.now.toISOString(), writer.actorId],
  );
  if (from.getTime() > writer.now.getTime()) await recordPlan(db, writer, vehicle, driver, from);
  else await applyPeriods(db, writer, { vehicles: [vehicle.id], drivers: [driver.id] });
  return id;
}

interface Overlap {
  vehicleId: string;
  vehicle: string;
  driver: string;
  fromAt: string;
  toAt: string | null;
}

async function refuseOverlap(db: Queryable, vehicle: Party, driver: Party, from: Date): Promise<void> {
  const [found] = await db.query<Overlap>(
    `select a.vehicle_id as "vehicleId", v.registration_no as vehicle, d.name as driver, a.from_at as "fromAt", a.to_at as "toAt"
     from driver_assignment a join vehicle v on v.id = a.vehicle_id join people_driver d on d.id = a.driver_id
     where (a.vehicle_id = $1 or a.driver_id = $2) and tstzrange(a.from_at, a.to_at) && tstzrange($3, null) order by a.from_at limit 1`,
    [vehicle.id, driver.id, from.toISOString()],
  );
  if (!found) return;
  const isVehicles = found.vehicleId === vehicle.id;
  const [holder, held] = isVehicles ? [found.vehicle, found.driver] : [found.driver, found.vehicle];
  const since = inIndia(found.fromAt);
  const message =
    found.toAt === null
      ? `${holder} has ${held} from ${since}. Unassign first`
      : `${holder} has ${held} from ${since} until ${inIndia(found.toAt)}. Unassign first`;
  throw refuse.conflict(message, { [isVehicles ? 'from' : 'driverId']: message });
}

async function recordPlan(db: Queryable, writer: Writer, vehicle: Party, driver: Party, from: Date): Promise<void> {
  const plan = (module: 'vehicle' | 'drivers', party: Party, name: string, other: Party) => ({
    action: 'update' as const,
    module,
    recordId: party.id,
    recordTitle: party.title,
    orgId: party.orgId,
    before: null,
    after: { [name]: other.title, plannedFrom: from.toISOString() },
    fields: [name, 'plannedFrom'],
  });
  writer.touched.push(['vehicle', vehicle.orgId], ['driver', driver.orgId]);
  await recordChanges(db, writer, [
    plan('vehicle', vehicle, 'plannedDriver', driver),
    plan('drivers', driver, 'plannedVehicle', vehicle),
  ]);
}

/** Which periods to end: a single one, or all that run or are planned of some vehicles or drivers. */
export type Ending = { id: string } | { vehicles: readonly string[] } | { drivers: readonly string[] };

/**
 * Ends periods at a moment that is not before now; those that would begin later than that are taken back. Gives how many.
 * The caller has made sure that they are within its scope.
 */
export async function endAssignments(
  db: Queryable,
  writer: Writer,
  which: Ending,
  reason: string,
  at: Date = writer.now,
): Promise<number> {
  const [column, ids] =
    'id' in which
      ? ['id', [which.id]]
      : 'vehicles' in which
        ? ['vehicle_id', which.vehicles]
        : ['driver_id', which.drivers];
  if (ids.length === 0) return 0;
  const when = at.toISOString();
  const gone = await db.query<{ vehicleId: string; driverId: string }>(
    `delete from driver_assignment where ${column} = any($1::uuid[]) and from_at >= $2 returning vehicle_id as "vehicleId", driver_id as "driverId"`,
    [[...ids], when],
  );
  const ended = await db.query<{ vehicleId: string; driverId: string }>(
    `update driver_assignment set to_at = $2, end_reason = $3 where ${column} = any($1::uuid[]) and from_at < $2 and (to_at is null or to_at > $2)
     returning vehicle_id as "vehicleId", driver_id as "driverId"`,
    [[...ids], when, reason],
  );
  const touched = [...gone, ...ended];
  await applyPeriods(
    db,
    writer,
    { vehicles: touched.map(({ vehicleId }) => vehicleId), drivers: touched.map(({ driverId }) => driverId) },
    reason,
  );
  return touched.length;
}
