import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { helpTeam, type StaffPerson } from './help-team.contract.ts';
import { staffOffered } from './members.store.ts';

const people: z.ZodMiniType<StaffPerson[]> = z.array(
  z.strictObject({ id: z.string(), name: z.string(), role: z.nullable(z.string()) }),
);

/** Who may be a member, for those who keep teams and see nothing else of staff users. */
export function addTeamPeople(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/help-team/people',
    summary: 'Active staff users by name, to choose members from',
    tag: helpTeam.many,
    scope: 'global',
    access: {
      any: [
        { module: helpTeam.path, action: 'create' },
        { module: helpTeam.path, action: 'edit' },
      ],
    },
    answer: people,
    handle: ({ session }) =>
      transact(kit.db, scopeOf(session), async (db) => ({ message: 'OK', data: await staffOffered(db) })),
  });
}
