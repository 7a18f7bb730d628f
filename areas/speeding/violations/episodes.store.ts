import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import { happened } from '#kit/server/events.ts';
import { productWriter } from '#kit/server/history.ts';
import type { KnownRoad } from '#areas/roads/roads.server.ts';
import type { WaitingTrip } from '#areas/trips/trips.server.ts';
import type { Episode } from '#telematics/speeding/episodes.ts';
import type { SpeedFix } from '#telematics/speeding/speed-fix.ts';
import { settleAlerts } from '../live/alerts.store.ts';
import { longestOn, type TripJudged } from '../match/judge-trip.ts';

interface Known {
  id: string;
  fromAt: string;
  toAt: string;
  hash: string;
  state: string;
  revision: number;
  limitKmh: number;
  peakKmh: number;
  tier: string;
  groundChange: string | null;
  /** Roads that it is on. */
  roadIds: string[];
}

/** Of a violation as `x`: with those that its parts are on, as a line that has moved since is still its road. */
const knownColumns = `x.id, x.from_at as "fromAt", x.to_at as "toAt", x.hash, x.state, x.revision, x.limit_kmh as "limitKmh", x.peak_kmh as "peakKmh", x.tier,
  x.ground_change as "groundChange", array(select one ->> 'roadId' from jsonb_array_elements(x.segments) one) as "roadIds"`;

const aroundMs = 30_000;
const mostPoints = 400;
const iso = (time: number): string => new Date(time).toISOString();

/** Fixes around an episode, as its chart and map show them. */
function trackOf(fixes: readonly SpeedFix[], { fromAt, toAt }: Episode, roads: TripJudged['roads']) {
  const around = fixes.filter(({ time }) => time >= fromAt - aroundMs && time <= toAt + aroundMs);
  const step = Math.max(1, Math.ceil(around.length / mostPoints));
  return around
    .filter((_, at) => at % step === 0 || at === around.length - 1)
    .map(({ time, latE7, lonE7, speedKmh, limit, road, matched }) => ({
      at: iso(time),
      lat: latE7 / 1e7,
      lon: lonE7 / 1e7,
      matchedLat: matched ? matched.latE7 / 1e7 : null,
      matchedLon: matched ? matched.lonE7 / 1e7 : null,
      speedKmh: speedKmh === null ? null : Math.round(speedKmh * 10) / 10,
      limitKmh: limit?.limitKmh ?? null,
      road: road ? nameOf(roads.get(road.roadId)) : null,
      confidence: road ? Math.round(road.confidence * 1000) / 1000 : null,
      within: time >= fromAt && time <= toAt,
    }));
}

/** A road as people call it. */
export const nameOf = (road: Pick<KnownRoad, 'name' | 'ref'> | undefined): string =>
  road ? [road.ref, road.name].filter((part) => part !== null && part !== '').join(' ') : '';

function columnsOf(trip: WaitingTrip, episode: Episode, found: TripJudged) {
  const { rules, configuration, roads } = found;
  const inside = found.fixes.filter(({ time }) => time >= episode.fromAt && time <= episode.toAt);
  const peak = inside.reduce<SpeedFix | undefined>(
    (best, fix) =>
      fix.road && (fix.speedKmh ?? 0) > (best?.speedKmh ?? -1) && (fix.speedKmh ?? 0) <= episode.peakKmh ? fix : best,
    undefined,
  );
  const roadId = longestOn(episode);
  const road = roads.get(roadId);
  const round = (value: number): number => Math.round(value * 100) / 100;
  return {
    org_id: trip.orgId,
    vehicle_id: trip.vehicleId,
    driver_id: trip.driverId,
    device_id: trip.deviceId,
    trip_id: trip.id,
    tier: episode.evidence ? 'EVIDENCE' : 'REVIEW',
    severity: episode.severity,
    from_at: iso(episode.fromAt),
    to_at: iso(episode.toAt),
    road_id: roadId,
    road_name: nameOf(road),
    peak_lat_e7: peak?.latE7 ?? 0,
    peak_lon_e7: peak?.lonE7 ?? 0,
    limit_kmh: episode.limit.limitKmh,
    limit_source: episode.limit.source,
    rule_id: episode.limit.ruleId,
    rule_version: episode.limit.version,
    threshold_kmh: round(episode.thresholdKmh),
    statutory_tolerance_pct: rules.statutoryTolerancePct,
    company_buffer_kmh: rules.companyBufferKmh,
    configuration_id: configuration?.id ?? null,
    configuration_name: configuration?.name ?? null,
    configuration_version: configuration?.version ?? null,
    speed_class: found.speedClass,
    peak_kmh: round(episode.peakKmh),
    mean_kmh: round(episode.meanKmh),
    length_m: Math.round(episode.lengthM),
    confidence: round(episode.confidence),
    fixes: episode.fixes,
    segments: JSON.stringify(
      episode.segments.map(({ roadId, forward, fromM, toM }) => ({
        roadId,
        road: nameOf(roads.get(roadId)),
        forward,
        fromM: Math.round(fromM),
        toM: Math.round(toM),
      })),
    ),
    evidence: episode.evidence
      ? JSON.stringify({ ...episode.evidence, fromAt: iso(episode.evidence.fromAt), toAt: iso(episode.evidence.toAt) })
      : null,
    refused: JSON.stringify(Object.entries(episode.refused).map(([gate, fixes]) => ({ gate, fixes }))),
    not_checked: [...found.notChecked],
    track: JSON.stringify(trackOf(found.fixes, episode, roads)),
    hash: episode.hash,
  };
}

