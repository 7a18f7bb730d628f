import type { Param, Queryable } from '#kit/server/db/database.ts';
import type { ShareLink } from '../link-answers.contract.ts';

/** SQL: the state of link `l` at a time. One whose time is over has expired, whether the sweep has come by or not. */
export const stateSql = (now: string): string => `case when l.ended_why = 'REVOKED' then 'REVOKED'
  when l.ended_at is null and l.expires_at > ${now} then 'ACTIVE'
  when l.ended_at is null or l.ended_why = 'EXPIRED' then 'EXPIRED' else 'ENDED' end`;

const columnsAt = (
  now: string,
) => `l.id, l.kind, ${stateSql(now)} as state, l.vehicle_id as "vehicleId", l.plate as vehicle, v.plate_use as "plateUse",
  l.trip_id as "tripId", l.label, l.pin_hash is not null as "hasPin", l.mask_plate as "maskPlate",
  l.show_speed as "showSpeed", l.made_by_name as "madeBy", l.org_id as "orgId", o.name as org, l.created_at as "createdAt",
  l.expires_at as "expiresAt",
  case when l.ended_at is null and l.expires_at <= ${now} then l.expires_at else l.ended_at end as "endedAt",
  case when l.ended_at is null and l.expires_at <= ${now} then 'EXPIRED' else l.ended_why end as "endedWhy",
  coalesce(w.views, 0)::int as views, l.pin_failures_total as "pinFailures", w.last_at as "lastViewedAt"`;

/** Links by a condition over `l`. @param now the parameter that holds the time */
export const readLinks = (db: Queryable, now: string, where: string, params: readonly Param[]): Promise<ShareLink[]> =>
  db.query<ShareLink>(
    `select ${columnsAt(now)} from share_link l join people_organisation o on o.id = l.org_id left join vehicles_vehicle v on v.id = l.vehicle_id
       left join lateral (select sum(views) as views, max(last_at) filter (where views > 0) as last_at
         from share_link_view where link_id = l.id) w on true
     where ${where}`,
    params,
  );
