import { writeDriverStatus } from '#areas/people/people.server.ts';
import { happened } from '#kit/server/events.ts';
import { writeVehicleStatus } from '#areas/vehicles/vehicles.server.ts';
import { indiaDay } from '#kit/contract/days.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import { type DriverRecord, endColumns, readDrivers, readVehicles, type VehicleRecord } from './facts.store.ts';
import { currentDocument, driverState, driverCompliance, vehicleState, vehicleCompliance } from './status.contract.ts';

/*
 * What lists show of "may it run today?" is kept with the vehicle and the driver. Whoever changes something that the answer is
 * made of calls these in the same transaction; the night's job calls them for those whose answer turns by itself.
 */

/** Brings what is kept of these vehicles in line with their papers, their drivers and the day. */
export async function recomputeVehicles(db: Queryable, writer: Writer, ids: readonly string[]): Promise<void> {
  const records = await readVehicles(db, ids);
  const drivers = new Map(
    (
      await readDrivers(
        db,
        records.flatMap(({ driverId }) => driverId ?? []),
      )
    ).map((driver) => [driver.id, driver]),
  );
  const day = indiaDay(writer.now);
  const changes = records.flatMap((record) => {
    const next = nextOfVehicle(record, record.driverId ? drivers.get(record.driverId) : undefined, day);
    return JSON.stringify(next) === JSON.stringify({ ...record.shown, ...record.ends }) ? [] : [{ record, next }];
  });
  if (changes.length === 0) return;
  await writeVehicleStatus(
    db,
    changes.map(({ record, next }) => ({ id: record.id, ...next })),
  );
  await recordEntry(db, writer, 'vehicle', changes);
  await tellBlocked(db, writer, changes);
}

/** Vehicles that may not be driven from now on; drafts never could. */
const tellBlocked = (
  db: Queryable,
  writer: Writer,
  changes: readonly { record: VehicleRecord; next: ReturnType<typeof nextOfVehicle> }[],
): Promise<void> =>
  happened.raise(
    db,
    writer,
    changes.flatMap(({ record, next }) =>
      next.verdict === 'RED' && record.shown.verdict !== 'RED' && next.state !== 'DRAFT'
        ? [
            {
              event: 'vehicle.blocked',
              key: `${record.id}:${writer.now.toISOString()}`,
              at: writer.now,
              orgId: record.orgId,
              record: { module: 'vehicle', id: record.id, title: record.title },
              facts: { state: next.state, reason: next.line },
            },
          ]
        : [],
    ),
  );

function nextOfVehicle(record: VehicleRecord, driver: DriverRecord | undefined, day: string) {
  const answer = vehicleCompliance(record.facts, day, driver?.facts);
  const end = (code: string) => {
    const paper = record.facts.papers.find((one) => one.code === code);
    return (paper && currentDocument(paper, day)?.upto) ?? null;
  };
  return {
    verdict: answer.colour as string,
    line: answer.lines[0]?.text ?? null,
    until: answer.until,
    state: vehicleState(record.facts, day) as string,
    ...Object.fromEntries(Object.entries(endColumns).map(([code, column]) => [column, end(code)])),
  };
}

/** Brings what is kept of these drivers in line, and of the vehicles they have. */
export async function recomputeDrivers(db: Queryable, writer: Writer, ids: readonly string[]): Promise<void> {
  const records = await readDrivers(db, ids);
  const day = indiaDay(writer.now);
  const changes = records.flatMap((record) => {
    const answer = driverCompliance(record.facts, day);
    const { medical } = record.facts;
    const next = {
      verdict: answer.colour as string,
      line: answer.lines[0]?.text ?? null,
      until: answer.until,
      state: driverState(record.facts, day) as string,
      upto: medical?.outcome === 'FIT' || medical?.outcome === 'FIT_WITH_CONDITION' ? medical.upto : null,
      outcome: medical?.outcome ?? null,
    };
    return JSON.stringify(next) === JSON.stringify({ ...record.shown, ...record.medicalShown })
      ? []
      : [{ record, next }];
  });
  if (changes.length > 0) {
    await writeDriverStatus(
      db,
      changes.map(({ record, next }) => ({ id: record.id, ...next })),
    );
    await recordEntry(db, writer, 'drivers', changes);
  }
  const vehicles = await db.query<{ id: string }>('select id from vehicles_vehicle where driver_id = any($1::uuid[])', [
    [...ids],
  ]);
  await recomputeVehicles(
    db,
    writer,
    vehicles.map(({ id }) => id),
  );
}

/** Marks the lists as changed, and tells the history where a state turned. */
async function recordEntry(
  db: Queryable,
  writer: Writer,
  module: 'vehicle' | 'drivers',
  changes: readonly { record: VehicleRecord | DriverRecord; next: { state: string; line: string | null } }[],
): Promise<void> {
  const table = module === 'vehicle' ? 'vehicle' : 'driver';
  for (const { record } of changes) writer.touched.push([table, record.orgId]);
  await recordChanges(
    db,
    writer,
    changes
      .filter(({ record, next }) => record.shown.state !== next.state)
      .map(({ record, next }) => ({
        action: 'update' as const,
        module,
        recordId: record.id,
        recordTitle: record.title,
        orgId: record.orgId,
        before: { state: record.shown.state },
        after: { state: next.state, verdictLine: next.line },
        fields: ['state', 'verdictLine'],
      })),
  );
}
