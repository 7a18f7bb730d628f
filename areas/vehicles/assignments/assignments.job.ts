import type { Queryable } from '#kit/server/db/database.ts';
import { productWriter, recordChanges, type Writer } from '#kit/server/history.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import { bumpAll, markAll, type Versions } from '#kit/server/versions.ts';
import { driversTurned, vehiclesChanged } from '../vehicles.events.ts';

interface Turned {
  id: string;
  orgId: string;
  title: string;
  former: string | null;
  next: string | null;
}

/** Vehicles and drivers whose periods were touched. */
export interface Involved {
  vehicles: readonly string[];
  drivers: readonly string[];
}

/**
 * Brings what vehicles and drivers say of each other in line with the period that runs now, tells the history of both, and
 * judges the vehicles anew.
 */
export async function applyPeriods(db: Queryable, writer: Writer, involved: Involved, reason?: string): Promise<void> {
  const { vehicles, drivers } = involved;
  if (vehicles.length === 0 && drivers.length === 0) return;
  const at = writer.now.toISOString();
  const turned = await db.query<Turned>(turnSql, [[...vehicles], at]);
  for (const { orgId } of turned) writer.touched.push(['vehicle', orgId]);
  await recordChanges(
    db,
    writer,
    turned.map((row) => ({
      action: 'update',
      module: 'vehicle',
      recordId: row.id,
      recordTitle: row.title,
      orgId: row.orgId,
      before: { driverId: row.former },
      after: { driverId: row.next, ...(reason === undefined ? {} : { endReason: reason }) },
      fields: ['driverId', 'endReason'],
    })),
  );
  await driversTurned.raise(db, writer, { drivers, reason });
  await vehiclesChanged.raise(
    db,
    writer,
    turned.map(({ id }) => id),
  );
}

const turnSql = `update vehicle t set driver_id = n.next from (
     select s.id, s.driver_id as former, (select a.driver_id from driver_assignment a
       where a.vehicle_id = s.id and a.from_at <= $2 and (a.to_at is null or a.to_at > $2)) as next
     from vehicle s where s.id = any($1::uuid[])) n
   where t.id = n.id and t.driver_id is distinct from n.next
   returning t.id, t.org_id as "orgId", t.registration_no as title, n.former, n.next`;

/** Periods that began or ended by themselves since this was called last. */
async function updateDueAssignments(db: Queryable, now: Date): Promise<Writer['touched']> {
  const rows = await db.query<{ vehicleId: string; driverId: string }>(
    `select a.vehicle_id as "vehicleId", a.driver_id as "driverId" from driver_assignment a join vehicle v on v.id = a.vehicle_id
      where a.from_at <= $1 and (a.to_at is null or a.to_at > $1) and v.driver_id is distinct from a.driver_id
     union all
     select v.id, v.driver_id from vehicle v where v.driver_id is not null and not exists (select 1 from driver_assignment a
       where a.vehicle_id = v.id and a.driver_id = v.driver_id and a.from_at <= $1 and (a.to_at is null or a.to_at > $1))
     limit 2000`,
    [now.toISOString()],
  );
  const writer = productWriter(now);
  // A vehicle that changes hands in this moment has left the one before it is with the other.
  await applyPeriods(db, writer, {
    vehicles: rows.map(({ vehicleId }) => vehicleId),
    drivers: [...new Set(rows.map(({ driverId }) => driverId))],
  });
  return writer.touched;
}

/** Name of the job of every minute that begins and ends periods of drivers. */
export const assignmentJob = 'assignments';

/** Plans it for the next full minute. */
export const planAssignments = (db: Queryable, jobs: Pick<Jobs, 'add'>, now: Date): Promise<void> => {
  const runAt = new Date(Math.floor(now.getTime() / 60_000 + 1) * 60_000);
  return jobs.add(db, { name: assignmentJob, runAt, key: runAt.toISOString() });
};

export const assignmentTask =
  (jobs: Pick<Jobs, 'add'>, versions: Versions): Task =>
  async (db, _, now) => {
    const touched = await updateDueAssignments(db, now);
    await planAssignments(db, jobs, now);
    await markAll(versions, db, touched);
    return () => bumpAll(versions, touched);
  };
