import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Page } from '#kit/contract/area.ts';
import { oneLine, printable } from '#kit/contract/input.ts';
import { historySchema, statusSchema } from '#kit/server/catalogue/answer-schemas.ts';
import { historyParameters, readPage } from '#kit/server/catalogue/read/read.routes.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { historyOf } from '#kit/server/history-read.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { addModuleMoves } from './module-moves.routes.ts';
import { allModules, moduleRowSchema, mustFind, needed, record, rowsOf, touch, writeModule } from './modules.store.ts';
import { childrenOf } from './module-tree.rules.ts';

const nameBody = z.strictObject({
  name: z
    .string({ error: 'Name is required' })
    .check(
      z.trim(),
      printable,
      oneLine,
      z.minLength(2, { error: 'Name needs at least 2 characters' }),
      z.maxLength(60, { error: 'Name can have at most 60 characters' }),
    ),
  isMenu: z.boolean({ error: 'Must be true or false' }),
  /** Left out, it stays as it is. */
  inClientMenu: z.optional(z.boolean({ error: 'Must be true or false' })),
});

const tag = 'Modules';
const view = { module: 'module', action: 'view' } as const;
const edit = { module: 'module', action: 'edit' } as const;

/** The tree of modules, which is everybody's menu: read, move, order, rename, switch on and off. */
export function addModuleRoutes(app: FastifyInstance, kit: CatalogueKit, pages: readonly Page[]): void {
  addRoute(app, {
    method: 'GET',
    path: '/module',
    summary: 'All modules in tree order, including inactive ones',
    tag,
    access: view,
    scope: 'global',
    answer: z.array(moduleRowSchema),
    beside: { count: z.int() },
    handle: async () => {
      const data = rowsOf(await allModules(kit.db));
      return { message: 'OK', data, count: data.length };
    },
  });

  addRoute(app, {
    method: 'PUT',
    path: '/module/{id}',
    summary: 'Rename a module, or remove a page from the menu or the client menu; permissions do not change',
    tag,
    access: edit,
    scope: 'global',
    body: nameBody,
    once: true,
    versioned: true,
    answer: moduleRowSchema,
    handle: async (call) => {
      const body = call.body as z.infer<typeof nameBody>;
      return writeModule(kit, call, body, 'row', async (db, writer, all, module) => {
        const message = 'Module updated successfully.';
        const next = { ...body, inClientMenu: body.inClientMenu ?? module.inClientMenu };
        const { name, isMenu, inClientMenu } = next;
        const isSame = module.isMenu === isMenu && module.inClientMenu === inClientMenu;
        if (module.name === name && isSame) return message;
        const twin = childrenOf(all, module.parentId).some(
          (one) => one.id !== module.id && one.name.toLowerCase() === name.toLowerCase(),
        );
        if (twin)
          throw refuse.conflict('Another module in this group has this name', {
            name: 'Another module in this group has this name',
          });
        if (!isMenu && module.route === null)
          throw refuse.badInput({ isMenu: 'A group is in the menu as long as a page below it is' });
        if (inClientMenu && !module.forClients)
          throw refuse.badInput({ inClientMenu: 'Clients have no permissions in this module' });
        await db.query('update module set name = $2, is_menu = $3, in_client_menu = $4 where id = $1', [
          module.id,
          name,
          isMenu,
          inClientMenu,
        ]);
        const pick = (row: typeof next) => ({
          ...(module.name === name ? {} : { name: row.name }),
          ...(module.isMenu === isMenu ? {} : { inMenu: row.isMenu }),
          ...(module.inClientMenu === inClientMenu ? {} : { inClientMenu: row.inClientMenu }),
        });
        await record(db, writer, { ...module, name }, pick(module), pick(next));
        await touch(db, writer, module.id);
        return message;
      });
    },
  });

  addRoute(app, {
    method: 'PUT',
    path: '/module/status/{id}',
    summary: 'Activate or deactivate a module; takes no body',
    tag,
    access: { module: 'module', action: 'status' },
    scope: 'global',
    once: true,
    versioned: true,
    answer: statusSchema,
    handle: async (call) => {
      if (call.body !== undefined) throw refuse.badInput({ '': 'This call takes no body' });
      return writeModule(kit, call, null, 'status', async (db, writer, all, module) => {
        const status = module.status === 1 ? 0 : 1;
        if (status === 0 && needed.includes(module.key))
          throw refuse.conflict(`${module.name} cannot be deactivated: it is needed to activate modules again`);
        if (status === 0 && childrenOf(all, module.id).some((one) => one.status === 1))
          throw refuse.conflict(`Deactivate or move the modules below ${module.name} first`);
        // Switching it off takes from everybody what can be done in it: nobody takes what they lack.
        const held = call.session.grants[module.key] ?? [];
        const lacked = status === 0 ? module.actions.find((action) => !held.includes(action)) : undefined;
        // Whoever works on some rows only would take away what concerns all others.
        if (status === 0 && (call.session.orgIds || call.session.rtoIds))
          throw refuse.forbidden('Your data scope is limited, so you cannot deactivate a module for all users');
        if (lacked)
          throw refuse.forbidden(`You may not ${lacked} in ${module.name} yourself, so you cannot deactivate it`);
        const parent = all.find((one) => one.id === module.parentId);
        if (status === 1 && parent?.status === 0)
          throw refuse.conflict(`${parent.name} is inactive. Activate it first`);
        await db.query('update module set status = $2 where id = $1', [module.id, status]);
        await record(db, writer, module, { status: module.status }, { status }, 'status');
        await touch(db, writer, module.id);
        return 'Status updated successfully.';
      });
    },
  });

  addRoute(app, {
    method: 'GET',
    path: '/module/{id}/history',
    summary: 'History of a module, newest first',
    tag,
    access: view,
    scope: 'global',
    query: historyParameters,
    answer: z.array(historySchema),
    beside: { count: z.int() },
    handle: async (call) => {
      const page = readPage(call);
      const { id } = mustFind(await allModules(kit.db), call.params['id']);
      const { rows, count } = await transact(kit.db, everything, (db) => historyOf(db, everything, 'module', id, page));
      return { message: 'OK', data: rows, count };
    },
  });
  addModuleMoves(app, kit, pages);
}
