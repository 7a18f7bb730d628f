import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { seenBy } from '#kit/contract/reader/seen-by.ts';
import { can } from '#kit/contract/rights.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { knownNames } from '#kit/server/catalogue/read/search-sql.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { matchesOf } from './found-match.ts';
import type { FoundRow } from './records.contract.ts';
import { namesOfSmall, searchStatement } from './search-sql.ts';

const found: z.ZodMiniType<FoundRow> = z.strictObject({
  id: z.string(),
  module: z.string(),
  moduleName: z.string(),
  title: z.string(),
  match: z.nullable(z.strictObject({ label: z.string(), value: z.nullable(z.string()) })),
});

/**
 * GET /search: records by the words of their title, over everything the caller may view. Spaces and hyphens do not
 * matter, so that codes and plates are found however they are written; a whole plate finds its office as well.
 */
export function addSearchRoute(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/search',
    summary: 'Records by words of their title, over all catalogues: the best few of each',
    tag: 'Records',
    access: 'session',
    scope: 'organisation',
    searches: true,
    query: { q: { about: 'Words, at least two letters', schema: { type: 'string', minLength: 2, maxLength: 100 } } },
    answer: z.array(found),
    handle: async ({ session, query }) => {
      const q = typeof query['q'] === 'string' ? query['q'].trim() : '';
      if (q.length < 2 || q.length > 100 || q.includes('\0')) throw refuse.badInput({ q: 'Use 2 to 100 characters' });
      const visible = kit.registry.all.filter(({ path }) => can(session.grants, path, 'view'));
      if (visible.length === 0) return { message: 'OK', data: [] };
      const scope = scopeOf(session);
      const rows = await transact(kit.db, scope, async (db) => {
        const ask = (text: string, values: Param[]) => db.text({ text, replan: true }, values);
        const known = await knownNames(kit, namesOfSmall(kit, visible), q, scope, ask);
        const { statement, params } = searchStatement(kit, visible, scope, q, known);
        const rows = await db.query<Pick<FoundRow, 'id' | 'module' | 'title'>>(statement, params);
        const matches = await matchesOf(kit, scope, q, rows, db);
        return rows.map((row) => ({ ...row, match: matches.get(row.id) ?? null }));
      });
      const nameOf = (module: string) => seenBy(kit.registry.get(module), scope.client ? 'client' : 'staff').one;
      return { message: 'OK', data: rows.map((row) => ({ ...row, moduleName: nameOf(row.module) })) };
    },
  });
}
