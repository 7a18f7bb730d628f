import { listLimits, type Parameter } from '#kit/contract/list-query.ts';
import { afterParameter, type Page, pageParameters } from '#kit/contract/page.ts';
import type { Order } from '#kit/server/catalogue/read/list-sql.ts';
import type { Param } from '#kit/server/db/database.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { tripStates } from '../trip-answers.contract.ts';
import type { StoredTrip } from './trip-rows.store.ts';

const ids = (about: string): Parameter => ({
  about: `${about}; several ids are separated by commas`,
  schema: { type: 'string' },
});
const time = (about: string): Parameter => ({
  about,
  schema: { type: 'string', examples: ['2026-11-21', '2026-11-21T06:00:00Z'] },
});
const number = (about: string): Parameter => ({ about, schema: { type: 'number', minimum: 0 } });

/** What trips are chosen by. */
export const tripFilters: Readonly<Record<string, Parameter>> = {
  vehicleId: ids('Of this vehicle'),
  driverId: ids('Driven by this driver'),
  deviceId: ids('Reported by this device'),
  orgId: ids('Of this organisation, whose the vehicle was when the trip began'),
  state: {
    about: 'LIVE is in progress, CLOSED completed, REOPENED recalculated; several are separated by commas',
    schema: { type: 'string', enum: [...tripStates] },
  },
  from: time('Ended at or after this day (of India) or ISO time'),
  to: time('Began on or before this day (of India) or ISO time'),
  distanceMFrom: number('At least so many metres long'),
  distanceMTo: number('At most so many metres long'),
  maxKmhFrom: number('The highest speed is at least this'),
  maxKmhTo: number('The highest speed is at most this'),
  q: {
    about: 'Words to look for in the registration number',
    schema: { type: 'string', maxLength: listLimits.maxQuery },
  },
};

/** An order with the value that a trip has in it, as a cursor carries it. */
type TripOrder = Order & { valueOf: (trip: StoredTrip) => string | null };
const orders: Readonly<Record<string, Omit<TripOrder, 'descending'>>> = {
  startAt: { sql: 't.start_at', nullable: false, cast: 'timestamptz', valueOf: (trip) => trip.startAt },
  distanceM: { sql: 't.distance_m', nullable: false, cast: 'float8', valueOf: (trip) => String(trip.distanceM) },
  durationS: {
    sql: '(t.end_at - t.start_at)',
    nullable: false,
    cast: 'interval',
    valueOf: (trip) => `${Date.parse(trip.endAt) - Date.parse(trip.startAt)} milliseconds`,
  },
  maxKmh: {
    sql: 't.max_kmh',
    nullable: true,
    cast: 'real',
    valueOf: (trip) => (trip.maxKmh === null ? null : String(trip.maxKmh)),
  },
};

export const tripLimits = { maxSkip: listLimits.maxSkip, maxTake: listLimits.maxTake, take: listLimits.take };
export const tripPages: Readonly<Record<string, Parameter>> = {
  ...pageParameters(tripLimits),
  after: afterParameter,
  sort: {
    about: 'Order; a leading minus turns it round',
    schema: {
      type: 'string',
      enum: Object.keys(orders).flatMap((name) => [name, `-${name}`]),
      default: '-startAt',
    },
  },
};

/** Conditions over trips aliased t with their parameters, and which page of them. */
export interface TripQuery extends Page {
  /** Where they are found: top speeds that are hidden from the reader are not found by either. */
  from: 'trip' | 'trips_shown';
  terms: string[];
  params: Param[];
  /** To be looked for in registration numbers. */
  words: string[];
  sort: { name: string; descending: boolean };
  order: TripOrder;
}

/** Reads what is asked of trips. Refuses with a message for each parameter that is wrong. */
export function readTripQuery(query: Readonly<Record<string, unknown>>): TripQuery {
  const read = queryReader(query);
  const { params, bind } = read;
  const terms: string[] = [];
  for (const [name, column] of [
    ['vehicleId', 't.vehicle_id'],
    ['driverId', 't.driver_id'],
    ['deviceId', 't.device_id'],
    ['orgId', 't.org_id'],
  ] as const) {
    const [first, ...others] = read.ids(name) ?? [];
    if (first === undefined) continue;
    terms.push(
      others.length === 0 ? `${column} = ${bind(first)}::uuid` : `${column} = any(${bind([first, ...others])}::uuid[])`,
    );
  }
  const states = read.among('state', tripStates);
  // As constants, so that the few live ones are found by their own index.
  if (states) terms.push(`t.state in (${[...new Set(states)].map((one) => `'${one}'`).join(', ')})`);
  const from = read.instant('from');
  if (from) terms.push(`t.end_at >= ${bind(from.at)}::timestamptz`);
  const to = read.instant('to', true);
  if (to) terms.push(`t.start_at ${to.isDay ? '<' : '<='} ${bind(to.at)}::timestamptz`);
  for (const [name, column] of [
    ['distanceM', 't.distance_m'],
    ['maxKmh', 't.max_kmh'],
  ] as const) {
    const [least, most] = [read.number(`${name}From`), read.number(`${name}To`)];
    if (least !== undefined) terms.push(`${column} >= ${bind(least)}`);
    if (most !== undefined) terms.push(`${column} <= ${bind(most)}`);
  }
  const words = read.searched();
  const given = read.text('sort') ?? '-startAt';
  const sort = { name: given.replace(/^-/, ''), descending: given.startsWith('-') };
  const order = Object.hasOwn(orders, sort.name) ? orders[sort.name] : undefined;
  if (!order) read.wrong('sort', 'Not a field this list can be sorted by');
  const page = read.page(tripLimits);
  const isBySpeed = sort.name === 'maxKmh' || terms.some((term) => term.startsWith('t.max_kmh'));
  return {
    from: isBySpeed ? 'trips_shown' : 'trip',
    terms,
    params,
    words,
    ...page,
    sort,
    order: { ...(order as TripOrder), descending: sort.descending },
  };
}
