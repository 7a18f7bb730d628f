import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Page } from '#kit/contract/area.ts';
import { menuFactsOf } from '#kit/contract/menu.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { Grants } from '#kit/contract/rights.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { type Queryable, transact } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { menuChange } from './menu-preview.rules.ts';
import { menuModules } from './modules.ts';
import {
  allModules,
  lockTree,
  moduleRowSchema,
  mustFind,
  named,
  record,
  rowsOf,
  type StoredModule,
  storeOrder,
  touch,
  writeModule,
} from './modules.store.ts';
import { childrenOf, moved, numbered, whyNotBelow } from './module-tree.rules.ts';
import type { MenuChange } from '../permissions.contract.ts';
import { grantsSql } from '../roles/granted.store.ts';
import { peopleByRole } from '../roles/role-people.store.ts';

const anId = (error: string) => z.string({ error }).check(z.toLowerCase(), z.refine(isId, { error }));
const parentId = z.nullable(anId('Must be the id of a group, or null for the top'));
const moveBody = z.strictObject({
  parentId,
  /** The sibling that follows; left out, the module comes last. */
  beforeId: z.optional(z.nullable(anId('Must be the id of a module'))),
});
const orderBody = z.strictObject({
  parentId,
  ids: z
    .array(anId('Must be the id of a module'), { error: 'Enter the ids in order' })
    .check(z.minLength(1, { error: 'Enter the ids in order' }), z.maxLength(500, { error: 'Too many' })),
});
const tag = 'Modules';
const edit = { module: 'module', action: 'edit' } as const;

/** Where modules lie: under another group, in another order, and what that would do to whose menu. */
export function addModuleMoves(app: FastifyInstance, kit: CatalogueKit, pages: readonly Page[]): void {
  const facts = menuFactsOf(kit.registry.all, pages);
  addRoute(app, {
    method: 'PUT',
    path: '/module/update-parent/{id}',
    summary: 'Move a module and everything below it to another group or to the top',
    tag,
    access: edit,
    scope: 'global',
    body: moveBody,
    once: true,
    versioned: true,
    answer: moduleRowSchema,
    handle: async (call) => {
      const body = call.body as z.infer<typeof moveBody>;
      return writeModule(kit, call, body, 'row', async (db, writer, all, module) => {
        const next = afterMove(all, module.id, body.parentId, body.beforeId ?? null);
        await storePlaces(db, writer, all, next, module);
        return 'Module Shifted  successfully.';
      });
    },
  });

  addRoute(app, {
    method: 'GET',
    path: '/module/{id}/move-preview',
    summary: 'Menus that a move would change, and how',
    tag,
    access: { module: 'module', action: 'view' },
    scope: 'organisation',
    query: {
      parentId: { about: 'Id of the group; left out: the top', schema: { type: 'string', format: 'uuid' } },
      beforeId: { about: 'Id of the sibling that follows', schema: { type: 'string', format: 'uuid' } },
    },
    answer: z.array(
      z.strictObject({
        roleId: z.string(),
        roleName: z.string(),
        people: z.int(),
        moved: z.array(z.strictObject({ name: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
        appears: z.array(z.string()),
        vanishes: z.array(z.string()),
        isOrderOnly: z.boolean(),
      }),
    ),
    handle: async (call) => {
      const given = (name: string): string | null => {
        const value = call.query[name];
        if (value === undefined || value === '') return null;
        const id = typeof value === 'string' ? value.toLowerCase() : value;
        if (!isId(id)) throw refuse.badInput({ [name]: 'Must be the id of a module' });
        return id;
      };
      const [parent, before] = [given('parentId'), given('beforeId')];
      const scope = scopeOf(call.session);
      const data = await transact(kit.db, scope, async (db): Promise<MenuChange[]> => {
        const all = await allModules(db);
        const module = mustFind(all, call.params['id']);
        const next = afterMove(all, module.id, parent, before);
        const people = await peopleByRole(db, scope);
        const on = (modules: StoredModule[]) => modules.filter(({ status }) => status === 1);
        return (await activeRoles(db)).flatMap(({ id, name, audience, grants }) => {
          const menu = (modules: StoredModule[]) => menuModules(audience, on(modules), grants ?? {}, facts);
          const change = menuChange(menu(all), menu(next), facts.pages);
          return change ? [{ roleId: id, roleName: name, people: people.get(id) ?? 0, ...change }] : [];
        });
      });
      return { message: 'OK', data };
    },
  });

  addRoute(app, {
    method: 'POST',
    path: '/module/order',
    summary: 'Set the order of all modules directly below a group or at the top',
    tag,
    access: edit,
    scope: 'global',
    body: orderBody,
    once: true,
    answer: z.array(moduleRowSchema),
    handle: async (call) => {
      const { parentId, ids } = call.body as z.infer<typeof orderBody>;
      if (new Set(ids).size !== ids.length) throw refuse.badInput({ ids: 'Name each module once' });
      return writeAnswer(kit, named, call, { values: { parentId, ids }, files: {} }, async (db, writer) => {
        await lockTree(db);
        const all = await allModules(db);
        if (parentId !== null && !all.some((one) => one.id === parentId)) throw refuse.notFound('Module not found');
        const had = childrenOf(all, parentId).map((one) => one.id);
        if ([...had].sort().join() !== [...ids].sort().join())
          throw refuse.conflict('Modules were moved in the meantime, or some are missing. Check the order again');
        const next = numbered(all, ids);
        for (const [at, id] of ids.entries()) {
          const module = mustFind(all, id);
          if (had.indexOf(id) === at) continue;
          await record(db, writer, module, { position: had.indexOf(id) + 1 }, { position: at + 1 });
          await touch(db, writer, id);
        }
        await storeOrder(db, all, next);
        return {
          status: 200,
          message: 'Order updated successfully.',
          data: JSON.stringify(rowsOf(await allModules(db))),
        };
      });
    },
  });
}

/** @throws 400 where the module cannot lie there, or the sibling does not. */
function afterMove(all: StoredModule[], id: string, parentId: string | null, beforeId: string | null): StoredModule[] {
  const why = whyNotBelow(all, id, parentId);
  if (why) throw refuse.badInput({ parentId: why });
  if (beforeId !== null && (beforeId === id || !childrenOf(all, parentId).some((one) => one.id === beforeId)))
    throw refuse.badInput({ beforeId: 'This module is not in this group' });
  return moved(all, id, parentId, beforeId);
}

async function storePlaces(
  db: Queryable,
  writer: Writer,
  before: readonly StoredModule[],
  after: readonly StoredModule[],
  module: StoredModule,
): Promise<void> {
  const placeIn = (all: readonly StoredModule[]) => {
    const { parentId } = mustFind(all, module.id);
    return {
      parent: all.find((one) => one.id === parentId)?.name ?? null,
      position: childrenOf(all, parentId).findIndex((one) => one.id === module.id) + 1,
    };
  };
  const [from, to] = [placeIn(before), placeIn(after)];
  const parentIdAfter = mustFind(after, module.id).parentId;
  if (module.parentId === parentIdAfter && from.position === to.position) return;
  await db.query('update module set parent_id = $2 where id = $1', [module.id, parentIdAfter]);
  await storeOrder(db, before, after);
  await record(db, writer, module, from, to);
  await touch(db, writer, module.id);
}

const activeRoles = (db: Queryable) =>
  db.query<{ id: string; name: string; audience: 'staff' | 'client'; grants: Grants | null }>(
    `select r.id, r.name, r.audience, ${grantsSql('r')} as grants from role r where r.status = 1 and r.deleted_at is null order by r.level, lower(r.name)`,
  );
