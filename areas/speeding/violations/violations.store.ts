import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import { overall, type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { Geocoder } from '#kit/server/places/geocoder.ts';
import type { Violation, ViolationOne } from '../violation-answers.contract.ts';
import { takenMinutes } from './violation-query.ts';

export interface Reading {
  db: Queryable;
  scope: Scope;
  places: Geocoder;
  now: Date;
}

export interface ViolationPage {
  terms: readonly string[];
  params: readonly Param[];
  skip?: number;
  take: number;
  /** Violations before this one, in the order of the list. */
  before?: { fromAt: string; id: string };
}

interface Stored
  extends Omit<
    Violation,
    'seconds' | 'vehicle' | 'plateUse' | 'driver' | 'org' | 'lat' | 'lon' | 'place' | 'assignedTo'
  > {
  latE7: number;
  lonE7: number;
  assignedId: string | null;
}

const readMs = 2_300;
/** What lists show, by the name that it has there. `$1`: since when one who took it has it. */
const listed: Readonly<Record<keyof Stored, string>> = {
  id: 'x.id',
  version: 'x.version',
  state: 'x.state',
  tier: 'x.tier',
  severity: 'x.severity',
  fromAt: 'x.from_at',
  toAt: 'x.to_at',
  vehicleId: 'x.vehicle_id',
  driverId: 'x.driver_id',
  orgId: 'x.org_id',
  tripId: 'x.trip_id',
  roadId: 'x.road_id',
  road: 'x.road_name',
  latE7: 'x.peak_lat_e7',
  lonE7: 'x.peak_lon_e7',
  limitKmh: 'x.limit_kmh',
  limitSource: 'x.limit_source',
  thresholdKmh: 'x.threshold_kmh',
  peakKmh: 'x.peak_kmh',
  meanKmh: 'x.mean_kmh',
  lengthM: 'x.length_m',
  confidence: 'x.confidence',
  revision: 'x.revision',
  groundChange: 'x.ground_change',
  groundChangedAt: 'x.ground_changed_at',
  assignedId: `case when x.state = 'TO_REVIEW' and x.assigned_at > $1::timestamptz then x.assigned_to end`,
};
const columns = Object.entries(listed)
  .map(([name, sql]) => `${sql} as "${name}"`)
  .join(', ');
/** What of a violation its list shows. */
const plain = (row: Stored): Stored =>
  Object.fromEntries(Object.keys(listed).map((name) => [name, row[name as keyof Stored]])) as unknown as Stored;
const fromSql = 'violation x left join vehicles_vehicle v on v.id = x.vehicle_id';
const takenSince = (now: Date): string => new Date(now.getTime() - takenMinutes * 60_000).toISOString();
const whereOf = (scope: Scope, terms: readonly string[], params: Param[]) =>
  `true${tenantFilter('violations', scope, 'x.org_id', params)}${terms.map((term) => ` and ${term}`).join('')}`;
/** The first parameter of a read is its own: those of the terms stand behind it. */
const behindOne = (terms: readonly string[]): string[] =>
  terms.map((term) => term.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + 1}`));

/** A page of violations, the latest first. */
export async function readViolations(
  { db, scope, places, now }: Reading,
  { terms, params: given, skip = 0, take, before }: ViolationPage,
): Promise<Violation[]> {
  const params: Param[] = [takenSince(now), ...given];
  const where = whereOf(scope, behindOne(terms), params);
  const behind = before
    ? ` and (x.from_at, x.id) < ($${params.push(before.fromAt)}::timestamptz, $${params.push(before.id)}::uuid)`
    : '';
  const rows = await db.query<Stored>(
    {
      text: `select ${columns} from ${fromSql} where ${where}${behind} order by x.from_at desc, x.id desc limit ${take} offset ${skip}`,
      timeoutMs: readMs,
    },
    params,
  );
  return named({ db, scope, places, now }, rows);
}

export async function countViolations(
  { db, scope }: Pick<Reading, 'db' | 'scope'>,
  { terms, params: given }: Pick<ViolationPage, 'terms' | 'params'>,
): Promise<number> {
  const params = [...given];
  const where = whereOf(scope, terms, params);
  const [total] = await db.query<{ count: number }>(
    { text: `select count(*) from ${fromSql} where ${where}`, timeoutMs: readMs },
    params,
  );
  return total?.count ?? 0;
}

/** What somebody or something is called, and of a vehicle what gives its plate its colour. */
interface Name {
  name: string;
  plateUse: PlateUse | null;
}
type Names = ReadonlyMap<string, Name>;

async function namesOf(db: Queryable, scope: Scope, rows: readonly Stored[], more: readonly (string | null)[] = []) {
  const idsOf = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  const found = await overall(db, scope, () =>
    db.query<Name & { id: string }>(
      `select id, registration_no as name, plate_use as "plateUse" from vehicles_vehicle where id = any($1::uuid[])
       union all select id, name, null from people_driver where id = any($2::uuid[])
       union all select id, name, null from people_organisation where id = any($3::uuid[])
       union all select id, name, null from identity_person where id = any($4::uuid[])`,
      [
        idsOf(rows.map(({ vehicleId }) => vehicleId)),
        idsOf(rows.map(({ driverId }) => driverId)),
        idsOf(rows.map(({ orgId }) => orgId)),
        // Who of the staff looks at one is no client’s business.
        idsOf([...(scope.orgId === null ? rows.map(({ assignedId }) => assignedId) : []), ...more]),
      ],
    ),
  );
  return new Map(found.map(({ id, ...named }) => [id, named]));
}

/** Somebody with their name; nobody where the reader is not told who it is. */
function nameIn(names: Names, id: string | null): { id: string; name: string } | null {
  const name = id === null ? undefined : names.get(id)?.name;
  return id === null || name === undefined ? null : { id, name };
}

async function named({ db, scope, places }: Reading, rows: readonly Stored[]): Promise<Violation[]> {
  if (rows.length === 0) return [];
  const names = await namesOf(db, scope, rows);
  return rows.map((row) => shown(row, names, places));
}

function shown({ latE7, lonE7, assignedId, ...row }: Stored, names: Names, places: Geocoder): Violation {
  const [lat, lon] = [latE7 / 1e7, lonE7 / 1e7];
  return {
    ...row,
    seconds: (Date.parse(row.toAt) - Date.parse(row.fromAt)) / 1000,
    vehicle: names.get(row.vehicleId)?.name ?? '',
    plateUse: names.get(row.vehicleId)?.plateUse ?? null,
    driver: row.driverId === null ? null : (names.get(row.driverId)?.name ?? ''),
    org: names.get(row.orgId)?.name ?? '',
    lat,
    lon,
    place: places.nameOf(lat, lon) ?? null,
    assignedTo: nameIn(names, assignedId),
  };
}

interface StoredOne extends Stored {
  ruleId: string | null;
  ruleVersion: number | null;
  statutoryTolerancePct: number;
  companyBufferKmh: number;
  configurationId: string | null;
  configurationName: string | null;
  configurationVersion: number | null;
  speedClass: string;
  fixes: number;
  hash: string;
  segments: ViolationOne['segments'];
  evidence: ViolationOne['evidence'];
  refused: ViolationOne['refused'];
  notChecked: ViolationOne['notChecked'];
  track: ViolationOne['track'];
  decidedAt: string | null;
  decidedBy: string | null;
  isAutomatic: boolean;
  reasonId: string | null;
  reasonName: string | null;
  note: string | null;
}

/** One violation with all that speaks for and against it; undefined where the scope has none such. */
export async function readViolation(
  { db, scope, places, now }: Reading,
  id: string,
): Promise<ViolationOne | undefined> {
  const params: Param[] = [takenSince(now), id];
  const tenantSql = tenantFilter('violation', scope, 'x.org_id', params);
  const [row] = await db.query<StoredOne>(
    `select ${columns}, x.rule_id as "ruleId", x.rule_version as "ruleVersion", x.statutory_tolerance_pct as "statutoryTolerancePct",
       x.company_buffer_kmh as "companyBufferKmh", x.configuration_id as "configurationId", x.configuration_name as "configurationName",
       x.configuration_version as "configurationVersion", x.speed_class as "speedClass", x.fixes, x.hash, x.segments, x.evidence, x.refused, x.not_checked as "notChecked",
       x.track, x.decided_at as "decidedAt", x.decided_by as "decidedBy", x.is_automatic as "isAutomatic", x.reason_id as "reasonId", x.note,
       (select p.name from helpdesk_purpose p where p.id = x.reason_id) as "reasonName"
     from violation x where x.id = $2${tenantSql}`,
    params,
  );
  if (!row) return undefined;
  const history = await db.query<ViolationOne['history'][number]>(
    `select revision, at, why, summary, cause, title, by_name as "byName", becomes from violation_revision where violation_id = $1 order by revision`,
    [id],
  );
  const names = await namesOf(db, scope, [row], [row.decidedBy]);
  const { decidedAt, decidedBy, reasonId, reasonName, note, configurationId } = row;
  return {
    ...shown(plain(row), names, places),
    ruleId: row.ruleId,
    ruleVersion: row.ruleVersion,
    statutoryTolerancePct: row.statutoryTolerancePct,
    companyBufferKmh: row.companyBufferKmh,
    speedClass: row.speedClass,
    fixes: row.fixes,
    hash: row.hash,
    segments: row.segments,
    evidence: row.evidence,
    refused: row.refused,
    notChecked: row.notChecked,
    track: row.track,
    configuration: configurationId
      ? { id: configurationId, name: row.configurationName ?? '', version: row.configurationVersion ?? 0 }
      : null,
    verdict: decidedAt
      ? {
          at: decidedAt,
          isAutomatic: row.isAutomatic,
          by: decidedBy === null ? null : { id: decidedBy, name: names.get(decidedBy)?.name ?? '' },
          reason: reasonId === null ? null : { id: reasonId, name: reasonName ?? '' },
          note,
        }
      : null,
    history,
  };
}
