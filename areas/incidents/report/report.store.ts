import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { StoredIncident } from '../incident/incidents.store.ts';

/** What a report says of an incident, with the names of what it refers to. Times are ISO UTC. */
export interface ReportFacts
  extends Pick<
    StoredIncident,
    | 'incidentNo'
    | 'source'
    | 'incidentState'
    | 'isTest'
    | 'raisedAt'
    | 'heardAt'
    | 'lat'
    | 'lon'
    | 'place'
    | 'positionAt'
    | 'repeats'
    | 'escalation'
    | 'acknowledgedAt'
    | 'closedAt'
    | 'outcome'
  > {
  what: string;
  raisedBy: string;
  acknowledgedBy: string | null;
  closedBy: string | null;
  acknowledgedAfterS: number | null;
  closedAfterS: number | null;
  vehicle: string | null;
  driver: string | null;
  organisation: string;
}

/** @throws 404 where the scope does not see it */
export async function reportFacts(db: Queryable, scope: Scope, id: string): Promise<ReportFacts> {
  const params: Param[] = [id];
  const tenantSql = tenantFilter('incident-report', scope, 'i.org_id', params);
  const [row] = await db.query<ReportFacts>(
    `select i.incident_no as "incidentNo", i.source, i.incident_state as "incidentState", i.is_test as "isTest", i.raised_at as "raisedAt",
       i.heard_at as "heardAt", i.lat::float8 as lat, i.lon::float8 as lon, i.place, i.position_at as "positionAt", i.repeats, i.escalation,
       i.acknowledged_at as "acknowledgedAt", i.closed_at as "closedAt", i.outcome, i.what, i.raised_by as "raisedBy",
       i.acknowledged_by as "acknowledgedBy", i.closed_by as "closedBy", i.acknowledged_after_s as "acknowledgedAfterS",
       i.closed_after_s as "closedAfterS", v.registration_no as vehicle, d.name as driver, o.name as organisation
     from incident i join people_organisation o on o.id = i.org_id left join vehicles_vehicle v on v.id = i.vehicle_id
       left join people_driver d on d.id = i.driver_id
     where i.id = $1 and i.deleted_at is null${tenantSql}`,
    params,
  );
  if (!row) throw refuse.notFound('Incident not found');
  return row;
}
