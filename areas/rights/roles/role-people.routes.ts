import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { role } from '#areas/identity/identity.contract.ts';
import type { RolePeople } from '../permissions.contract.ts';
import { peopleByRole } from './role-people.store.ts';

/** GET /role/people: how many people have each role. */
export function addRolePeopleRoute(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/role/people',
    summary: 'Number of users of each role; roles without users are left out',
    tag: role.many,
    access: { module: 'role', action: 'view' },
    scope: 'organisation',
    answer: z.array(z.strictObject({ roleId: z.string(), people: z.int() })),
    handle: async ({ session }) => {
      const scope = scopeOf(session);
      const people = await transact(kit.db, scope, (db) => peopleByRole(db, scope));
      const data: RolePeople[] = [...people].map(([roleId, count]) => ({ roleId, people: count }));
      return { message: 'OK', data };
    },
  });
}
