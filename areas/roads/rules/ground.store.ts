import type { Queryable } from '#kit/server/db/database.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import type { LinePoint } from '../road/line.contract.ts';
import { type Moved, onNewLine, type Stretch } from './ground.rules.ts';
import { roadSpeedRule } from './speed-rule.contract.ts';

/** What an edited line does to a rule of a part of its road. */
export interface MovedRule extends Stretch, Moved {
  id: string;
  limitKmh: number;
  /** It has not ended before today. */
  isCurrent: boolean;
}

/** Rules that count metres along the line of a road, all versions, with the metres that they have on its new line. */
export async function rulesOnNewLine(
  db: Queryable,
  roadId: string,
  before: readonly LinePoint[],
  after: readonly LinePoint[],
  today: string,
): Promise<MovedRule[]> {
  const rules = await db.query<Omit<MovedRule, keyof Moved>>(
    `select id, from_m as "fromM", to_m as "toM", limit_kmh as "limitKmh", status = 1 and (effective_to is null or effective_to >= $2) as "isCurrent"
     from road_speed_rule where road_id = $1 and deleted_at is null and from_m is not null and to_m is not null order by from_m, id for update`,
    [roadId, today],
  );
  return rules.map((rule) => ({ ...rule, ...onNewLine(before, after, rule) }));
}

export const hasMoved = ({ fromM, toM, to }: MovedRule): boolean => to?.fromM !== fromM || to.toM !== toM;

/**
 * Gives rules the metres that their stretch of the ground has on the new line. No version is made of it: what a rule says holds where it held.
 * One that has ended, and of which the line has nothing any more, keeps the last metre.
 */
export async function moveRules(
  db: Queryable,
  writer: Writer,
  roadTitle: string,
  rules: readonly MovedRule[],
  lengthM: number,
): Promise<void> {
  const end = Math.max(1, Math.round(lengthM));
  const moved = rules.filter(hasMoved).map((rule) => ({ ...rule, to: rule.to ?? { fromM: end - 1, toM: end } }));
  if (moved.length === 0) return;
  await db.query(
    `update road_speed_rule r set from_m = n.from_m, to_m = n.to_m, rank_m = case when r.rank_id is null then r.to_m - r.from_m else r.rank_m end,
       rank_from = coalesce(r.rank_from, r.effective_from), rank_id = coalesce(r.rank_id, r.id), version = r.version + 1, updated_at = $2, updated_by = $3
     from jsonb_to_recordset($1::jsonb) as n (id uuid, from_m integer, to_m integer) where r.id = n.id`,
    [
      JSON.stringify(moved.map(({ id, to }) => ({ id, from_m: to.fromM, to_m: to.toM }))),
      writer.now.toISOString(),
      writer.actorId,
    ],
  );
  writer.touched.push([roadSpeedRule.table, null]);
  await recordChanges(
    db,
    writer,
    moved.map(({ id, limitKmh, fromM, toM, to }) => ({
      action: 'update',
      module: roadSpeedRule.path,
      recordId: id,
      recordTitle: `${roadTitle} ${limitKmh}`,
      orgId: null,
      before: { fromM, toM },
      after: { ...to },
      fields: ['fromM', 'toM'],
    })),
  );
}
