import { type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { nameOfTried, type Tried } from './tried.ts';
import type {
  OneRuleTrial,
  RoadSums,
  RuleTrial,
  TrialChange,
  TrialEpisode,
  TrialState,
  VehicleSums,
} from './rule-trial.contract.ts';

/** A row of rule_trial, as its job needs it. */
export interface TrialRow {
  id: string;
  orgId: string | null;
  state: TrialState;
  change: Tried;
  fromAt: string;
  toAt: string;
  total: number | null;
  done: number;
  lastStartAt: string | null;
  lastTripId: string | null;
}

const jobColumns = `id, org_id as "orgId", state, change, from_at as "fromAt", to_at as "toAt", total, done, last_start_at as "lastStartAt",
  last_trip_id as "lastTripId"`;

export async function trialRow(db: Queryable, id: string, lock = false): Promise<TrialRow | undefined> {
  const [row] = await db.query<TrialRow>(
    `select ${jobColumns} from rule_trial where id = $1${lock ? ' for no key update' : ''}`,
    [id],
  );
  return row;
}

interface Stored extends Omit<RuleTrial, 'road' | 'org'> {
  roadId: string | null;
  roadName: string | null;
  orgId: string | null;
  orgName: string | null;
}

const sums = `count(*) filter (where e.change = 'NEW')::integer as added, count(*) filter (where e.change = 'GONE')::integer as gone,
  count(*) filter (where e.change = 'CHANGED')::integer as changed`;
const columns = `t.id, t.state, t.kind, t.road_id as "roadId", t.road_name as "roadName", t.limit_kmh as "limitKmh", t.change -> 'changes' as changes,
  t.name, t.org_id as "orgId", o.name as "orgName", t.from_at as "fromAt", t.to_at as "toAt", t.total,
  t.is_cut as "isCut", t.done, t.without_positions as "withoutPositions", t.before_count as before, t.after_count as after,
  s.added, s.gone, s.changed, t.actor_name as "actorName", t.at, t.finished_at as "finishedAt"`;
const fromSql = `rule_trial t left join people_organisation o on o.id = t.org_id
  cross join lateral (select ${sums} from rule_trial_episode e where e.trial_id = t.id) s`;

const shown = ({ roadId, roadName, orgId, orgName, ...row }: Stored): RuleTrial => ({
  ...row,
  road: roadId === null ? null : { id: roadId, name: roadName ?? '' },
  org: orgId === null ? null : { id: orgId, name: orgName ?? '' },
});

export async function listTrials(
  db: Queryable,
  scope: Scope,
  { roadId, skip, take }: { roadId: string | undefined; skip: number; take: number },
): Promise<{ rows: RuleTrial[]; count: number }> {
  const params: Param[] = [roadId ?? null];
  const where = `($1::uuid is null or t.road_id = $1)${tenantFilter('rule-trials', scope, 't.org_id', params)}`;
  const [total] = await db.query<{ count: number }>(`select count(*) from rule_trial t where ${where}`, params);
  const rows = await db.query<Stored>(
    `select ${columns} from ${fromSql} where ${where} order by t.at desc, t.id desc limit ${take} offset ${skip}`,
    params,
  );
  return { rows: rows.map(shown), count: total?.count ?? 0 };
}

const mostSums = 100;

/** One with its sums; undefined where the scope has none such. */
export async function readTrial(db: Queryable, scope: Scope, id: string): Promise<OneRuleTrial | undefined> {
  const params: Param[] = [id];
  const tenantSql = tenantFilter('rule-trial', scope, 't.org_id', params);
  const [row] = await db.query<Stored>(`select ${columns} from ${fromSql} where t.id = $1${tenantSql}`, params);
  if (!row) return undefined;
  const most = `order by count(*) desc, min(e.no) limit ${mostSums}`;
  const vehicles = await db.query<VehicleSums>(
    `select e.vehicle_id as "vehicleId", coalesce(v.registration_no, '') as vehicle, v.plate_use as "plateUse", coalesce(o.name, '') as org, ${sums}
     from rule_trial_episode e left join vehicles_vehicle v on v.id = e.vehicle_id left join people_organisation o on o.id = e.org_id
     where e.trial_id = $1 group by e.vehicle_id, v.registration_no, v.plate_use, o.name ${most}`,
    [id],
  );
  const roads = await db.query<RoadSums>(
    `select e.road_id as "roadId", max(e.road_name) as road, ${sums} from rule_trial_episode e where e.trial_id = $1 group by e.road_id ${most}`,
    [id],
  );
  return { ...shown(row), vehicles, roads };
}

export interface EpisodePage {
  change: TrialChange | undefined;
  vehicleId: string | undefined;
  roadId: string | undefined;
  skip: number;
  take: number;
}

/** Speeding that would be judged otherwise, the latest first. */
export async function trialEpisodes(
  db: Queryable,
  id: string,
  { change, vehicleId, roadId, skip, take }: EpisodePage,
): Promise<{ rows: TrialEpisode[]; count: number }> {
  const params: Param[] = [id, change ?? null, vehicleId ?? null, roadId ?? null];
  const where = `e.trial_id = $1 and ($2::text is null or e.change = $2) and ($3::uuid is null or e.vehicle_id = $3)
    and ($4::uuid is null or e.road_id = $4)`;
  const rows = await db.query<TrialEpisode>(
    `select e.no, e.change, e.vehicle_id as "vehicleId", coalesce(v.registration_no, '') as vehicle, v.plate_use as "plateUse", e.trip_id as "tripId", e.road_id as "roadId",
       e.road_name as road, e.from_at as "fromAt", e.to_at as "toAt", e.peak_kmh as "peakKmh", e.was, e.becomes, e.violation_id as "violationId"
     from rule_trial_episode e left join vehicles_vehicle v on v.id = e.vehicle_id where ${where}
     order by e.from_at desc, e.no limit ${take} offset ${skip}`,
    params,
  );
  const [total] = await db.query<{ count: number }>(`select count(*) from rule_trial_episode e where ${where}`, params);
  return { rows, count: total?.count ?? 0 };
}

export interface NewTrial {
  id: string;
  orgId: string | null;
  tried: Tried;
  roadName: string | null;
  fromAt: Date;
  toAt: Date;
  actor: { id: string; name: string };
}

/** Begins a trial; false where one of the organisation, or one over all of them, is running. */
export async function addTrial(
  db: Queryable,
  { id, orgId, tried, roadName, fromAt, toAt, actor }: NewTrial,
): Promise<boolean> {
  const isRule = tried.kind === 'RULE';
  const [added] = await db.query(
    `insert into rule_trial (id, org_id, kind, road_id, road_name, limit_kmh, name, change, from_at, to_at, actor_id, actor_name, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $10)
     on conflict (coalesce(org_id, '00000000-0000-0000-0000-000000000000')) where state = 'RUNNING' do nothing returning id`,
    [
      id,
      orgId,
      tried.kind,
      isRule ? tried.roadId : null,
      roadName,
      isRule ? tried.facts.limitKmh : tried.kind === 'STATUTORY' ? tried.limit.limitKmh : null,
      nameOfTried(tried),
      JSON.stringify(tried),
      fromAt.toISOString(),
      toAt.toISOString(),
      actor.id,
      actor.name,
    ],
  );
  return added !== undefined;
}

export const endTrial = (db: Queryable, id: string, state: TrialState, now: Date): Promise<unknown> =>
  db.query(
    // Trips that were cut anew or deleted meanwhile were never looked at, and are none of its own.
    `update rule_trial set state = $2, finished_at = $3, total = case when $2 = 'DONE' then done else total end where id = $1 and state = 'RUNNING'`,
    [id, state, now.toISOString()],
  );