const measured = (limitKmh: number, peakKmh: number, tier: string): string =>
  `${Math.round(peakKmh)} km/h where ${Math.round(limitKmh)} applied, ${tier.toLowerCase()}`;
const summaryOf = ({ limitKmh, peakKmh, tier, state }: Known): string =>
  `${measured(limitKmh, peakKmh, tier)}, ${state.toLowerCase().replace('_', ' ')}`;

/**
 * Stores what was found on a trip. What was known of the same time stays the same violation: when it was judged otherwise then, what it was is kept as a
 * revision and people look at it again; when it is gone, it is withdrawn and kept.
 */
export async function putEpisodes(
  db: Queryable,
  trip: WaitingTrip,
  found: TripJudged,
  now: Date,
  because: Because | null = null,
): Promise<Outcome> {
  const outcome: Outcome = { added: 0, changed: 0, withdrawn: 0, flagged: 0 };
  const known = await db.query<Known>(
    `select ${knownColumns}
     from violation x where x.vehicle_id = $1 and (x.trip_id = $4 or (x.from_at <= $3 and x.to_at >= $2)) order by x.from_at for update`,
    [trip.vehicleId, iso(trip.start), iso(trip.end), trip.id],
  );
  const free = new Set(known);
  for (const episode of found.episodes) {
    const same = [...free].find(
      ({ fromAt, toAt }) => Date.parse(fromAt) <= episode.toAt && Date.parse(toAt) >= episode.fromAt,
    );
    if (same) free.delete(same);
    const columns = columnsOf(trip, episode, found);
    if (!same) {
      await insert(db, columns, now, {
        isSelfDeciding: found.configuration?.reviewMode === 'AUTO',
        isTold: because === null,
      });
      outcome.added += 1;
    } else if (same.hash !== columns.hash || isGone(same)) {
      same.roadIds.push(...episode.segments.map(({ roadId }) => roadId));
      await revise(db, same, columns, now, because);
      outcome[isDecided(same) ? 'flagged' : 'changed'] += 1;
    } else
      await db.query('update violation set trip_id = $2 where id = $1 and trip_id is distinct from $2', [
        same.id,
        trip.id,
      ]);
  }
  for (const gone of free) {
    if (isGone(gone)) continue;
    await withdraw(db, gone, now, because);
    outcome[isDecided(gone) ? 'flagged' : 'withdrawn'] += 1;
  }
  await settleAlerts(db, trip, now);
  return outcome;
}

/** What of violations was done. */
export interface Outcome {
  added: number;
  changed: number;
  withdrawn: number;
  /** Decided ones, which stay decided. */
  flagged: number;
}

/** Why trips are judged anew: what was changed, and by whom. Null: the trip itself has changed. */
export interface Because {
  cause: string;
  /** What was changed, for what is on these roads. */
  titleFor: (roadIds: readonly string[]) => string;
  byName: string;
}

/** It was not found again, and that is known. */
const isGone = ({ state, groundChange }: Pick<Known, 'state' | 'groundChange'>): boolean =>
  state === 'WITHDRAWN' || groundChange === 'NOT_FOUND_ANY_MORE';
const isDecided = ({ state }: Pick<Known, 'state'>): boolean => state === 'CONFIRMED' || state === 'DISMISSED';

type Columns = ReturnType<typeof columnsOf>;

/**
 * @param is.isSelfDeciding what passed every check is confirmed at once
 * @param is.isTold other programs are told: not of what is found when the past is judged anew
 */
