import { refuse } from '#kit/server/refusals.ts';
import { addUp, dayTotals, type DayTotals, driverRows, summaryRows, topBars, vehicleRows } from './days.store.ts';
import { daysIn } from './period.contract.ts';
import { type Reading, tidy } from './reading.ts';
import type { Report, ReportBar, ReportName, ReportRow, ReportTotals } from './report-answers.contract.ts';
import { reportFacts, totalsOf } from './report-columns.contract.ts';
import { idleRows, stopRows, tripRows } from './trips.store.ts';
import { topFences, visitRows, visitTotals } from './visits.store.ts';

/** Rows that are looked at one by one where another order than that of time is asked for. */
const mostSorted = 100_000;

/** What a report adds up to, and its chart. */
interface Sums {
  count: number;
  totals: ReportTotals;
  bars: ReportBar[];
  days: readonly DayTotals[];
}

/** One page of a report, with what all its rows add up to. */
export async function readReport<Name extends ReportName>(name: Name, reading: Reading): Promise<Report<Name>> {
  const sums = await sumsOf(name, reading);
  const isGrouped = reportFacts[name].alwaysTop === true;
  const { rows, count = sums.count } =
    sums.count === 0 && !isGrouped ? { rows: [] } : await rowsOf(name, reading, sums);
  const { from, to } = reading.asked;
  return { from, to, rows, count, totals: sums.totals, bars: sums.bars };
}

/** The rows alone, for files. */
export async function rowsOf<Name extends ReportName>(
  name: Name,
  reading: Reading,
  { count, days }: Pick<Sums, 'count' | 'days'>,
): Promise<{ rows: ReportRow<Name>[]; count?: number }> {
  const { sort } = reading.asked;
  const isByTime = sort.name === 'startAt';
  const asIs = async (rows: Promise<ReportRow[]>) => ({ rows: (await rows) as ReportRow<Name>[] });
  switch (name) {
    case 'daily-summary':
      return asIs(summaryRows(reading, days));
    case 'vehicle-distance':
      return (await vehicleRows(reading)) as { rows: ReportRow<Name>[]; count: number };
    case 'driver-distance':
      return (await driverRows(reading)) as { rows: ReportRow<Name>[]; count: number };
    default:
      if (!isByTime && count > mostSorted)
        throw refuse.badInput({
          sort: `More than ${mostSorted.toLocaleString('en-IN')} rows can only be sorted by time. Choose fewer days or vehicles`,
        });
  }
  if (name === 'trips') return asIs(tripRows(reading));
  if (name === 'stops') return asIs(stopRows(reading));
  if (name === 'idling') return asIs(idleRows(reading));
  return asIs(visitRows(reading));
}

export async function sumsOf(name: ReportName, reading: Reading): Promise<Sums> {
  return name === 'geofence-visits' ? visitSums(reading) : tripSums(name, reading);
}

/** How many rows a report over trips has. */
function countOf(name: ReportName, { rows, trips, stops, idles }: ReturnType<typeof addUp>): number {
  switch (name) {
    case 'daily-summary':
      return rows;
    case 'trips':
      return trips;
    case 'stops':
      return stops;
    case 'idling':
      return idles;
    default:
      // Groups are counted with their rows.
      return 0;
  }
}

async function tripSums(name: ReportName, reading: Reading): Promise<Sums> {
  const days = await dayTotals(reading, name === 'daily-summary');
  const all = addUp(days);
  const figures: Record<string, number | null> = {
    trips: all.trips,
    distanceM: tidy(all.distanceM),
    movingS: tidy(all.movingS, 3),
    idleS: tidy(all.idleS, 3),
    stoppedS: tidy(all.stoppedS, 3),
    maxKmh: all.maxKmh,
    durationS: tidy(name === 'stops' ? all.stoppedS : name === 'idling' ? all.idleS : all.durationS, 3),
  };
  const names = totalsOf(name);
  const totals = Object.fromEntries(names.flatMap((one) => (one in figures ? [[one, figures[one] ?? null]] : [])));
  if (names.includes('visits'))
    totals['visits'] = reading.seesVisits
      ? (await visitTotals(reading, false)).reduce((sum, { visits }) => sum + visits, 0)
      : null;
  return { count: countOf(name, all), totals, bars: await barsOf(name, reading, days), days };
}

/** The days of the period, or, of a single one, who has most. */
async function barsOf(name: ReportName, reading: Reading, days: readonly DayTotals[]): Promise<ReportBar[]> {
  const { measure, top, alwaysTop } = reportFacts[name];
  if (measure === 'visits' || top === 'geofence') return [];
  if (alwaysTop || daysIn(reading.asked) === 1) return topBars(reading, measure, top);
  return days.map((day) => ({ key: day.day, label: day.day, value: tidy(day[measure]) }));
}

async function visitSums(reading: Reading): Promise<Sums> {
  const visits = await visitTotals(reading, true);
  const sum = (of: (day: (typeof visits)[number]) => number) => visits.reduce((all, day) => all + of(day), 0);
  const bars =
    daysIn(reading.asked) === 1
      ? await topFences(reading)
      : visits.map(({ day, visits: value }) => ({ key: day, label: day, value }));
  return {
    count: sum(({ visits: some }) => some),
    totals: {
      durationS: tidy(
        sum(({ durationS }) => durationS),
        3,
      ),
    },
    bars,
    days: [],
  };
}
