import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { type ScheduleFields, scheduleOf } from '#telematics/geofences/schedule.ts';

/** Of which rules to look at what they say: these, or those for these vehicle groups. */
export type Touched = { rules: readonly string[] } | { groups: readonly string[] };

interface Said {
  days: number[];
  from: number;
  to: number;
  /** In their order; null: all. */
  vehicles: string[] | null;
}

interface Row extends ScheduleFields {
  id: string;
  orgId: string;
  isActive: boolean;
  vehicles: string[] | null;
  versionId: string | null;
  said: Said | null;
}

/**
 * Ends what rules said until now and begins what they say from now on, where that is something else. To be called in the transaction that
 * changes a rule or the vehicles of its group.
 */
export async function keepVersions(db: Queryable, writer: Writer, touched: Touched): Promise<void> {
  const [column, ids] = 'rules' in touched ? ['id', touched.rules] : ['vehicle_group_id', touched.groups];
  if (ids.length === 0) return;
  // A rule and its group may change at once: whoever comes second sees what the first wrote.
  const [found] = await db.query<{ count: number }>(
    `select count(pg_advisory_xact_lock(hashtextextended(o.org_id::text, 160))) from (
       select distinct r.org_id from off_duty_rule r where r.${column} = any($1::uuid[]) order by 1) o`,
    [[...ids]],
  );
  if (found?.count === 0) return;
  const rows = await db.query<Row>(
    `select r.id, r.org_id as "orgId", r.days, r.from_time as "fromTime", r.to_time as "toTime", r.status = 1 and r.deleted_at is null as "isActive",
       case when r.vehicle_group_id is not null then array(select m.vehicle_id from vehicles_group_member m
         where m.group_id = r.vehicle_group_id and m.org_id = r.org_id order by m.vehicle_id)::text[] end as vehicles,
       v.id as "versionId", case when v.id is not null then
         json_build_object('days', v.days, 'from', v.from_min, 'to', v.to_min, 'vehicles', v.vehicle_ids) end as said
     from off_duty_rule r left join off_duty_version v on v.rule_id = r.id and v.upto is null
     where r.${column} = any($1::uuid[]) order by r.id`,
    [[...ids]],
  );
  const now = writer.now.toISOString();
  for (const row of rows) {
    const says = saysOf(row);
    if (JSON.stringify(says) === JSON.stringify(row.said)) continue;
    if (row.versionId !== null)
      await db.query('update off_duty_version set upto = greatest($2, from_at) where id = $1', [row.versionId, now]);
    if (says !== null)
      await db.query(
        `insert into off_duty_version (id, rule_id, org_id, from_at, days, from_min, to_min, vehicle_ids)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [uuidv7(), row.id, row.orgId, now, says.days, says.from, says.to, says.vehicles],
      );
    writer.touched.push(...shownTables.map((table) => [table, row.orgId] as [string, string]));
  }
}

/** Remembered answers that show where vehicles were hang on the versions of these. */
const shownTables = ['off_duty_version'];

function saysOf({ isActive, vehicles, ...fields }: Row): Said | null {
  const schedule = isActive ? scheduleOf(fields) : null;
  if (schedule === null) return null;
  return { days: schedule.days.toSorted(), from: schedule.from, to: schedule.to, vehicles };
}
