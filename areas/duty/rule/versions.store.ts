import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { type ScheduleFields, scheduleOf } from '#telematics/geofences/schedule.ts';
import { tellOfChange } from '../tell/tell-change.ts';
import { namesOf, saidOf, tellLater } from '../tell/tell-many.ts';
import { changeInWords, effectOf, type Said } from './effect.rules.ts';

/** Of which rules to look at what they say: these, or those for these vehicle groups. */
export type Touched = { rules: readonly string[] } | { groups: readonly string[] };

interface Row extends ScheduleFields {
  id: string;
  orgId: string;
  name: string;
  isActive: boolean;
  isDeleted: boolean;
  vehicles: string[] | null;
  versionId: string | null;
  said: Said | null;
  isKnown: boolean;
}

const said = saidOf('v');

/**
 * Ends what rules said until now and begins what they say from now on, where that is something else, and tells people of it. To be called in
 * the transaction that changes a rule or the vehicles of its group.
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
    `select r.id, r.org_id as "orgId", r.name, r.days, r.from_time as "fromTime", r.to_time as "toTime",
       r.status = 1 and r.deleted_at is null as "isActive", r.deleted_at is not null as "isDeleted",
       case when r.vehicle_group_id is not null then array(select m.vehicle_id from vehicles_group_member m
         where m.group_id = r.vehicle_group_id and m.org_id = r.org_id order by m.vehicle_id)::text[] end as vehicles,
       v.id as "versionId", case when v.id is not null then ${said} end as said,
       exists (select from off_duty_version e where e.rule_id = r.id) as "isKnown"
     from off_duty_rule r left join off_duty_version v on v.rule_id = r.id and v.upto is null
     where r.${column} = any($1::uuid[]) order by r.id`,
    [[...ids]],
  );
  const changed = rows.flatMap((row): Changed[] => {
    const says = saysOf(row);
    return JSON.stringify(says) === JSON.stringify(row.said) ? [] : [{ row, says }];
  });
  // What one act does to several rules is one change: what holds between them never did.
  for (const [orgId, ofOrg] of Map.groupBy(changed, ({ row }) => row.orgId)) {
    const before = await rulesOf(db, orgId);
    const after = new Map(before);
    for (const { row, says } of ofOrg) {
      await write(db, writer.now.toISOString(), row, says);
      if (says === null) after.delete(row.id);
      else after.set(row.id, says);
    }
    writer.touched.push(...shownTables.map((table) => [table, orgId] as [string, string]));
    // Each row of an act on many is a write of its own: people are told of all of them once it is over.
    if (writer.source === 'bulk') {
      await tellLater(db, writer, orgId);
      continue;
    }
    const effect = effectOf([...before.values()], [...after.values()]);
    const [{ row: first }] = ofOrg as [Changed];
    const name = namesOf(ofOrg.map(({ row }) => row.name));
    const what = new Set(ofOrg.map(({ row, says }) => changeInWords(row.said, says, row)));
    const isGone = ofOrg.every(({ row }) => row.isDeleted);
    await tellOfChange(db, writer, { id: first.id, orgId, name, isGone }, [...what].join(', '), effect);
  }
}

interface Changed {
  row: Row;
  says: Said | null;
}
/** Remembered answers that show where vehicles were hang on the versions of these. */
const shownTables = ['off_duty_version'];

/** What holds in an organisation, by the rules that say it. */
async function rulesOf(db: Queryable, orgId: string): Promise<Map<string, Said>> {
  const rows = await db.query<{ ruleId: string; said: Said }>(
    `select v.rule_id as "ruleId", ${said} as said from off_duty_version v where v.org_id = $1 and v.upto is null order by v.id`,
    [orgId],
  );
  return new Map(rows.map(({ ruleId, said }) => [ruleId, said]));
}

async function write(db: Queryable, now: string, { id, orgId, versionId }: Row, says: Said | null): Promise<void> {
  if (versionId !== null)
    await db.query('update off_duty_version set upto = greatest($2, from_at) where id = $1', [versionId, now]);
  if (says !== null)
    await db.query(
      `insert into off_duty_version (id, rule_id, org_id, from_at, days, from_min, to_min, vehicle_ids)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [uuidv7(), id, orgId, now, [...says.days], says.from, says.to, says.vehicles && [...says.vehicles]],
    );
}

function saysOf({ isActive, vehicles, ...fields }: Row): Said | null {
  const schedule = isActive ? scheduleOf(fields) : null;
  if (schedule === null) return null;
  return { days: schedule.days.toSorted(), from: schedule.from, to: schedule.to, vehicles };
}
