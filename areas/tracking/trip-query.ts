import { isDay, isId } from '#kit/contract/input.ts';
import { listLimits, type Parameter } from '#kit/contract/list-query.ts';
import type { Order } from '#kit/server/catalogue/list-sql.ts';
import type { Param } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { tripStates } from './trip.contract.ts';
import type { StoredTrip } from './trip-rows.ts';

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
  deviceId: ids('Told by this device'),
  orgId: ids('Of this organisation, whose the vehicle was when the trip began'),
  state: {
    about: 'LIVE goes on, CLOSED ended, REOPENED was cut again; several are separated by commas',
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

export const pageParameters: Readonly<Record<string, Parameter>> = {
  skip: {
    about: 'Rows to leave out',
    schema: { type: 'integer', minimum: 0, maximum: listLimits.maxSkip, default: 0 },
  },
  take: {
    about: 'Rows to answer',
    schema: { type: 'integer', minimum: 1, maximum: listLimits.maxTake, default: listLimits.take },
  },
};

export const tripPages: Readonly<Record<string, Parameter>> = {
  ...pageParameters,
  after: { about: 'Cursor from `next` of the page before; replaces skip', schema: { type: 'string' } },
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
export interface TripQuery {
  terms: string[];
  params: Param[];
  /** To be looked for in registration numbers. */
  words: string[];
  skip: number;
  take: number;
  after?: string;
  sort: { name: string; descending: boolean };
  order: TripOrder;
}

/** Reads one parameter after the other; what is wrong is refused together, by `done`. */
export function parameterReader(query: Readonly<Record<string, unknown>>) {
  const messages: Record<string, string> = {};
  const wrong = (name: string, message: string): undefined => {
    messages[name] ??= message;
  };
  const text = (name: string): string | undefined => {
    const given = query[name];
    if (given === undefined || given === '') return undefined;
    if (typeof given !== 'string') return wrong(name, 'Give this parameter once');
    return given.includes('\0') ? wrong(name, 'Contains characters that cannot be used') : given;
  };
  return {
    text,
    wrong,
    ids(name: string): string[] | undefined {
      const given = text(name)?.toLowerCase().split(',');
      if (given && given.length > listLimits.maxValues) return wrong(name, `At most ${listLimits.maxValues} values`);
      return given?.every(isId) === false ? wrong(name, 'Must be the id of a record') : given;
    },
    among(name: string, offered: readonly string[]): string[] | undefined {
      const given = text(name)?.split(',');
      return given?.every((one) => offered.includes(one)) === false
        ? wrong(name, 'Must be among the offered values')
        : given;
    },
    number(name: string): number | undefined {
      const given = text(name);
      if (given === undefined) return undefined;
      const read = given.trim() === '' ? Number.NaN : Number(given);
      return read >= 0 && read <= 1e12 ? read : wrong(name, 'Must be a number, 0 or more');
    },
    whole(name: string, low: number, high: number, otherwise: number): number {
      const given = text(name);
      if (given === undefined) return otherwise;
      const read = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
      if (!(read >= low && read <= high)) wrong(name, `Must be a whole number from ${low} to ${high}`);
      return read;
    },
    /** An instant as ISO text; of a day, which is one of India, its begin, or with `end` that of the next. */
    instant(name: string, end = false): { at: string; isDay: boolean } | undefined {
      const given = text(name);
      if (given === undefined) return undefined;
      const known = isDay(given.slice(0, 10)) && /^(19|20|21)\d\d-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(given);
      const isWhole = given.length === 10;
      const at = known ? Date.parse(isWhole ? `${given}T00:00:00+05:30` : given) : Number.NaN;
      if (Number.isNaN(at)) return wrong(name, 'Must be a date, like 2026-11-21, or an ISO time');
      return { at: new Date(at + (isWhole && end ? 86_400_000 : 0)).toISOString(), isDay: isWhole };
    },
    words(name: string): string[] {
      const given = text(name)?.trim() ?? '';
      if (given.length > listLimits.maxQuery) wrong(name, `At most ${listLimits.maxQuery} characters`);
      return given === '' ? [] : given.split(/\s+/).slice(0, 6);
    },
    done(): void {
      if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
    },
  };
}

/** Reads what is asked of trips. Refuses with a message for each parameter that is wrong. */
export function readTripQuery(query: Readonly<Record<string, unknown>>): TripQuery {
  const read = parameterReader(query);
  const params: Param[] = [];
  const bind = (param: Param) => `$${params.push(param)}`;
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
  const words = read.words('q');
  const given = read.text('sort') ?? '-startAt';
  const sort = { name: given.replace(/^-/, ''), descending: given.startsWith('-') };
  const order = Object.hasOwn(orders, sort.name) ? orders[sort.name] : undefined;
  if (!order) read.wrong('sort', 'Not a field this list can be sorted by');
  const after = read.text('after');
  if (after !== undefined && !/^[\w-]{1,2000}$/.test(after)) read.wrong('after', 'Not a cursor of this list');
  const skip = read.whole('skip', 0, listLimits.maxSkip, 0);
  if (after !== undefined && skip > 0) read.wrong('after', 'Use either skip or after');
  const take = read.whole('take', 1, listLimits.maxTake, listLimits.take);
  read.done();
  return {
    terms,
    params,
    words,
    skip,
    take,
    ...(after === undefined ? {} : { after }),
    sort,
    order: { ...(order as TripOrder), descending: sort.descending },
  };
}
