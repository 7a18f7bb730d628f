import { listLimits, type Parameter } from '#kit/contract/list-query.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { geofenceEventKinds } from '../event-answers.contract.ts';

const ids = (about: string): Parameter => ({
  about: `${about}; several ids are separated by commas`,
  schema: { type: 'string' },
});
const time = (about: string): Parameter => ({
  about,
  schema: { type: 'string', examples: ['2026-11-21', '2026-11-21T06:00:00Z'] },
});

/** What events are chosen by. */
export const eventFilters: Readonly<Record<string, Parameter>> = {
  id: ids('This event'),
  vehicleId: ids('Of this vehicle'),
  geofenceId: ids('At this geofence'),
  orgId: ids('Of this organisation, whose the vehicle was then'),
  kind: {
    about:
      'ENTER, EXIT, DWELL (a long stay), SPEEDING (above its limit) or CROSSED (between two positions); several are separated by commas',
    schema: { type: 'string', enum: [...geofenceEventKinds] },
  },
  from: time('At or after this day (of India) or ISO time'),
  to: time('On or before this day (of India) or ISO time'),
  visits: {
    about: 'true adds entries and exits that raise no alert, as outside the schedule',
    schema: { type: 'string', enum: ['true'] },
  },
  q: {
    about: 'Words to look for in the registration number and the name of the geofence',
    schema: { type: 'string', maxLength: listLimits.maxQuery },
  },
};

/** Reads what is asked of events, as conditions over events aliased e and vehicles aliased v. Wrong ones are refused by its `page` or `done`. */
export function readEventQuery(query: Readonly<Record<string, unknown>>) {
  const read = queryReader(query);
  const terms: string[] = [];
  for (const [name, column] of [
    ['id', 'e.id'],
    ['vehicleId', 'e.vehicle_id'],
    ['geofenceId', 'e.geofence_id'],
    ['orgId', 'e.org_id'],
  ] as const) {
    const found = read.ids(name);
    if (found) terms.push(`${column} = any(${read.bind(found)}::uuid[])`);
  }
  const kinds = read.among('kind', geofenceEventKinds);
  if (kinds) terms.push(`e.kind = any(${read.bind(kinds)}::text[])`);
  const from = read.instant('from');
  if (from) terms.push(`e.at >= ${read.bind(from.at)}::timestamptz`);
  const to = read.instant('to', true);
  if (to) terms.push(`e.at ${to.isDay ? '<' : '<='} ${read.bind(to.at)}::timestamptz`);
  if (read.oneOf('visits', ['true']) === undefined) terms.push('e.raised');
  terms.push(...read.words(`concat_ws(' ', v.registration_no, e.geofence_name)`));
  return { read, terms };
}
