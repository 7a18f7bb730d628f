import { listLimits, type Parameter } from '#kit/contract/list-query.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { alertOutcomes, alertStates } from '../alert-answers.contract.ts';

const ids = (about: string): Parameter => ({
  about: `${about}; several ids are separated by commas`,
  schema: { type: 'string' },
});
const time = (about: string): Parameter => ({
  about,
  schema: { type: 'string', examples: ['2026-11-21', '2026-11-21T06:00:00Z'] },
});

/** What alerts are chosen by. */
export const alertFilters: Readonly<Record<string, Parameter>> = {
  id: ids('This alert'),
  vehicleId: ids('Of this vehicle'),
  driverId: ids('Of this driver'),
  orgId: ids('Of this organisation, whose the vehicle was then'),
  roadId: ids('On this road'),
  tripId: { about: 'During this trip', schema: { type: 'string' } },
  state: { about: 'OPEN: speeding now', schema: { type: 'string', enum: [...alertStates] } },
  outcome: {
    about: 'PENDING: the trip was not checked yet; VIOLATION or NOTHING: what the check found',
    schema: { type: 'string', enum: [...alertOutcomes] },
  },
  from: time('Began at or after this day (of India) or ISO time'),
  to: time('Began on or before this day (of India) or ISO time'),
  q: {
    about: 'Words to look for in the registration number and the name of the road',
    schema: { type: 'string', maxLength: listLimits.maxQuery },
  },
};

const outcomes = {
  PENDING: 'a.checked_at is null',
  VIOLATION: `x.id is not null and x.state <> 'WITHDRAWN'`,
  NOTHING: `a.checked_at is not null and (x.id is null or x.state = 'WITHDRAWN')`,
} as const;

/** Reads what is asked of alerts, as conditions over alerts aliased a, their violations x and vehicles v. */
export function readAlertQuery(query: Readonly<Record<string, unknown>>) {
  const read = queryReader(query);
  const terms: string[] = [];
  for (const [name, column] of [
    ['id', 'a.id'],
    ['vehicleId', 'a.vehicle_id'],
    ['driverId', 'a.driver_id'],
    ['orgId', 'a.org_id'],
    ['roadId', 'a.road_id'],
  ] as const) {
    const found = read.ids(name);
    if (found) terms.push(`${column} = any(${read.bind(found)}::uuid[])`);
  }
  const trips = read.ids('tripId');
  // A trip of the organisation that the vehicle was of: alerts of others are not found by its id.
  if (trips)
    terms.push(
      `exists (select 1 from trips_span s where s.id = any(${read.bind(trips)}::uuid[]) and s.vehicle_id = a.vehicle_id
         and s.org_id = a.org_id and s.start_at <= a.to_at and s.end_at >= a.from_at)`,
    );
  const state = read.oneOf('state', alertStates);
  if (state) terms.push(`a.state = '${state}'`);
  const outcome = read.oneOf('outcome', alertOutcomes);
  if (outcome) terms.push(`(${outcomes[outcome]})`);
  const from = read.instant('from');
  if (from) terms.push(`a.from_at >= ${read.bind(from.at)}::timestamptz`);
  const to = read.instant('to', true);
  if (to) terms.push(`a.from_at ${to.isDay ? '<' : '<='} ${read.bind(to.at)}::timestamptz`);
  terms.push(...read.words(`concat_ws(' ', v.registration_no, a.road_name)`));
  return { read, terms };
}
