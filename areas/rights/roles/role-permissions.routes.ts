import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { catalogueParts, idOf } from '#kit/server/catalogue/parts.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { role } from '#areas/identity/identity.contract.ts';
import { permissionSchema, permissionsOf } from './permissions.store.ts';

/** What a role may do in each module, and what can be granted to one that is to be made. */
export function addRolePermissions(app: FastifyInstance, kit: CatalogueKit): void {
  const { reads } = catalogueParts(kit, role);
  addRoute(app, {
    method: 'GET',
    path: '/role/{id}/permissions',
    summary: 'What a role may do in each module, in the order of the menu',
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
    path: '/role/permissions',
    summary: 'What can be granted in each module, for a role that is to be made',
    tag: role.many,
    access: { module: 'role', action: 'view' },
    scope: 'global',
    answer: z.array(permissionSchema),
    handle: async ({ session }) => ({ message: 'OK', data: await permissionsOf(kit.db, null, session.user.roleId) }),
  });
}
