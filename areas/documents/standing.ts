import { indiaDay } from '#kit/contract/days.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import { type DriverRecord, endColumns, readDrivers, readVehicles, type VehicleRecord } from './facts.ts';
import { currentPaper, driverState, driverVerdict, vehicleState, vehicleVerdict } from './verdict.contract.ts';

/*
 * What lists show of "may it run today?" is kept with the vehicle and the driver. Whoever changes something that the answer is
 * made of calls these in the same transaction; the night's job calls them for those whose answer turns by itself.
 */

/** Brings what is kept of these vehicles in line with their papers, their drivers and the day. */
export async function refreshVehicles(db: Queryable, writer: Writer, ids: readonly string[]): Promise<void> {
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
  const ends = Object.values(endColumns);
  await db.query(
    `update vehicle v set verdict = n.verdict, verdict_line = n.line, verdict_until = n.until, state = n.state,
       was_active = v.was_active or n.state = 'ACTIVE', ${ends.map((column) => `${column} = n.${column}`).join(', ')}
     from jsonb_to_recordset($1::jsonb) as n (id uuid, verdict text, line text, until date, state text, ${ends.map((column) => `${column} date`).join(', ')})
     where v.id = n.id`,
    [JSON.stringify(changes.map(({ record, next }) => ({ id: record.id, ...next })))],
  );
  await tell(db, writer, 'vehicle', changes);
}

function nextOfVehicle(record: VehicleRecord, driver: DriverRecord | undefined, day: string) {
  const answer = vehicleVerdict(record.facts, day, driver?.facts);
  const end = (code: string) => {
    const paper = record.facts.papers.find((one) => one.code === code);
    return (paper && currentPaper(paper, day)?.upto) ?? null;
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
export async function refreshDrivers(db: Queryable, writer: Writer, ids: readonly string[]): Promise<void> {
  const records = await readDrivers(db, ids);
  const day = indiaDay(writer.now);
  const changes = records.flatMap((record) => {
    const answer = driverVerdict(record.facts, day);
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
    await db.query(
      `update driver d set verdict = n.verdict, verdict_line = n.line, verdict_until = n.until, state = n.state, medical_upto = n.upto,
         medical_outcome = n.outcome
       from jsonb_to_recordset($1::jsonb) as n (id uuid, verdict text, line text, until date, state text, upto date, outcome text)
       where d.id = n.id`,
      [JSON.stringify(changes.map(({ record, next }) => ({ id: record.id, ...next })))],
    );
    await tell(db, writer, 'drivers', changes);
  }
  const vehicles = await db.query<{ id: string }>('select id from vehicle where driver_id = any($1::uuid[])', [
    [...ids],
  ]);
  await refreshVehicles(
    db,
    writer,
    vehicles.map(({ id }) => id),
  );
}

/** Marks the lists as changed, and tells the history where a state turned. */
async function tell(
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
