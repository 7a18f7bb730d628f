import type { Queryable } from '#kit/server/db/database.ts';
import type { TrialChange } from './rule-trial.contract.ts';

/** Speeding of a trip that would be judged otherwise, as it is kept. */
export interface FoundDifference {
  orgId: string;
  vehicleId: string;
  tripId: string;
  change: TrialChange;
  fromAt: string;
  toAt: string;
  roadId: string;
  road: string;
  peakKmh: number;
  was: object | null;
  becomes: object | null;
}

export const countTrips = (db: Queryable, id: string, total: number, isCut: boolean): Promise<unknown> =>
  db.query('update rule_trial set total = $2, is_cut = $3 where id = $1', [id, total, isCut]);

interface Step {
  before: number;
  after: number;
  hasPositions: boolean;
  differences: readonly FoundDifference[];
}

/** Keeps what came of some trips, the last of which is `last`. */
export async function keepStep(
  db: Queryable,
  trialId: string,
  last: { id: string; start: number },
  steps: readonly Step[],
): Promise<void> {
  const sum = (of: (one: Step) => number) => steps.reduce((all, one) => all + of(one), 0);
  const rows = steps.flatMap(({ differences }) => differences);
  if (rows.length > 0)
    await db.query(
      `insert into rule_trial_episode (trial_id, no, org_id, vehicle_id, trip_id, change, from_at, to_at, road_id, road_name, peak_kmh, was, becomes, violation_id)
       select $1, (select coalesce(max(no), 0) from rule_trial_episode where trial_id = $1) + row_number() over (), r."orgId", r."vehicleId", r."tripId",
         r.change, r."fromAt", r."toAt", r."roadId", r.road, r."peakKmh", r.was, r.becomes,
         (select x.id from violation x where x.vehicle_id = r."vehicleId" and x.from_at <= r."toAt" and x.to_at >= r."fromAt" and x.state <> 'WITHDRAWN'
          order by x.from_at limit 1)
       from json_to_recordset($2::json) as r ("orgId" uuid, "vehicleId" uuid, "tripId" uuid, change text, "fromAt" timestamptz, "toAt" timestamptz,
         "roadId" uuid, road text, "peakKmh" real, was jsonb, becomes jsonb)`,
      [trialId, JSON.stringify(rows)],
    );
  await db.query(
    `update rule_trial set done = done + $2, without_positions = without_positions + $3, before_count = before_count + $4,
       after_count = after_count + $5, last_start_at = $6, last_trip_id = $7 where id = $1`,
    [
      trialId,
      steps.length,
      sum(({ hasPositions }) => Number(!hasPositions)),
      sum(({ before }) => before),
      sum(({ after }) => after),
      new Date(last.start).toISOString(),
      last.id,
    ],
  );
}
