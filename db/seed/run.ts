import { uuidv7 } from 'uuidv7';
import { addAccount } from '#areas/access/setup.ts';
import type { Passwords } from '#areas/access/passwords.ts';
import { shippedModules } from '#areas/access/modules.ts';
import { catalogues } from '#areas/contracts.ts';
import { type Database, everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { brands } from './brands.ts';
import { demoAccounts, demoPassword } from './demo-accounts.ts';
import { models } from './models.ts';
import { organisations } from './organisations.ts';
import { roles } from './roles.ts';
import { rtoOffices } from './rto.ts';
import { vehicleCategories } from './vehicle-categories.ts';
import { vehicleTypes } from './vehicle-types.ts';

type Row = Record<string, string | number | boolean | null | readonly string[]>;

/** Runs a set of seeds unless this database has had it. All or nothing. */
async function once(db: Database, name: string, now: Date, load: (db: Queryable) => Promise<void>): Promise<boolean> {
  return transact(db, everything, async (db) => {
    const first = await db.query(
      'insert into seed_run (name, at) values ($1, $2) on conflict do nothing returning name',
      [name, now.toISOString()],
    );
    if (first.length === 0) return false;
    await load(db);
    return true;
  });
}

/** Inserts rows of a catalogue, a few hundred a statement, with a history row for each. Gives their ids in order. */
async function insert(
  db: Queryable,
  path: string,
  titles: readonly string[],
  rows: readonly Row[],
  now: Date,
): Promise<string[]> {
  const table = path.replaceAll('-', '_');
  const columns = Object.keys(rows[0] ?? {});
  const ids = rows.map(() => uuidv7());
  const at = now.toISOString();
  for (let from = 0; from < rows.length; from += 400) {
    const chunk = rows.slice(from, from + 400).map((row, index) => ({
      id: ids[from + index],
      history_id: uuidv7(),
      record_title: titles[from + index],
      ...row,
    }));
    const names = columns.join(', ');
    await db.query(
      `with given as (select one from jsonb_array_elements($1::jsonb) as listed (one)),
         made as (insert into ${table} (id, ${names}, created_at, updated_at)
           select r.id, ${columns.map((column) => `r.${column}`).join(', ')}, $2, $2
           from given, jsonb_populate_record(null::${table}, one) r returning id)
       insert into history (id, at, actor_name, action, source, module, record_id, record_title)
       select (one ->> 'history_id')::uuid, $2, 'Roadkeeper', 'create', 'seed', $3, (one ->> 'id')::uuid, one ->> 'record_title' from given`,
      [JSON.stringify(chunk), at, path],
    );
  }
  return ids;
}

const byKey = (keys: readonly string[], ids: readonly string[]) =>
  new Map(keys.map((key, index) => [key, ids[index] as string]));
const found = (map: ReadonlyMap<string, string>, key: string): string => {
  const id = map.get(key);
  if (!id) throw new Error(`Seed data names '${key}', which is not there`);
  return id;
};

/** Reference data that every installation starts with: roles with their rights, offices and vehicle catalogues. */
export async function loadReference(db: Database, now: Date): Promise<void> {
  await once(db, 'roles', now, (db) => loadRoles(db, now));
  await once(db, 'rto', now, async (db) => {
    const rows = rtoOffices.map(({ code, name, state, district, kind }) => ({ code, name, state, district, kind }));
    await insert(
      db,
      'rto',
      rtoOffices.map((office) => `${office.code} ${office.name}`),
      rows,
      now,
    );
  });
  await once(db, 'vehicles', now, async (db) => {
    const types = await insert(
      db,
      'vehicle-type',
      vehicleTypes.map((type) => type.name),
      vehicleTypes.map((type) => ({
        name: type.name,
        icon: type.icon,
        wheels: type.wheels,
        speed_class: type.speedClass,
      })),
      now,
    );
    const categories = await insert(
      db,
      'vehicle-category',
      vehicleCategories.map((category) => category.name),
      vehicleCategories.map((category) => ({
        name: category.name,
        code: category.code,
        is_transport: category.isTransport,
        licence_classes: category.licenceClasses,
        speed_class: category.speedClass,
        tp_premium_class: category.tpPremiumClass,
      })),
      now,
    );
    const brandIds = await insert(
      db,
      'vehicle-brand',
      brands.map((brand) => brand.name),
      brands.map((brand) => ({ name: brand.name, country: brand.country || null })),
      now,
    );
    const typeOf = byKey(
      vehicleTypes.map((type) => type.name),
      types,
    );
    const categoryOf = byKey(
      vehicleCategories.map((category) => category.code),
      categories,
    );
    const brandOf = byKey(
      brands.map((brand) => brand.name),
      brandIds,
    );
    await insert(
      db,
      'vehicle-model',
      models.map((model) => `${model.brand} ${model.name}`),
      models.map((model) => ({
        brand_id: found(brandOf, model.brand),
        name: model.name,
        type_id: found(typeOf, model.type),
        category_id: found(categoryOf, model.category),
        year_from: model.yearFrom,
        year_to: model.yearTo,
      })),
      now,
    );
  });
}

async function loadRoles(db: Queryable, now: Date): Promise<void> {
  const known = new Set(shippedModules(catalogues).map((module) => module.key));
  for (const role of roles) {
    const id = uuidv7();
    await db.query(
      `insert into role (id, name, description, level, audience, all_rights, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $7)`,
      [id, role.name, role.description, role.level, role.audience, role.grants === 'all', now.toISOString()],
    );
    if (role.grants === 'all') continue;
    for (const [key, actions] of Object.entries(role.grants)) {
      if (!known.has(key)) continue;
      await db.query(
        `insert into permission (role_id, module_id, actions) select $1, id, $3 from module where key = $2`,
        [id, key, actions],
      );
    }
  }
}

/** True when the demo's accounts were ever loaded here. */
export const hasDemo = async (db: Database): Promise<boolean> =>
  (await db.query("select 1 from seed_run where name = 'demo'")).length > 0;

/** Demo organisations and accounts, whose password is public: for the demo profile only. */
export async function loadDemo(db: Database, passwords: Passwords, now: Date): Promise<void> {
  await once(db, 'demo', now, async (db) => {
    const organisationIds = new Map<string, string>();
    for (const organisation of organisations) {
      const id = uuidv7();
      organisationIds.set(organisation.name, id);
      await db.query(
        'insert into organisation (id, name, kind, state, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)',
        [id, organisation.name, organisation.kind, organisation.state, now.toISOString()],
      );
    }
    for (const { organisation, ...account } of demoAccounts) {
      const organisationId = organisation === undefined ? undefined : found(organisationIds, organisation);
      await addAccount(
        db,
        passwords,
        { ...account, password: demoPassword, ...(organisationId ? { organisationId } : {}) },
        now,
      );
    }
  });
}
