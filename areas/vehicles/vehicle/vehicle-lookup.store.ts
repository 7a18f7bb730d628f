import type { RowOf, ValuesOf } from '#kit/contract/rows.ts';
import type { Draft } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { vehicleSpecification } from '../catalogue/specification.contract.ts';
import type { vehicle } from './vehicle.contract.ts';

export interface Office {
  id: string;
  code: string;
  name: string;
}
interface Model {
  id: string;
  brandId: string;
  typeId: string;
  categoryId: string;
  title: string;
}
type Build = Pick<
  RowOf<typeof vehicleSpecification>,
  'id' | 'modelId' | 'fuelType' | 'emissionNorm' | 'seats' | 'gvwKg'
>;
/** Fields that refer to other records. */
type Reference = Extract<keyof ValuesOf<typeof vehicle>, `${string}Id`>;
/** What vehicles on their way in refer to. */
export interface Seen {
  models: ReadonlyMap<string, Model>;
  /** Active models by brand and name in lower case, of those that vehicles name without choosing one. */
  modelTitled: ReadonlyMap<string, string>;
  builds: ReadonlyMap<string, Build>;
  /** Offices by code: those of the numbers, and those that were given. */
  officeOf: ReadonlyMap<string, Office>;
  /** Ids of records that are switched off. */
  off: ReadonlySet<string>;
}

/** Reads it for all of them at once. References that are not there are found out by the kit. */
export async function lookUp(
  db: Queryable,
  drafts: readonly Draft<typeof vehicle>[],
  codes: readonly string[],
): Promise<Seen> {
  const ids = (name: Reference) => [...new Set(drafts.flatMap(({ values }) => values[name] ?? []))];
  const modelTitled = await modelsTitled(db, drafts);
  const models = await db.query<Model>(
    `select m.id, m.brand_id as "brandId", m.type_id as "typeId", m.category_id as "categoryId", concat_ws(' ', b.name, m.name) as title
     from vehicle_model m join vehicle_brand b on b.id = m.brand_id where m.id = any($1::uuid[])`,
    [[...ids('modelId'), ...modelTitled.values()]],
  );
  const builds = await db.query<Build>(
    `select id, model_id as "modelId", fuel_type as "fuelType", emission_norm as "emissionNorm", seats, gvw_kg as "gvwKg"
     from vehicle_specification where id = any($1::uuid[])`,
    [ids('specificationId')],
  );
  const offices = await db.query<Office>(
    `select id, code, name from offices_rto where (code = any($1) and status = 1 and deleted_at is null) or id = any($2::uuid[])`,
    [[...new Set(codes)], ids('rtoId')],
  );
  const filled = models.flatMap(({ brandId, typeId, categoryId }) => [brandId, typeId, categoryId]);
  const off = await db.query<{ id: string }>(
    `select id from vehicle_brand where id = any($1::uuid[]) and status = 0
     union all select id from vehicle_model where id = any($1::uuid[]) and status = 0
     union all select id from vehicle_specification where id = any($1::uuid[]) and status = 0
     union all select id from vehicle_type where id = any($1::uuid[]) and status = 0
     union all select id from vehicle_category where id = any($1::uuid[]) and status = 0
     union all select id from offices_rto where id = any($1::uuid[]) and status = 0
     union all select id from people_organisation where id = any($1::uuid[]) and status = 0`,
    [
      [
        ...filled,
        ...(['brandId', 'modelId', 'specificationId', 'typeId', 'categoryId', 'rtoId', 'orgId'] as const).flatMap(ids),
      ],
    ],
  );
  return {
    models: byId(models),
    modelTitled,
    builds: byId(builds),
    officeOf: new Map(offices.map((office) => [office.code, office])),
    off: new Set(off.map(({ id }) => id)),
  };
}

/** What is written out may be in the catalogue after all. */
async function modelsTitled(db: Queryable, drafts: readonly Draft<typeof vehicle>[]): Promise<Map<string, string>> {
  const titles = drafts.flatMap(({ values }) => (values.modelId ? [] : (values.unlistedModel?.toLowerCase() ?? [])));
  if (titles.length === 0) return new Map();
  const found = await db.query<{ id: string; title: string }>(
    `select m.id, lower(concat_ws(' ', b.name, m.name, m.variant)) as title from vehicle_model m join vehicle_brand b on b.id = m.brand_id
     where lower(concat_ws(' ', b.name, m.name, m.variant)) = any($1) and m.status = 1 and b.status = 1
       and m.deleted_at is null and b.deleted_at is null order by m.id desc`,
    [[...new Set(titles)]],
  );
  return new Map(found.map(({ id, title }) => [title, id]));
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));
