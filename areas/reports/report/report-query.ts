import { addDays, indiaDay } from '#kit/contract/days.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import { listLimits, type Parameter } from '#kit/contract/list-query.ts';
import { type Page, pageParameters } from '#kit/contract/page.ts';
import type { Param, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { daysIn, mostDays, type Period } from './period.contract.ts';
import type { ReportName } from './report-answers.contract.ts';
import { reportFacts, sortsOf } from './report-columns.contract.ts';

const ids = (about: string): Parameter => ({
  about: `${about}; several ids are separated by commas`,
  schema: { type: 'string' },
});
const day = (about: string): Parameter => ({ about, schema: { type: 'string', format: 'date' } });

/** What the rows of every report are chosen by. */
export const reportFilters: Readonly<Record<string, Parameter>> = {
  from: day(`First day (of India). Left out, yesterday; a report covers at most ${mostDays} days`),
  to: day('Last day (of India). Left out, the first day'),
  vehicleId: ids('Of this vehicle'),
  vehicleGroupId: { about: 'Of vehicles that are in this group now', schema: { type: 'string', format: 'uuid' } },
  driverId: ids('Driven by this driver'),
  orgId: ids('Of this organisation, whose the vehicle was then'),
};

/** Further filters of some reports. */
const moreFilters: Partial<Record<ReportName, Readonly<Record<string, Parameter>>>> = {
  'geofence-visits': { geofenceId: ids('At this geofence') },
};

export const filtersOf = (name: ReportName): Readonly<Record<string, Parameter>> => ({
  ...reportFilters,
  ...moreFilters[name],
});

export const pageLimits = { maxSkip: listLimits.maxSkip, maxTake: 100, take: 50 };

/** Parameters of the call of a report. */
export const parametersOf = (name: ReportName): Readonly<Record<string, Parameter>> => ({
  ...filtersOf(name),
  ...pageParameters(pageLimits),
  sort: {
    about: 'Order; a leading minus turns it round',
    schema: {
      type: 'string',
      enum: sortsOf(name).flatMap((sort) => [sort, `-${sort}`]),
      default: reportFacts[name].sort,
    },
  },
});

/** Which rows of a report are asked for, and which page of them. */
export interface Asked extends Page, Period {
  vehicleId?: readonly string[] | undefined;
  vehicleGroupId?: string | undefined;
  driverId?: readonly string[] | undefined;
  orgId?: readonly string[] | undefined;
  geofenceId?: readonly string[] | undefined;
  sort: { name: string; descending: boolean };
}

/** Reads what is asked of a report. Refuses with a message for each parameter that is wrong. */
export function readAsked(name: ReportName, query: Readonly<Record<string, unknown>>, now: Date): Asked {
  const read = queryReader(query);
  const dayOf = (parameter: 'from' | 'to') => {
    const given = read.text(parameter);
    return given === undefined || isDay(given) ? given : read.wrong(parameter, 'Must be a date, like 2026-11-21');
  };
  const [givenFrom, givenTo] = [dayOf('from'), dayOf('to')];
  const from = givenFrom ?? givenTo ?? addDays(indiaDay(now), -1);
  const period = { from, to: givenTo ?? from };
  if (period.to < period.from) read.wrong('to', 'The last day must not be before the first');
  else if (daysIn(period) > mostDays) read.wrong('to', `A report covers at most ${mostDays} days`);
  const filters = filtersOf(name);
  const asked = (filter: string) => (Object.hasOwn(filters, filter) ? read.ids(filter) : undefined);
  const [group, ...others] = read.ids('vehicleGroupId') ?? [];
  if (others.length > 0) read.wrong('vehicleGroupId', 'Choose one group');
  const given = read.text('sort') ?? reportFacts[name].sort;
  const sort = { name: given.replace(/^-/, ''), descending: given.startsWith('-') };
  if (!sortsOf(name).includes(sort.name)) read.wrong('sort', 'Not a field this report can be sorted by');
  const chosen = {
    ...period,
    vehicleId: asked('vehicleId'),
    vehicleGroupId: group,
    driverId: asked('driverId'),
    orgId: asked('orgId'),
    geofenceId: asked('geofenceId'),
    sort,
  };
  return { ...chosen, ...read.page(pageLimits) };
}

/**
 * The condition of the rows that are asked for, ` where …`, over a published view: its organisation and vehicle, and what else is given.
 * @param days columns of a day or of a time, between the ends of the period
 * @param driver a condition with the place of the drivers' ids, where rows have a driver
 */
export function whereOf(
  scope: Scope,
  asked: Asked,
  params: Param[],
  at: { alias: string; day?: string; time?: string; driver?: (place: string) => string; geofence?: string },
): string {
  const { alias, day, time } = at;
  const bind = (param: Param) => `$${params.push(param)}`;
  const among = (column: string, given: readonly string[]) => ` and ${column} = any(${bind([...given])}::uuid[])`;
  const [from, to] = [bind(asked.from), bind(asked.to)];
  const within = day
    ? `${day} between ${from}::date and ${to}::date`
    : `${time} >= india_midnight(${from}::date) and ${time} < india_midnight(${to}::date + 1)`;
  const { vehicleId, vehicleGroupId, driverId, orgId, geofenceId } = asked;
  return [
    ` where ${within}`,
    tenantFilter('reports', scope, `${alias}.org_id`, params),
    vehicleId ? among(`${alias}.vehicle_id`, vehicleId) : '',
    vehicleGroupId
      ? ` and ${alias}.vehicle_id in (select m.vehicle_id from vehicles_group_member m where m.group_id = ${bind(vehicleGroupId)}::uuid)`
      : '',
    driverId && at.driver ? ` and ${at.driver(bind([...driverId]))}` : '',
    orgId ? among(`${alias}.org_id`, orgId) : '',
    geofenceId && at.geofence ? among(at.geofence, geofenceId) : '',
  ].join('');
}
