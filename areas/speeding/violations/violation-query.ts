import { listLimits, type Parameter } from '#kit/contract/list-query.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { severities, tiers, violationStates } from '../violation-answers.contract.ts';

const ids = (about: string): Parameter => ({
  about: `${about}; several ids are separated by commas`,
  schema: { type: 'string' },
});
const time = (about: string): Parameter => ({
  about,
  schema: { type: 'string', examples: ['2026-11-21', '2026-11-21T06:00:00Z'] },
});
const among = (about: string, values: readonly string[]): Parameter => ({
  about: `${about}; several are separated by commas`,
  schema: { type: 'string', enum: [...values] },
});

/** What violations are chosen by. */
export const violationFilters: Readonly<Record<string, Parameter>> = {
  id: ids('This violation'),
  vehicleId: ids('Of this vehicle'),
  driverId: ids('Of this driver'),
  orgId: ids('Of this organisation, whose the vehicle was then'),
  roadId: ids('On this road'),
  tripId: ids('On this trip'),
  state: among('State of the review', violationStates),
  tier: among('EVIDENCE stood every check; REVIEW needs a closer look', tiers),
  severity: among('How far above the limit', severities),
  reason: {
    about: 'Dismissed for these reasons, by their codes; several are separated by commas',
    schema: { type: 'string', examples: ['LIMIT_WRONG,WRONG_ROAD'] },
  },
  assigned: {
    about: 'me: that I am looking at; nobody: that nobody is looking at',
    schema: { type: 'string', enum: ['me', 'nobody'] },
  },
  changed: {
    about: 'yes: decided, and what the decision rests on has changed since',
    schema: { type: 'string', enum: ['yes'] },
  },
  from: time('Began at or after this day (of India) or ISO time'),
  to: time('Began on or before this day (of India) or ISO time'),
  q: {
    about: 'Words to look for in the registration number and the name of the road',
    schema: { type: 'string', maxLength: listLimits.maxQuery },
  },
};

/** Minutes for which a violation stays with whoever looks at it. */
export const takenMinutes = 15;

/** Reads what is asked of violations, as conditions over violations aliased x and vehicles aliased v. */
export function readViolationQuery(query: Readonly<Record<string, unknown>>, me: string, now: Date) {
  const read = queryReader(query);
  const terms: string[] = [];
  for (const [name, column] of [
    ['id', 'x.id'],
    ['vehicleId', 'x.vehicle_id'],
    ['driverId', 'x.driver_id'],
    ['orgId', 'x.org_id'],
    ['roadId', 'x.road_id'],
    ['tripId', 'x.trip_id'],
  ] as const) {
    const found = read.ids(name);
    if (found) terms.push(`${column} = any(${read.bind(found)}::uuid[])`);
  }
  for (const [name, values] of [
    ['state', violationStates],
    ['tier', tiers],
    ['severity', severities],
  ] as const) {
    const found = read.among<string>(name, values);
    // Said as a plain condition where it is the queue, so that its own index serves it.
    if (found?.length === 1 && found[0] === 'TO_REVIEW') terms.push(`x.state = 'TO_REVIEW'`);
    else if (found) terms.push(`x.${name} = any(${read.bind(found)}::text[])`);
  }
  const reasons = read.text('reason')?.split(',');
  if (reasons)
    terms.push(
      `x.reason_id in (select p.id from helpdesk_purpose p where p.code = any(${read.bind(reasons)}::text[]))`,
    );
  const assigned = read.oneOf('assigned', ['me', 'nobody']);
  const since = () => read.bind(new Date(now.getTime() - takenMinutes * 60_000).toISOString());
  if (assigned === 'me')
    terms.push(`x.assigned_to = ${read.bind(me)}::uuid and x.assigned_at > ${since()}::timestamptz`);
  if (assigned === 'nobody') terms.push(`(x.assigned_to is null or x.assigned_at <= ${since()}::timestamptz)`);
  if (read.oneOf('changed', ['yes'])) terms.push('x.ground_changed_at is not null');
  const from = read.instant('from');
  if (from) terms.push(`x.from_at >= ${read.bind(from.at)}::timestamptz`);
  const to = read.instant('to', true);
  if (to) terms.push(`x.from_at ${to.isDay ? '<' : '<='} ${read.bind(to.at)}::timestamptz`);
  terms.push(...read.words(`concat_ws(' ', v.registration_no, x.road_name)`));
  return { read, terms };
}
