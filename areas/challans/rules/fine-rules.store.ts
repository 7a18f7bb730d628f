import type { Queryable } from '#kit/server/db/database.ts';
import type { VersionStore } from '#kit/server/catalogue/versioned.ts';
import type { FineRule } from './rule-pick.rules.ts';

const columns = `id, rule_version as "ruleVersion", challan_type_id as "challanTypeId", state, rto_id as "rtoId",
  vehicle_size as "vehicleSize", nullif(speed_classes, '{}') as "speedClasses", category_id as "categoryId", offence, over_unit as "overUnit",
  over_from::float8 as "overFrom", over_to::float8 as "overTo", min_seconds as "minSeconds", action, amount_paise as "amountPaise",
  min_paise as "minPaise", max_paise as "maxPaise", per_unit_paise as "perUnitPaise", licence_points as "licencePoints",
  effective_from::text as "effectiveFrom", effective_to::text as "effectiveTo", priority`;

/** Live rules that hold on a day. @param challanTypeId of one offence, or null: those on speeding */
export const rulesOn = (db: Queryable, day: string, challanTypeId: string | null): Promise<FineRule[]> =>
  db.query<FineRule>(
    `select ${columns} from challan_rule where status = 1 and deleted_at is null and effective_from <= $1
       and coalesce(effective_to, 'infinity') >= $1 and ($2::uuid is null and over_from is not null or challan_type_id = $2) order by id`,
    [day, challanTypeId],
  );

/** Every live rule of an offence, and every one on speeding: whatever it may meet. */
export const rulesBeside = (db: Queryable, challanTypeIds: readonly string[]): Promise<FineRule[]> =>
  db.query<FineRule>(
    `select ${columns} from challan_rule where status = 1 and deleted_at is null
       and (over_from is not null or challan_type_id = any($1::uuid[])) order by id`,
    [[...new Set(challanTypeIds)]],
  );

/** Versions of challan rules. */
export const ruleVersions: VersionStore = {
  async nextFrom(db, id) {
    const [found] = await db.query<{ from: string }>(
      'select effective_from::text as from from challan_rule where replaces_id = $1 and deleted_at is null',
      [id],
    );
    return found?.from;
  },
  link: (db, id, replacesId) =>
    db.send(
      `update challan_rule n set replaces_id = o.id, rule_version = o.rule_version + 1 from challan_rule o
       where n.id = $1 and o.id = $2`,
      [id, replacesId],
    ),
  async uses() {
    return [];
  },
};

/** A rule with the versions before it and behind it. */
export async function lineageOf(db: Queryable, id: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `with recursive back as (select id, replaces_id from challan_rule where id = $1
         union select o.id, o.replaces_id from challan_rule o join back b on o.id = b.replaces_id),
       forth as (select id from challan_rule where id = $1 union select n.id from challan_rule n join forth f on n.replaces_id = f.id)
     select id from back union select id from forth`,
    [id],
  );
  return rows.map((row) => row.id);
}
