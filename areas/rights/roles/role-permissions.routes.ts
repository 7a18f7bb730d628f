import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { HistoryRow } from '#kit/contract/answers.ts';
import { catalogueParts, idOf } from '#kit/server/catalogue/parts.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import { type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { historyOf } from '#kit/server/history-read.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { role } from '#areas/identity/identity.contract.ts';
import type { RolePermission } from '../permissions.contract.ts';
import { formerNames, permissionsBefore, permissionSchema, permissionsOf } from './permissions.store.ts';

/** What a role may do in each module, and what can be granted to one that is to be made. */
export function addRolePermissions(app: FastifyInstance, kit: CatalogueKit): void {
  const { reads } = catalogueParts(kit, role);
  addRoute(app, {
    method: 'GET',
    path: '/role/{id}/permissions',
    summary: 'Permissions of a role by module, in menu order',
    tag: role.many,
    access: { module: 'role', action: 'view' },
    scope: 'global',
    answer: z.array(permissionSchema),
    handle: async (call) => {
      const id = idOf(call, role);
      await mustRead(reads, scopeOf(call.session), id);
      return { message: 'OK', data: await permissionsOf(kit.db, id, call.session.user.roleId) };
    },
  });
  addRoute(app, {
    method: 'GET',
    path: '/role/{id}/permissions/{entryId}',
    summary: 'What a role held after a change in its history, to restore it: the matrix as it was then',
    tag: role.many,
    access: { module: 'role', action: 'view' },
    scope: 'global',
    answer: z.array(permissionSchema),
    handle: async (call) => {
      const id = idOf(call, role);
      const scope = scopeOf(call.session);
      await mustRead(reads, scope, id);
      return transact(kit.db, scope, async (db) => {
        const later = await changesSince(db, scope, id, call.params['entryId']?.toLowerCase());
        const matrix = await permissionsOf(db, id, call.session.user.roleId);
        const former = formerNames(matrix, later);
        const moduleOf = former.length > 0 ? await modulesOnceNamed(db, scope, matrix) : new Map<string, string>();
        return { message: 'OK', data: permissionsBefore(matrix, later, moduleOf) };
      });
    },
  });
  addRoute(app, {
    method: 'GET',
    path: '/role/permissions',
    summary: 'Permissions that can be granted by module, for a new role',
    tag: role.many,
    access: { module: 'role', action: 'view' },
    scope: 'global',
    answer: z.array(permissionSchema),
    handle: async ({ session }) => ({ message: 'OK', data: await permissionsOf(kit.db, null, session.user.roleId) }),
  });
}

/** Changes of a role after an entry of its history, newest first. @throws 404 when it is none of its entries */
async function changesSince(
  db: Queryable,
  scope: Scope,
  id: string,
  entryId: string | undefined,
): Promise<HistoryRow[]> {
  const take = 100;
  const later: HistoryRow[] = [];
  for (let skip = 0; ; skip += take) {
    const { rows } = await historyOf(db, scope, role.path, id, { skip, take });
    const at = rows.findIndex((row) => row.id === entryId);
    later.push(...(at < 0 ? rows : rows.slice(0, at)));
    if (at >= 0) return later;
    if (rows.length < take) throw refuse.notFound('History entry not found');
  }
}

/** Ids of modules by the names that they had before. */
async function modulesOnceNamed(
  db: Queryable,
  scope: Scope,
  matrix: readonly RolePermission[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const { moduleId } of matrix) {
    const { rows } = await historyOf(db, scope, 'module', moduleId, { skip: 0, take: 100, action: 'update' });
    for (const { before } of rows) {
      const { name } = (before ?? {}) as { name?: unknown };
      if (typeof name === 'string') names.set(name, moduleId);
    }
  }
  return names;
}
