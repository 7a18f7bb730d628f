import { uuidv7 } from 'uuidv7';
import { catalogues, pages } from '#areas/areas.ts';
import { shippedModules } from '#areas/rights/modules/modules.ts';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { roles } from '#db/seed/roles.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { Action, Grants } from '#kit/contract/rights.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { type Heard, listen } from './reach.ts';
import { type Behind, lookBehind } from './owned-rows.ts';
import { throwAway, throwAwaySql } from './throw-away.ts';
import { addCaller, type Caller } from './callers.ts';

/** A role for clients with every right that a client can have: the most that an administrator can give, and the pages besides. */
export const everyRight = 'Client with every right';
export const clientRoles = [
  ...roles.filter(({ audience }) => audience === 'client').map(({ name }) => name),
  everyRight,
];
export const staffRoles = roles.filter(({ audience }) => audience === 'staff').map(({ name }) => name);

/** The product with throw-away catalogues beside its own, and what is needed to look at it from all sides. */
export interface World {
  test: TestProduct;
  definitions: readonly AnyCatalogue[];
  behind: Behind;
  /** What the product asks of its database. */
  heard: Heard;
  /** Staff with every right. */
  admin: Caller;
  /** What a role may do, by what the seeds and this file say, not by what the product answers. */
  grantsOf(role: string): Grants;
  close(): Promise<void>;
}

const allActions: readonly Action[] = ['view', 'create', 'edit', 'delete', 'status', 'export'];
/** Staff who see some organisations only, and of those nearly everything. */
export const ofSomeClients = 'Staff of some clients';
const grantsOfSomeClients: Grants = {
  dashboard: ['view'],
  organisation: allActions,
  'app-user': [...allActions, 'impersonate'],
  user: ['view', 'edit'],
  role: ['view'],
  history: ['view', 'export'],
  trash: ['view'],
  mail: ['view', 'edit', 'approve'],
  rto: ['view'],
  violation: ['view', 'approve', 'export'],
  alibi: ['view', 'create', 'export'],
  'rule-trial': ['view', 'create'],
  'evidence-check': ['view'],
  'safety-score': ['view', 'export'],
  'safety-score-rule': allActions,
  ...Object.fromEntries(
    ['vehicle', 'vehicle-kyc-doc', 'drivers', 'medical-report', 'device'].map((path) => [
      path,
      [...allActions, 'approve'],
    ]),
  ),
  'document-review': ['view'],
  obligation: ['view'],
  calendar: ['view', 'export'],
  'vehicle-trips': ['view', 'export'],
  report: ['view', 'export'],
  'report-schedule': allActions,
  'app-user-policy': allActions,
  'policy-claim': allActions,
  'emergency-contact': allActions,
  incident: [...allActions, 'approve'],
  alarm: ['view', 'edit', 'export'],
  'alarm-rule': allActions,
  'off-duty-rule': allActions,
  'insurance-offer': ['view'],
  'help-desk': allActions,
  'ticket-reply': allActions,
  'ticket-note': allActions,
  challan: [...allActions, 'approve'],
  'challan-contest': allActions,
  'challan-note': allActions,
  geofence: allActions,
  'geofence-event': ['view', 'export'],
  'live-map': ['view'],
  'share-link': ['view', 'create', 'delete'],
  'api-key': ['view', 'create', 'delete'],
  webhook: ['view', 'create', 'edit', 'delete'],
  'device-health': ['view'],
  wallet: ['view', 'create', 'edit', 'approve', 'export'],
  'ownership-transfer': ['view', 'create', 'edit', 'approve'],
  'model-request': ['view', 'create', 'edit'],
  'vehicle-invitation': ['view', 'create', 'edit', 'delete'],
  doctor: ['view'],
  'doctor-report': ['view', 'export'],
  ...Object.fromEntries(throwAway.map(({ path }) => [path, allActions])),
};
/** What the product serves to clients, though no role of theirs is given it so far. */
const pagesOfClients = { history: ['view', 'export'], trash: ['view'] } satisfies Grants;
const throwAwayGrants: Readonly<Record<string, readonly Action[]>> = {
  'Client owner': allActions,
  'Client viewer': ['view'],
  Operations: allActions,
  Support: ['view'],
};

