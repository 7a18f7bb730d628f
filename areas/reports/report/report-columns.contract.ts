import type { ReportName } from './report-answers.contract.ts';

/** What a column shows, which says how it is written on screen and in files. */
export type ColumnKind =
  | 'day'
  | 'vehicle'
  | 'driver'
  | 'text'
  | 'time'
  | 'place'
  | 'number'
  | 'distance'
  | 'duration'
  | 'speed';

export interface ReportColumn {
  /** The field of the row. */
  key: string;
  kind: ColumnKind;
  /** Of files; the unit follows from the kind. */
  heading: string;
  /** The report can be sorted by it. */
  sorts?: true;
  /** The bottom row adds it up; of speeds, it gives the highest. */
  total?: true;
}

/** What the chart of a report measures. */
export type Measure = 'distanceM' | 'stoppedS' | 'idleS' | 'visits';
export interface ReportFacts {
  columns: readonly ReportColumn[];
  /** Order of its rows while nobody chose another. */
  sort: string;
  measure: Measure;
  /** Whose greatest figures the chart shows where it does not show days. */
  top: 'vehicle' | 'driver' | 'geofence';
  /** The chart never shows days. */
  alwaysTop?: true;
}

const vehicle: ReportColumn = { key: 'vehicle', kind: 'vehicle', heading: 'Vehicle' };
const driver: ReportColumn = { key: 'driver', kind: 'driver', heading: 'Driver' };
const org: ReportColumn = { key: 'org', kind: 'text', heading: 'Organisation' };
const place: ReportColumn = { key: 'place', kind: 'place', heading: 'Place' };
const start = (heading: string): ReportColumn => ({ key: 'startAt', kind: 'time', heading, sorts: true });
const end = (heading: string): ReportColumn => ({ key: 'endAt', kind: 'time', heading });
const duration: ReportColumn = { key: 'durationS', kind: 'duration', heading: 'Duration', sorts: true, total: true };
const distance: ReportColumn = { key: 'distanceM', kind: 'distance', heading: 'Distance', sorts: true, total: true };
const trips: ReportColumn = { key: 'trips', kind: 'number', heading: 'Trips', sorts: true, total: true };
const moving: ReportColumn = { key: 'movingS', kind: 'duration', heading: 'Driving', sorts: true, total: true };
const idle: ReportColumn = { key: 'idleS', kind: 'duration', heading: 'Idling', sorts: true, total: true };
const top: ReportColumn = { key: 'maxKmh', kind: 'speed', heading: 'Top speed', sorts: true, total: true };
const average: ReportColumn = { key: 'averageKmh', kind: 'speed', heading: 'Average speed' };
const days: ReportColumn = { key: 'days', kind: 'number', heading: 'Days driven', sorts: true };
const perDay: ReportColumn = { key: 'perDayM', kind: 'distance', heading: 'Distance per day driven' };

/** Columns and charts of the reports, for the screen and for files. */
export const reportFacts: Readonly<Record<ReportName, ReportFacts>> = {
  'daily-summary': {
    columns: [
      { key: 'day', kind: 'day', heading: 'Day', sorts: true },
      vehicle,
      org,
      trips,
      distance,
      moving,
      idle,
      { key: 'stoppedS', kind: 'duration', heading: 'Stopped', sorts: true, total: true },
      { key: 'firstStartAt', kind: 'time', heading: 'First start' },
      { key: 'lastEndAt', kind: 'time', heading: 'Last stop' },
      top,
      average,
      { key: 'visits', kind: 'number', heading: 'Geofence visits', total: true },
      { key: 'lastFixAt', kind: 'time', heading: 'Last position' },
    ],
    sort: '-day',
    measure: 'distanceM',
    top: 'vehicle',
  },
  trips: {
    columns: [
      start('Start'),
      vehicle,
      org,
      driver,
      { key: 'startPlace', kind: 'place', heading: 'From' },
      end('End'),
      { key: 'endPlace', kind: 'place', heading: 'To' },
      { ...duration, total: true },
      distance,
      moving,
      idle,
      top,
      average,
    ],
    sort: '-startAt',
    measure: 'distanceM',
    top: 'vehicle',
  },
  stops: {
    columns: [start('From'), vehicle, org, driver, end('Until'), duration, place],
    sort: '-startAt',
    measure: 'stoppedS',
    top: 'vehicle',
  },
  idling: {
    columns: [start('From'), vehicle, org, driver, end('Until'), duration, place],
    sort: '-startAt',
    measure: 'idleS',
    top: 'vehicle',
  },
  'geofence-visits': {
    columns: [
      start('Entered'),
      vehicle,
      org,
      { key: 'geofence', kind: 'text', heading: 'Geofence' },
      end('Left'),
      duration,
      place,
    ],
    sort: '-startAt',
    measure: 'visits',
    top: 'geofence',
  },
  'vehicle-distance': {
    columns: [vehicle, org, days, trips, distance, perDay, moving, idle, top, average],
    sort: '-distanceM',
    measure: 'distanceM',
    top: 'vehicle',
    alwaysTop: true,
  },
  'driver-distance': {
    columns: [driver, org, days, trips, distance, perDay, moving, idle, top, average],
    sort: '-distanceM',
    measure: 'distanceM',
    top: 'driver',
    alwaysTop: true,
  },
};

/** What a report may be sorted by. */
export const sortsOf = (name: ReportName): string[] =>
  reportFacts[name].columns.flatMap(({ key, sorts }) => (sorts ? [key] : []));

/** Fields that the totals of a report hold. */
export const totalsOf = (name: ReportName): string[] =>
  reportFacts[name].columns.flatMap(({ key, total }) => (total ? [key] : []));
