import type { Param } from '#kit/server/db/database.ts';
import type { Measure } from './report-columns.contract.ts';
import { averageOf, orderSql, type Reading, tidy, vehicleOf, withNames } from './reading.ts';
import type { ReportBar, ReportRow } from './report-answers.contract.ts';
import { type Asked, whereOf } from './report-query.ts';
import { visitsOfDays } from './visits.store.ts';

/*
 * Figures of days come from the view trips_day, which keeps what trips add up to. A vehicle that two drivers drove on a day has two
 * rows there, and one that changed hands has one for each owner.
 */

const where = ({ scope, asked }: Reading, params: Param[]) =>
  whereOf(scope, asked, params, {
    alias: 'd',
    day: 'd.day',
    driver: (place) => `d.driver_id = any(${place}::uuid[])`,
  });

const sums = `sum(d.trips)::int as trips, sum(d.distance_m) as distance_m, sum(d.duration_s) as duration_s, sum(d.moving_s) as moving_s,
  sum(d.idle_s) as idle_s, sum(d.gap_s) as gap_s, sum(d.idles)::int as idles, sum(d.stops)::int as stops, sum(d.stopped_s) as stopped_s,
  max(d.max_kmh) as max_kmh`;
const named = `d.trips, d.distance_m as "distanceM", d.duration_s as "durationS", d.moving_s as "movingS", d.idle_s as "idleS",
  d.gap_s as "gapS", d.stopped_s as "stoppedS", d.max_kmh as "maxKmh"`;

const summed = `sum(d.trips)::int as trips, sum(d.distance_m) as "distanceM", sum(d.duration_s) as "durationS", sum(d.moving_s) as "movingS",
  sum(d.idle_s) as "idleS", sum(d.gap_s) as "gapS", sum(d.stopped_s) as "stoppedS", max(d.max_kmh) as "maxKmh"`;

interface Sums {
  trips: number;
  distanceM: number;
  durationS: number;
  movingS: number;
  idleS: number;
  gapS: number;
  stoppedS: number;
  maxKmh: number | null;
}

/** What all trips of a day add up to. */
export interface DayTotals extends Sums {
  day: string;
  /** Vehicles that were driven on it. */
  rows: number;
  idles: number;
  stops: number;
}

/** Figures of a row as they are answered. */
const added = ({ trips, distanceM, movingS, idleS, gapS, maxKmh }: Sums) => ({
  trips,
  distanceM: tidy(distanceM),
  movingS: tidy(movingS, 3),
  idleS: tidy(idleS, 3),
  maxKmh,
  averageKmh: averageOf(distanceM, movingS + gapS),
});

/** The figures of each day on which there were trips, in the order of days. `isCounted`: with how many vehicles were driven on it. */
export async function dayTotals(reading: Reading, isCounted: boolean): Promise<DayTotals[]> {
  const params: Param[] = [];
  const matched = `trips_day d${where(reading, params)}`;
  const from = isCounted
    ? `(select d.org_id, d.vehicle_id, d.day, ${sums} from ${matched} group by d.org_id, d.vehicle_id, d.day) d`
    : matched;
  return reading.db.query<DayTotals>(
    {
      text: `select d.day::text as day, ${isCounted ? 'count(*)::int' : '0'} as rows, sum(d.idles)::int as idles, sum(d.stops)::int as stops, ${summed}
        from ${from} group by d.day order by d.day`,
      timeoutMs: reading.timeoutMs,
    },
    params,
  );
}

/** What all days add up to; of speeds, the highest. */
export function addUp(days: readonly DayTotals[]): Sums & { rows: number; idles: number; stops: number } {
  const sum = (of: (day: DayTotals) => number) => days.reduce((all, day) => all + of(day), 0);
  return {
    rows: sum(({ rows }) => rows),
    idles: sum(({ idles }) => idles),
    stops: sum(({ stops }) => stops),
    trips: sum(({ trips }) => trips),
    distanceM: sum(({ distanceM }) => distanceM),
    durationS: sum(({ durationS }) => durationS),
    movingS: sum(({ movingS }) => movingS),
    idleS: sum(({ idleS }) => idleS),
    gapS: sum(({ gapS }) => gapS),
    stoppedS: sum(({ stoppedS }) => stoppedS),
    maxKmh: days.reduce<number | null>(
      (most, { maxKmh }) => (maxKmh === null ? most : Math.max(most ?? 0, maxKmh)),
      null,
    ),
  };
}

