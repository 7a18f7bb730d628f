import { uuidv7 } from 'uuidv7';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import type { CatalogueReads } from '#kit/server/catalogue/store.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import { type Change, recordChanges, type Writer } from '#kit/server/history.ts';
import { readRules, type StoredRule } from '../rules/rules.store.ts';
import { roadSpeedRule } from '../rules/speed-rule.contract.ts';
import { ruleFate, type SplitPlace } from './rule-fate.contract.ts';

/** A rule that is made of another one. */
interface NewRule {
  id: string;
  of: string;
  road_id: string;
  from_m: number | null;
  to_m: number | null;
  effective_from: string;
  effective_to: string | null;
  rule_version: number;
  replaces_id: string | null;
}

const rankOf = (rule: StoredRule) =>
  rule.rankId === null
    ? {
        rank_m: rule.fromM === null || rule.toM === null ? null : rule.toM - rule.fromM,
        rank_from: rule.effectiveFrom,
        rank_id: rule.id,
      }
    : { rank_m: rule.rankM, rank_from: rule.rankFrom, rank_id: rule.rankId };

/** What a split does to the rules of a road, as rows. */
export function planRules(
  rules: readonly StoredRule[],
  { place, today, secondId }: { place: SplitPlace; today: string; secondId: string },
) {
  const fated = rules.map((rule) => ({ rule, ...ruleFate(rule, place, today) }));
  const copyIds = new Map(
    fated.filter(({ second }) => second !== undefined).map(({ rule }) => [rule.id, uuidv7()] as const),
  );
  const made: (NewRule & ReturnType<typeof rankOf>)[] = [];
  for (const { rule, first, second } of fated) {
    const same = { of: rule.id, effective_to: rule.effectiveTo, ...rankOf(rule) };
    if (first === 'next')
      made.push({
        ...same,
        id: uuidv7(),
        road_id: rule.roadId,
        from_m: rule.fromM,
        to_m: place.atM,
        effective_from: addDays(today, 1),
        rule_version: rule.ruleVersion + 1,
        // Said once the version that followed the former one follows this one.
        replaces_id: null,
      });
    const id = copyIds.get(rule.id);
    if (second !== undefined && id !== undefined)
      made.push({
        ...same,
        id,
        road_id: secondId,
        from_m: second?.fromM ?? null,
        to_m: second?.toM ?? null,
        effective_from: rule.effectiveFrom,
        rule_version: rule.ruleVersion,
        replaces_id: copyIds.get(rule.replacesId ?? '') ?? null,
      });
  }
  const idsOf = (...fates: string[]) => fated.filter(({ first }) => fates.includes(first)).map(({ rule }) => rule.id);
  return { made, ended: idsOf('ends', 'next'), shortened: idsOf('shortened'), removed: idsOf('removed') };
}

const names = [...Object.keys(roadSpeedRule.fields), 'status'];

/** Does to the rules of a road what its split at `place` means to them, each with its history row. */
export async function splitRules(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  { reads, roadId, secondId, place }: { reads: CatalogueReads; roadId: string; secondId: string; place: SplitPlace },
): Promise<void> {
  await db.query('select 1 from road_speed_rule where road_id = $1 and deleted_at is null order by id for update', [
    roadId,
  ]);
  const today = indiaDay(writer.now);
  const { made, ended, shortened, removed } = planRules(await readRules(db, [roadId]), { place, today, secondId });
  const read = async (ids: readonly string[]) =>
    (await reads.listed(scope, ids, false, db)).map((json) => JSON.parse(json) as AnyRow);
  const before = await read([...ended, ...shortened, ...removed]);
  const by = [writer.now.toISOString(), writer.actorId] as const;
  await db.query(makeSql, [JSON.stringify(made), ...by]);
  await db.query(`update road_speed_rule set effective_to = $4, ${touch} where id = any($1::uuid[])`, [
    ended,
    ...by,
    today,
  ]);
  // Not in force yet: nothing was decided by it, and its metres may change. It keeps its place among the others.
  await db.query(
    `update road_speed_rule set rank_m = case when rank_id is null then to_m - from_m else rank_m end,
       rank_from = coalesce(rank_from, effective_from), rank_id = coalesce(rank_id, id), to_m = $4, ${touch}
     where id = any($1::uuid[])`,
    [shortened, ...by, place.atM],
  );
  await db.query(`update road_speed_rule set deleted_at = $2, deleted_by = $3, ${touch} where id = any($1::uuid[])`, [
    removed,
    ...by,
  ]);
  await follow(
    db,
    made.filter(({ road_id }) => road_id === roadId),
  );
  writer.touched.push([roadSpeedRule.table, null]);
  await recordChanges(
    db,
    writer,
    [
      ...before.map((row): Omit<Change, 'orgId' | 'fields' | 'module'> => {
        const told = { recordId: row.id, recordTitle: row.title };
        if (removed.includes(row.id)) return { ...told, action: 'delete', before: row, after: null };
        const [name, value] = ended.includes(row.id) ? ['effectiveTo', today] : ['toM', place.atM];
        return { ...told, action: 'update', before: { [name]: row[name] ?? null }, after: { [name]: value } };
      }),
      ...(await read(made.map(({ id }) => id))).map((row) => ({
        recordId: row.id,
        recordTitle: row.title,
        action: 'create' as const,
        before: null,
        after: row,
      })),
    ].map((change) => ({ ...change, module: roadSpeedRule.path, orgId: null, fields: names })),
  );
}

const touch = 'version = version + 1, updated_at = $2, updated_by = $3';

/** Photos and orders stay with the rule that they came with. */
const copied = `direction, speed_class, category_id, limit_kmh, days, from_time, to_time, season_from, season_to, reason_code, order_no, priority`;
const own = 'from_m, to_m, effective_from, effective_to, rule_version, replaces_id, rank_m, rank_from, rank_id';
const makeSql = `insert into road_speed_rule (id, road_id, ${copied}, ${own}, created_at, created_by, updated_at, updated_by)
  select n.id, n.road_id, ${copied
    .split(', ')
    .map((name) => `o.${name}`)
    .join(', ')}, ${own
    .split(', ')
    .map((name) => `n.${name}`)
    .join(', ')}, $2, $3, $2, $3
  from jsonb_to_recordset($1::jsonb) as n (id uuid, of uuid, road_id uuid, from_m integer, to_m integer, effective_from date, effective_to date,
    rule_version integer, replaces_id uuid, rank_m integer, rank_from date, rank_id uuid)
  join road_speed_rule o on o.id = n.of`;

/** Puts the next versions between the rules that they follow and those that followed these. */
async function follow(db: Queryable, next: readonly NewRule[]): Promise<void> {
  const [ids, of] = [next.map(({ id }) => id), next.map((one) => one.of)];
  const pairs = 'unnest($1::uuid[], $2::uuid[]) as n (id, of)';
  const moved = await db.query<{ id: string }>(
    `update road_speed_rule f set replaces_id = n.id from ${pairs} where f.replaces_id = n.of and f.deleted_at is null returning f.id`,
    [ids, of],
  );
  await db.query(
    `with recursive later (id) as (
       select unnest($1::uuid[]) union select f.id from road_speed_rule f join later l on f.replaces_id = l.id where f.deleted_at is null
     ) update road_speed_rule set rule_version = rule_version + 1 where id in (select id from later)`,
    [moved.map(({ id }) => id)],
  );
  await db.query(`update road_speed_rule r set replaces_id = n.of from ${pairs} where r.id = n.id`, [ids, of]);
}
