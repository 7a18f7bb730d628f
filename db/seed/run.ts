import { uuidv7 } from 'uuidv7';
import { addAccount } from '#areas/identity/accounts/setup.routes.ts';
import type { Passwords } from '#areas/identity/passwords/password-hash.ts';
import { updateKycStatus } from '#areas/people/people.server.ts';
import { shippedModules } from '#areas/rights/modules/modules.ts';
import { catalogues, pages } from '#areas/areas.ts';
import type { Database, Queryable } from '#kit/server/db/database.ts';
import { productWriter } from '#kit/server/history.ts';
import { brands } from './brands.ts';
import { loadCatalogues } from './load-catalogues.ts';
import { byKey, found, insert, once } from './load.ts';
import { demoAccounts, demoPassword } from './demo-accounts.ts';
import { loadDemoTeams, loadHelpDesk } from './load-help-desk.ts';
import { loadInsurance } from './insurance/load-insurance.ts';
import { models } from './models.ts';
import { organisations } from './organisations.ts';
import { roles } from './roles.ts';
import { ladakhOffices, type RtoSeed, rtoOffices } from './rto.ts';
import { vehicleCategories } from './vehicle-categories.ts';
import { vehicleTypes } from './vehicle-types.ts';

const insertOffices = (db: Queryable, offices: readonly RtoSeed[], now: Date) =>
  insert(
    db,
    'rto',
    offices.map((office) => `${office.code} ${office.name}`),
    offices.map(({ code, name, state, district, kind }) => ({ code, name, state, district, kind })),
    now,
  );

/** Reference data that every installation starts with: roles with their rights, offices and vehicle catalogues. */
export async function loadReference(db: Database, now: Date): Promise<void> {
  await once(db, 'roles', now, (db) => loadRoles(db, now));
  await loadGrants(db, now);
  for (const [name, offices] of [
    ['rto', rtoOffices],
    ['rto-ladakh', ladakhOffices],
  ] as const)
    await once(db, name, now, async (db) => void (await insertOffices(db, offices, now)));
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
        is_emergency: category.code === 'AMBULANCE' ? true : null,
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
  await loadCatalogues(db, now);
  await loadInsurance(db, now);
  await loadHelpDesk(db, now);
}

/** What roles may do with a module is given once, when the module first appears; later changes are the administrator's. */
async function loadGrants(db: Database, now: Date): Promise<void> {
  for (const { key } of shippedModules(catalogues, pages))
    await once(db, `grants-${key}`, now, async (db) => {
      for (const role of roles) {
        const actions = role.grants === 'all' ? undefined : role.grants[key];
        if (!actions) continue;
        await db.query(
          `insert into permission (role_id, module_id, actions)
           select r.id, m.id, $3 from role r, module m where r.name = $1 and r.deleted_at is null and m.key = $2
           on conflict do nothing`,
          [role.name, key, actions],
        );
      }
    });
}

async function loadRoles(db: Queryable, now: Date): Promise<void> {
  for (const role of roles) {
    const id = uuidv7();
    await db.query(
      `insert into role (id, name, description, level, audience, all_rights, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $7)`,
      [id, role.name, role.description, role.level, role.audience, role.grants === 'all', now.toISOString()],
    );
  }
}

/** True when anything of the demo was ever loaded here: accounts whose password is public, roads with limits that are made up. */
export const hasDemo = async (db: Database): Promise<boolean> =>
  (await db.query("select 1 from seed_run where name in ('demo', 'demo-roads')")).length > 0;

/** Demo organisations and accounts, whose password is public: for the demo profile only. */
export async function loadDemo(db: Database, passwords: Passwords, now: Date): Promise<void> {
  await once(db, 'demo', now, async (db) => {
    const organisationIds = new Map<string, string>();
    for (const organisation of organisations) {
      const id = uuidv7();
      organisationIds.set(organisation.name, id);
      await db.query(
        `insert into organisation (id, name, kind, state, city, pin, address, gstin, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
        [
          id,
          organisation.name,
          organisation.kind,
          organisation.state,
          organisation.city,
          organisation.pin,
          organisation.address ?? null,
          organisation.gstin ?? null,
          now.toISOString(),
        ],
      );
    }
    // One password, so one hash: making it takes as long as it should.
    const hash = await passwords.hash(demoPassword);
    for (const { organisation, ...account } of demoAccounts) {
      const organisationId = organisation === undefined ? undefined : found(organisationIds, organisation);
      await addAccount(db, { ...account, ...(organisationId ? { organisationId } : {}) }, hash, now);
    }
    const people = await db.query<{ id: string }>(`select id from account where kind = 'client'`);
    await updateKycStatus(db, productWriter(now), {
      organisations: [...organisationIds.values()],
      appUsers: people.map(({ id }) => id),
      areNew: true,
    });
  });
  await loadDemoTeams(db, now);
}
