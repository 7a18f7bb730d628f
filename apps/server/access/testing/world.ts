import { uuidv7 } from 'uuidv7';
import { catalogues } from '#areas/contracts.ts';
import { shippedModules } from '#areas/access/modules.ts';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { roles } from '#db/seed/roles.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { Action, Grants } from '#kit/contract/rights.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { type Behind, lookBehind } from './owned-rows.ts';
import { throwAway, throwAwaySql } from './throw-away.ts';
import { addWalker, type Walker } from './walkers.ts';

/** A role for clients with every right there is: the most that an administrator can give. */
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
  /** Staff with every right. */
  admin: Walker;
  /** What a role may do, by what the seeds and this file say, not by what the product answers. */
  grantsOf(role: string): Grants;
  close(): Promise<void>;
}

const allActions: readonly Action[] = ['view', 'create', 'edit', 'delete', 'status', 'export'];
const throwAwayGrants: Readonly<Record<string, readonly Action[]>> = {
  'Client owner': allActions,
  'Client viewer': ['view'],
  Operations: allActions,
  Support: ['view'],
};

export async function startWorld(): Promise<World> {
  const definitions = [...catalogues, ...throwAway];
  const test = await startTestProduct({ catalogues: definitions, sql: throwAwaySql, exportStepRows: 500 });
  await transact(test.product.db, everything, async (db) => {
    await db.query(`insert into role (id, name, level, audience, all_rights) values ($1, $2, 7, 'client', true)`, [
      uuidv7(),
      everyRight,
    ]);
    for (const [role, actions] of Object.entries(throwAwayGrants))
      await db.query(
        `insert into permission (role_id, module_id, actions) select r.id, m.id, $3 from role r, module m
         where r.name = $1 and m.key = any($2)`,
        [role, throwAway.map(({ path }) => path), actions],
      );
  });
  const modules = shippedModules(definitions);
  const behind = await lookBehind(test.database);
  const grantsOf = (role: string): Grants => {
    const seed = roles.find(({ name }) => name === role);
    const told: Grants =
      !seed || seed.grants === 'all'
        ? Object.fromEntries(modules.map(({ key, actions }) => [key, actions]))
        : {
            ...seed.grants,
            ...Object.fromEntries(throwAway.map(({ path }) => [path, throwAwayGrants[role] ?? []])),
          };
    return (seed?.audience ?? 'client') === 'client' ? withinReach(told, definitions) : told;
  };
  return {
    test,
    definitions,
    behind,
    admin: await addWalker(test, 'Super admin', 'World admin'),
    grantsOf,
    async close() {
      await behind.close();
      await test.close();
    },
  };
}

/** Clients only look at rows that are everybody's, whatever their role says, and never at the staff. */
const withinReach = (grants: Grants, definitions: readonly AnyCatalogue[]): Grants =>
  Object.fromEntries(
    Object.entries(grants).map(([module, actions]) => {
      const definition = definitions.find(({ path }) => path === module);
      if (definition?.scope !== 'global') return [module, actions];
      return [module, module === 'user' ? [] : actions.filter((action) => action === 'view' || action === 'export')];
    }),
  );
