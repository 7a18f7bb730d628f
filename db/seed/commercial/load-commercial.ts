import type { Database, Queryable } from '#kit/server/db/database.ts';
import { commercialBrands } from '../brands.ts';
import { byKey, insert, once } from '../load.ts';
import { specificationRow } from '../specification-rows.ts';
import { vehicleCategories } from '../vehicle-categories.ts';
import { commercialModels, commercialSpecifications } from './commercial-vehicles.ts';

/** Ids of rows by the name they were seeded with; null: people deleted it. */
type Seeded = ReadonlyMap<string, string | null>;

/** Commercial vehicles: once for a database. */
export const loadCommercialVehicles = (db: Database, now: Date) =>
  once(db, 'commercial-vehicles', now, (db) => addCommercialVehicles(db, now));

/**
 * Adds commercial vehicles to the catalogue, also of an installation that has run for long. What people made or changed
 * stays: a renamed brand keeps its name, a merged one takes the models of both, a deleted one gets none, and a model
 * that is there already is left alone.
 */
export async function addCommercialVehicles(db: Queryable, now: Date): Promise<void> {
  const types = await seededRows(db, 'vehicle-type');
  const categories = await seededRows(db, 'vehicle-category');
  const codes = new Map(vehicleCategories.map(({ code, name }) => [code, name]));
  const brands = await brandIds(db, now);
  const known = new Set(
    (
      await db.query<{ key: string }>(
        `select brand_id || lower(name) as key from vehicle_model where deleted_at is null and variant is null`,
      )
    ).map(({ key }) => key),
  );
  const rows = commercialModels.flatMap((model) => {
    const brandId = brands.get(model.brand);
    const typeId = types.get(model.type);
    const categoryId = categories.get(codes.get(model.category) ?? '');
    if (!brandId || !typeId || !categoryId || known.has(brandId + model.name.toLowerCase())) return [];
    const { name, yearFrom, yearTo } = model;
    const row = {
      brand_id: brandId,
      name,
      type_id: typeId,
      category_id: categoryId,
      year_from: yearFrom,
      year_to: yearTo,
    };
    return [{ title: `${model.brand} ${name}`, row }];
  });
  const titles = rows.map(({ title }) => title);
  const ids = await insert(
    db,
    'vehicle-model',
    titles,
    rows.map(({ row }) => row),
    now,
  );
  const modelOf = byKey(titles, ids);
  const builds = commercialSpecifications.flatMap((build) => {
    const title = `${build.brand} ${build.model}`;
    const modelId = modelOf.get(title);
    return modelId ? [{ title: `${title} ${build.name}`, row: specificationRow(modelId, build) }] : [];
  });
  await insert(
    db,
    'vehicle-specification',
    builds.map(({ title }) => title),
    builds.map(({ row }) => row),
    now,
  );
}

/** Brands that are there, by the name they were seeded with or have; those that were never there are made. */
async function brandIds(db: Queryable, now: Date): Promise<Seeded> {
  const seeded = await seededRows(db, 'vehicle-brand');
  const live = await db.query<{ id: string; name: string }>(
    'select id, lower(name) as name from vehicle_brand where deleted_at is null',
  );
  const byName = new Map(live.map(({ id, name }) => [name, id]));
  const missing = commercialBrands.filter(({ name }) => !seeded.has(name) && !byName.has(name.toLowerCase()));
  const names = missing.map(({ name }) => name);
  const made = byKey(
    names,
    await insert(
      db,
      'vehicle-brand',
      names,
      missing.map(({ name, country }) => ({ name, country: country || null })),
      now,
    ),
  );
  const wanted = new Set(commercialModels.map(({ brand }) => brand));
  return new Map(
    [...wanted].map((name) => [name, byName.get(name.toLowerCase()) ?? made.get(name) ?? seeded.get(name) ?? null]),
  );
}

/** Merged rows lead to what they were merged into. */
async function seededRows(db: Queryable, path: string): Promise<Seeded> {
  const listed = await db.query<{ name: string; id: string }>(
    `select record_title as name, record_id as id from history where module = $1 and source = 'seed' and action = 'create'`,
    [path],
  );
  const merged = await db.query<{ from: string; into: string }>(
    `select from_id as from, into_id as into from merge where module = $1 and undone_at is null order by at`,
    [path],
  );
  const live = await db.query<{ id: string }>(`select id from ${path.replaceAll('-', '_')} where deleted_at is null`);
  const leadsTo = new Map(merged.map(({ from, into }) => [from, into]));
  const alive = new Set(live.map(({ id }) => id));
  const end = (id: string): string => {
    let last = id;
    for (const seen = new Set([id]); leadsTo.has(last) && !seen.has(leadsTo.get(last) as string); seen.add(last))
      last = leadsTo.get(last) as string;
    return last;
  };
  return new Map(listed.map(({ name, id }) => [name, alive.has(end(id)) ? end(id) : null]));
}