/**
 * Walkers put other ids into the same few thousand statements, over tables of some rows: each connection plans a statement once, whatever
 * is looked for, and not anew for the first five times.
 */
const planOnce = `do $$ begin
  execute format('alter database %I set plan_cache_mode = force_generic_plan', current_database());
end $$;`;

/** @param more catalogues besides, with the SQL of their tables. */
export async function startWorld(
  more: { catalogues: readonly AnyCatalogue[]; sql: string } = { catalogues: [], sql: '' },
): Promise<World> {
  const definitions = [...catalogues, ...throwAway, ...more.catalogues];
  const heard = listen();
  const test = await startTestProduct({
    catalogues: definitions,
    sql: throwAwaySql + more.sql + planOnce,
    exportStepRows: 500,
    site: { tracing: heard.tracing },
  });
  await transact(test.product.db, everything, async (db) => {
    // No reference data brings doctors, and examinations name one.
    await db.query(
      `insert into doctor (id, name, reg_no, council, state, district, created_at)
       values ($1, 'Anil Gokhale', 'MMC1', 'Maharashtra', 'MH', 'Pune', $2)`,
      [uuidv7(), test.clock.now().toISOString()],
    );
    // Nor offers.
    await db.query(
      `insert into insurance_offer (id, title, code, discount_paise, valid_from, valid_to, state, created_at)
       values ($1, 'Winter', 'WINTER', 10000, '2026-01-01', '2027-01-01', 'LIVE', $2)`,
      [uuidv7(), test.clock.now().toISOString()],
    );
    await db.query(`insert into role (id, name, level, audience) values ($1, $2, 7, 'client')`, [uuidv7(), everyRight]);
    await db.query(
      `insert into permission (role_id, module_id, actions) select r.id, m.id, coalesce(o.actions, m.client_actions)
       from role r, module m left join jsonb_to_recordset($2::jsonb) as o (key text, actions text[]) on o.key = m.key
       where r.name = $1`,
      [everyRight, JSON.stringify(Object.entries(pagesOfClients).map(([key, actions]) => ({ key, actions })))],
    );
    await db.query(
      `insert into role (id, name, level, audience, row_scope) values ($1, $2, 1, 'staff', 'OWN_CLIENTS')`,
      [uuidv7(), ofSomeClients],
    );
    await db.query(
      `insert into permission (role_id, module_id, actions) select r.id, m.id, o.actions from role r, module m
       join jsonb_to_recordset($2::jsonb) as o (key text, actions text[]) on o.key = m.key where r.name = $1`,
      [ofSomeClients, JSON.stringify(Object.entries(grantsOfSomeClients).map(([key, actions]) => ({ key, actions })))],
    );
    for (const [role, actions] of Object.entries(throwAwayGrants))
      await db.query(
        `insert into permission (role_id, module_id, actions) select r.id, m.id, $3 from role r, module m
         where r.name = $1 and m.key = any($2)`,
        [role, throwAway.map(({ path }) => path), actions],
      );
  });
  const modules = shippedModules(definitions, pages);
  const behind = await lookBehind(test.database);
  const grantsOf = (role: string): Grants => {
    if (role === everyRight)
      return { ...Object.fromEntries(modules.map(({ key, clients }) => [key, clients ?? []])), ...pagesOfClients };
    if (role === ofSomeClients) return grantsOfSomeClients;
    const seed = roles.find(({ name }) => name === role);
    return !seed || seed.grants === 'all'
      ? Object.fromEntries(modules.map(({ key, actions }) => [key, actions]))
      : {
          ...seed.grants,
          ...Object.fromEntries(throwAway.map(({ path }) => [path, throwAwayGrants[role] ?? []])),
        };
  };
  return {
    test,
    definitions,
    behind,
    heard,
    admin: await addCaller(test, 'Super admin', 'World admin'),
    grantsOf,
    async close() {
      await behind.close();
      await test.close();
    },
  };
}
