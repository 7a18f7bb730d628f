import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { fenceOrUnowned } from '#kit/server/db/fence.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { role } from './access.contract.ts';
import type { RolePeople } from './rights.contract.ts';

/** How many people have each role, of those that the scope sees. Staff see all staff. */
export async function peopleByRole(db: Queryable, scope: Scope): Promise<Map<string, number>> {
  const params: Param[] = [];
  const fenced = fenceOrUnowned('role-people', scope, 'a.org_id', params);
  const rows = await db.query<RolePeople>(
    `select a.role_id as "roleId", count(*) as people from account a
     where a.deleted_at is null${fenced} group by a.role_id order by a.role_id`,
    params,
  );
  return new Map(rows.map(({ roleId, people }) => [roleId, people]));
}

/** GET /role/people: how many people have each role. */
export function addRolePeopleRoute(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/role/people',
    summary: 'How many people have each role; a role that nobody has is left out',
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
