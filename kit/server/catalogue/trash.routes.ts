import type { FastifyInstance } from 'fastify';
import { isId } from '#kit/contract/ids-and-days.ts';
import { need, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { idSchema } from './answer-schemas.ts';
import { type CatalogueParts, ifMatchOf } from './parts.ts';
import type { CatalogueKit } from './store.ts';
import { writeAnswer } from './write/write-answer.ts';

/** DELETE /trash/{id}: ids are unique over all tables, so one call purges a deleted row of any catalogue. */
export function addTrashRoute(app: FastifyInstance, kit: CatalogueKit, all: readonly CatalogueParts[]): void {
  addRoute(app, {
    method: 'DELETE',
    path: '/trash/{id}',
    summary: 'Delete a record in Trash permanently',
    tag: 'Trash',
    // The right depends on what the id turns out to be; it is checked below, and without it the row is not there.
    access: 'session',
    scope: 'organisation',
    versioned: true,
    once: true,
    answer: idSchema,
    handle: async (call) => {
      const id = call.params['id']?.toLowerCase();
      const scope = scopeOf(call.session);
      for (const { definition, reads, writes } of isId(id) ? all : []) {
        if (!call.session.grants[definition.path]?.includes('delete')) continue;
        if ((await reads.one(scope, id as string, undefined, true)) === undefined) continue;
        need(call.session, definition.path, 'delete');
        return writeAnswer(kit, definition, call, null, async (db, writer) => {
          const row = await writes.purge(db, scope, writer, id as string, ifMatchOf(call));
          return {
            status: 200,
            message: `${definition.one} permanently deleted.`,
            data: JSON.stringify({ id: row.id }),
          };
        });
      }
      throw refuse.notFound();
    },
  });
}