const measured: Readonly<Record<Measure, string>> = {
  distanceM: 'distance_m',
  stoppedS: 'stopped_s',
  idleS: 'idle_s',
  visits: '0',
};
const mostBars = 10;

/** The vehicles or drivers with the most of a measure, the greatest first. */
export async function topBars(reading: Reading, measure: Measure, by: 'vehicle' | 'driver'): Promise<ReportBar[]> {
  const params: Param[] = [];
  const [column, key] = by === 'vehicle' ? ['vehicle_id', 'vehicleId'] : ['driver_id', 'driverId'];
  const rows = await reading.db.query<{ vehicleId?: string; driverId?: string | null; orgId: string; value: number }>(
    {
      text: `select d.${column} as "${key}", d.org_id as "orgId", sum(d.${measured[measure]}) as value from trips_day d${where(reading, params)}
        group by 1, 2 having sum(d.${measured[measure]}) > 0 order by 3 desc, 1 limit ${mostBars}`,
      timeoutMs: reading.timeoutMs,
    },
    params,
  );
  const withName = await withNames(reading, rows);
  return withName.map(({ value, vehicle, vehicleId, driver, driverId }) => ({
    key: (by === 'vehicle' ? vehicleId : driverId) ?? '',
    label: (by === 'vehicle' ? vehicle : driver) ?? '',
    value: tidy(value),
  }));
}

/** The days that a page lies in where days order the rows, so that the others need not be added up: with what is skipped in them. */
function daysOfPage(asked: Asked, days: readonly DayTotals[]): { days: string[]; skip: number } {
  const inOrder = asked.sort.descending ? days.toReversed() : days;
  let before = 0;
  const chosen: string[] = [];
  let skip = 0;
  for (const { day, rows } of inOrder) {
    const isIn = before + rows > asked.skip && before < asked.skip + asked.take;
    if (isIn && chosen.length === 0) skip = asked.skip - before;
    if (isIn) chosen.push(day);
    before += rows;
  }
  return { days: chosen, skip };
}

const summaryOrder = {
  day: 'd.day',
  trips: 'd.trips',
  distanceM: 'd.distance_m',
  movingS: 'd.moving_s',
  idleS: 'd.idle_s',
  stoppedS: 'd.stopped_s',
  maxKmh: { nullable: 'd.max_kmh' },
};

/** A page of the daily summary. */
export async function summaryRows(reading: Reading, days: readonly DayTotals[]): Promise<ReportRow<'daily-summary'>[]> {
  const params: Param[] = [];
  const { asked } = reading;
  let page = asked;
  let within = where(reading, params);
  let equals = ['d.day', 'd.vehicle_id', 'd.org_id'];
  if (asked.sort.name === 'day') {
    const found = daysOfPage(asked, days);
    page = { ...asked, skip: found.skip };
    within += ` and d.day = any($${params.push(found.days)}::date[])`;
    equals = ['v.registration_no', 'd.vehicle_id', 'd.org_id'];
  }
  type Found = Sums & { day: string; orgId: string; vehicleId: string; firstStartAt: string; lastEndAt: string };
  const rows = await reading.db.query<Found & { lastFixAt: string | null }>(
    {
      text: `select d.day::text as day, d.org_id as "orgId", d.vehicle_id as "vehicleId", ${named}, d.first_start_at as "firstStartAt",
          d.last_end_at as "lastEndAt", f.fix_at as "lastFixAt"
        from (select d.* from (select d.org_id, d.vehicle_id, d.day, ${sums}, min(d.first_start_at) as first_start_at, max(d.last_end_at) as last_end_at
            from trips_day d${within} group by d.org_id, d.vehicle_id, d.day) d
          left join vehicles_vehicle v on v.id = d.vehicle_id ${orderSql(page, summaryOrder, equals)}) d
        left join vehicles_vehicle v on v.id = d.vehicle_id left join trips_last_fix f on f.vehicle_id = d.vehicle_id and v.org_id = d.org_id
        ${orderSql({ ...page, skip: 0 }, summaryOrder, equals)}`,
      timeoutMs: reading.timeoutMs,
    },
    params,
  );
  const visits = reading.seesVisits ? await visitsOfDays(reading, rows) : undefined;
  const withName = await withNames(reading, rows);
  return withName.map((row) => ({
    day: row.day,
    ...vehicleOf(row),
    ...added(row),
    stoppedS: tidy(row.stoppedS, 3),
    firstStartAt: row.firstStartAt,
    lastEndAt: row.lastEndAt,
    visits: visits ? (visits.get(`${row.orgId} ${row.vehicleId} ${row.day}`) ?? 0) : null,
    lastFixAt: row.lastFixAt,
  }));
}