async function insert(
  db: Queryable,
  columns: Columns,
  now: Date,
  { isSelfDeciding, isTold }: { isSelfDeciding: boolean; isTold: boolean },
): Promise<void> {
  // What was not checked did not pass: somebody looks at it.
  const isClear = isSelfDeciding && columns.tier === 'EVIDENCE' && columns.not_checked.length === 0;
  const row = isClear ? { ...columns, state: 'CONFIRMED', is_automatic: true, decided_at: now.toISOString() } : columns;
  const names = Object.keys(row);
  const id = uuidv7();
  await db.query(
    `insert into violation (id, ${names.join(', ')}, created_at, updated_at)
     values ($1, ${names.map((_, at) => `$${at + 3}`).join(', ')}, $2, $2)`,
    [id, now.toISOString(), ...Object.values(row)],
  );
  if (!isTold) return;
  const { org_id: orgId, vehicle_id: vehicleId, driver_id: driverId, from_at: fromAt } = columns;
  const told = {
    key: id,
    at: new Date(fromAt),
    orgId,
    record: { module: 'violation', id, title: columns.road_name ?? '' },
    facts: {
      vehicleId,
      driverId,
      tier: columns.tier,
      peakKmh: Math.round(columns.peak_kmh),
      limitKmh: columns.limit_kmh,
    },
  };
  await happened.raise(db, productWriter(now), [
    { ...told, event: 'violation.detected' },
    ...(isClear ? [{ ...told, event: 'violation.confirmed' }] : []),
  ]);
}

/** Keeps what a violation was, why it is another now, and what it became; null: it was not found again. */
async function keepRevision(
  db: Queryable,
  was: Known,
  why: string,
  becomes: Columns | null,
  now: Date,
  because: Because | null,
): Promise<void> {
  await db.query(
    `insert into violation_revision (violation_id, revision, org_id, at, why, summary, hash, cause, title, by_name, becomes)
     select id, revision, org_id, $2, $3, $4, hash, $5, $6, $7, $8 from violation where id = $1`,
    [
      was.id,
      now.toISOString(),
      why,
      summaryOf(was),
      because?.cause ?? null,
      because?.titleFor(was.roadIds) ?? null,
      because?.byName ?? null,
      becomes && measured(becomes.limit_kmh, becomes.peak_kmh, becomes.tier),
    ],
  );
}

/** A decision stays as it was given; that its ground has changed is noted with it, and people decide whether they look again. */
async function revise(db: Queryable, was: Known, columns: Columns, now: Date, because: Because | null): Promise<void> {
  await keepRevision(db, was, isGone(was) ? 'FOUND_AGAIN' : 'JUDGED_ANEW', columns, now, because);
  const names = Object.keys(columns);
  const review = isDecided(was)
    ? `ground_changed_at = $2, ground_change = 'JUDGED_ANEW'`
    : `state = 'TO_REVIEW', decided_by = null, decided_at = null, reason_id = null, note = null`;
  await db.query(
    `update violation set ${names.map((name, at) => `${name} = $${at + 3}`).join(', ')}, ${review}, revision = revision + 1,
       version = version + 1, updated_at = $2 where id = $1`,
    [was.id, now.toISOString(), ...Object.values(columns)],
  );
}

async function withdraw(db: Queryable, was: Known, now: Date, because: Because | null): Promise<void> {
  await keepRevision(db, was, 'NOT_FOUND_ANY_MORE', null, now, because);
  const review = isDecided(was)
    ? `ground_changed_at = $2, ground_change = 'NOT_FOUND_ANY_MORE'`
    : `state = 'WITHDRAWN'`;
  await db.query(
    `update violation set ${review}, revision = revision + 1, version = version + 1, updated_at = $2 where id = $1`,
    [was.id, now.toISOString()],
  );
}

/**
 * Withdraws what was found on trips that are there no more, as when a device turns out to have been in another vehicle. What a trip that
 * is still to be judged covers is left to that.
 */
export async function withdrawTripless(db: Queryable, now: Date): Promise<{ id: string; orgId: string }[]> {
  const gone = await db.query<Known & { orgId: string }>(
    `select ${knownColumns}, x.org_id as "orgId"
     from violation x where x.trip_id is null and x.state <> 'WITHDRAWN' and x.ground_change is distinct from 'NOT_FOUND_ANY_MORE'
       and not exists (select 1 from trips_span t where t.vehicle_id = x.vehicle_id and t.start_at <= x.to_at and t.end_at >= x.from_at)
     order by x.id limit 50 for update of x skip locked`,
  );
  for (const one of gone) await withdraw(db, one, now, null);
  return gone;
}
