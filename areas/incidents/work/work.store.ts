import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import { can } from '#kit/contract/rights.ts';
import { workRows } from '#kit/contract/work.ts';
import type { WorkSource } from '#kit/server/areas/work.ts';
import type { Param } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { incident } from '../incident/incident.contract.ts';
import { openStates } from '../incident/incident-states.contract.ts';

const list = (states: readonly string[]) => `/incident?incidentState=${states.join(',')}&isTest=false&status=1`;

/** Emergencies that are open, for those who handle them, and for clients who see theirs; before all other work. Tests are none. */
export const openIncidents: WorkSource = {
  key: 'incidents-open',
  module: incident.path,
  order: 1,
  isFor: (session) => can(session.grants, incident.path, scopeOf(session).client ? 'view' : 'approve'),
  async read({ db, scope }) {
    const params: Param[] = [[...openStates]];
    const where = `i.incident_state = any($1) and not i.is_test and i.status = 1 and i.deleted_at is null${tenantFilter('work-incidents', scope, 'i.org_id', params)}`;
    const [found] = await db.query<{ count: number; raised: number }>(
      `select count(*), count(*) filter (where i.incident_state = 'RAISED') as raised from incident i where ${where}`,
      params,
    );
    const rows = await db.query<{
      id: string;
      no: string;
      vehicle: string | null;
      plateUse: PlateUse | null;
      what: string;
      place: string | null;
      at: string;
    }>(
      `select i.id, i.incident_no as no, v.registration_no as vehicle, v.plate_use as "plateUse", i.what, i.place, i.raised_at as at
       from incident i left join vehicles_vehicle v on v.id = i.vehicle_id where ${where}
       order by i.incident_state = 'RAISED' desc, i.raised_at desc, i.id desc limit ${workRows}`,
      params,
    );
    return {
      isUrgent: true,
      count: found?.count ?? 0,
      to: list(openStates),
      parts: [{ key: 'raised', tone: 'bad', count: found?.raised ?? 0, to: list(['RAISED']) }],
      rows: rows.map(({ id, no, vehicle, plateUse, what, place, at }) => ({
        label: vehicle ?? no,
        isPlate: vehicle !== null,
        plateUse,
        note: what,
        place,
        at,
        to: `/${incident.path}/${id}`,
      })),
    };
  },
};