const groupOrder = {
  days: 'd.days',
  trips: 'd.trips',
  distanceM: 'd.distance_m',
  movingS: 'd.moving_s',
  idleS: 'd.idle_s',
  maxKmh: { nullable: 'd.max_kmh' },
};

interface Grouped extends Sums {
  days: number;
  orgId: string;
  vehicleId?: string;
  driverId?: string | null;
  rowCount: number;
}

async function groupedRows(reading: Reading, by: 'vehicle' | 'driver'): Promise<{ rows: Grouped[]; count: number }> {
  const params: Param[] = [];
  const [column, key] = by === 'vehicle' ? ['vehicle_id', 'vehicleId'] : ['driver_id', 'driverId'];
  const rows = await reading.db.query<Grouped>(
    {
      text: `select d.org_id as "orgId", d.${column} as "${key}", d.days, ${named}, d."rowCount" from (
          select d.org_id, d.${column}, count(*)::int as days, ${sums}, count(*) over ()::int as "rowCount" from (
            select d.org_id, d.${column}, d.day, ${sums} from trips_day d${where(reading, params)} group by d.org_id, d.${column}, d.day) d
          group by d.org_id, d.${column}) d
        ${orderSql(reading.asked, groupOrder, ['d.org_id', `d.${column}`])}`,
      timeoutMs: reading.timeoutMs,
    },
    params,
  );
  const [first] = rows;
  if (first || reading.asked.skip === 0) return { rows, count: first?.rowCount ?? 0 };
  // Behind the last page: only how many there are is asked.
  const { count } = await groupedRows({ ...reading, asked: { ...reading.asked, skip: 0, take: 1 } }, by);
  return { rows, count };
}

const perDay = ({ distanceM, days }: Grouped) => tidy(distanceM / Math.max(1, days));

/** Vehicles with what they drove, and how many there are. */
export async function vehicleRows(reading: Reading): Promise<{ rows: ReportRow<'vehicle-distance'>[]; count: number }> {
  const { rows, count } = await groupedRows(reading, 'vehicle');
  const withName = await withNames(
    reading,
    rows.map((row) => ({ ...row, vehicleId: row.vehicleId ?? '' })),
  );
  return {
    count,
    rows: withName.map((row) => ({ ...vehicleOf(row), days: row.days, ...added(row), perDayM: perDay(row) })),
  };
}

/** Drivers with what they drove; one row for what nobody was assigned to. */
export async function driverRows(reading: Reading): Promise<{ rows: ReportRow<'driver-distance'>[]; count: number }> {
  const { rows, count } = await groupedRows(reading, 'driver');
  const withName = await withNames(
    reading,
    rows.map((row) => ({ ...row, driverId: row.driverId ?? null })),
  );
  return {
    count,
    rows: withName.map((row) => ({
      driverId: row.driverId,
      driver: row.driver,
      driverDeleted: row.driverDeleted,
      orgId: row.orgId,
      org: row.org,
      days: row.days,
      ...added(row),
      perDayM: perDay(row),
    })),
  };
}
