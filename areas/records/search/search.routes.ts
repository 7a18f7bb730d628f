import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { seenBy } from '#kit/contract/reader/seen-by.ts';
import { can } from '#kit/contract/rights.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { matchesOf } from './found-match.ts';
import type { FoundRow } from '../records.contract.ts';
import { alikeTo } from './alike.ts';
import { grouped } from './found-groups.ts';
import { fromMemory } from './small-titles.ts';
import { namesIn } from './search-names.ts';
import { bareOf, type FoundTitle, ranks, searchStatement } from './search-sql.ts';

/** Where fewer records have the words, names that sound like them are looked for as well. */
const enough = 5;

const found: z.ZodMiniType<FoundRow> = z.strictObject({
  id: z.string(),
  module: z.string(),
  moduleName: z.string(),
  title: z.string(),
  match: z.nullable(z.strictObject({ label: z.string(), value: z.nullable(z.string()) })),
  alike: z.boolean(),
  more: z.boolean(),
});

/**
 * GET /search: records by the words of their title, over everything the caller may view. Spaces and hyphens do not
 * matter, so that codes and plates are found however they are written; a whole plate finds its office as well. Where few are found, names
 * that sound like it follow.
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
        const { found, others } = await fromMemory(kit, visible, scope.client === true, q, db);
        if (others.length > 0 && /[\p{L}\p{N}]/u.test(q)) {
          const named = await namesIn(kit, others, scope, q, bareOf(q), db);
          const { statement, params } = searchStatement(kit, others, scope, q, named);
          found.push(...(await db.query<FoundTitle>(statement, params)));
        }
        const alike = found.length < enough ? await alikeTo(kit, visible, scope, q, db) : [];
        const ids = new Set(found.map(({ id }) => id));
        const rows = grouped([...found, ...alike.filter(({ id }) => !ids.has(id))]);
        const matches = await matchesOf(kit, scope, q, rows, db);
        return rows.map(({ rank, ...row }) => ({
          ...row,
          match: matches.get(row.id) ?? null,
          alike: rank === ranks.alike,
        }));
      });
      const nameOf = (module: string) => seenBy(kit.registry.get(module), scope.client ? 'client' : 'staff').one;
      return { message: 'OK', data: rows.map((row) => ({ ...row, moduleName: nameOf(row.module) })) };
    },
  });
}
