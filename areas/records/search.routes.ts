import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { can } from '#kit/contract/rights.ts';
import { clientTerms, tenantFilterOf } from '#kit/server/catalogue/read/list-sql.ts';
import { titleSql } from '#kit/server/catalogue/read/row-sql.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { FoundRow } from './records.contract.ts';

const perKind = 5;
const atMost = 30;
const found: z.ZodMiniType<FoundRow> = z.strictObject({
  id: z.string(),
  module: z.string(),
  moduleName: z.string(),
  title: z.string(),
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
    query: { q: { about: 'Words, at least two letters', schema: { type: 'string', minLength: 2, maxLength: 100 } } },
    answer: z.array(found),
    handle: async ({ session, query }) => {
      const q = typeof query['q'] === 'string' ? query['q'].trim() : '';
      if (q.length < 2 || q.length > 100 || q.includes('\0')) throw refuse.badInput({ q: 'Use 2 to 100 characters' });
      const visible = kit.registry.all.filter(({ path }) => can(session.grants, path, 'view'));
      if (visible.length === 0) return { message: 'OK', data: [] };
      const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');
      const bare = q.replaceAll(/[\s.-]/g, '');
      const words = q.split(/\s+/).slice(0, 6);
      // An office's title begins with its code as a word of its own.
      const office = `${escaped(officeOf(q) ?? bare)} %`;
      const params: Param[] = [`%${escaped(bare)}%`, `${escaped(bare)}%`, office, escaped(bare)];
      const allWords = words.map((word) => `n.title ilike $${params.push(`%${escaped(word)}%`)}`).join(' and ');
      const squeezed = `translate(n.title, ' -', '')`;
      const scope = scopeOf(session);
      const shown = (definition: AnyCatalogue) => [
        `t.deleted_at is null${tenantFilterOf(definition, 'search', scope, params)}`,
        ...(scope.client ? clientTerms(definition) : []),
      ];
      const all = visible.map(
        (definition) =>
          `(select n.id, '${definition.path}' as module, n.title, case when ${squeezed} ilike $4 then 0 when ${squeezed} ilike $2 then 1 else 2 end as rank
            from (select t.id, ${titleSql(kit.registry, definition, 't')} as title from ${definition.table} t where ${shown(definition).join(' and ')}) n
            where ${squeezed} ilike $1 or n.title ilike $3 or (${allWords}) order by rank, length(n.title), n.title limit ${perKind})`,
      );
      const rows = await transact(kit.db, scope, (db) =>
        db.query<Omit<FoundRow, 'moduleName'>>(
          `select id, module, title from (${all.join(' union all ')}) f order by rank, length(title), title limit ${atMost}`,
          params,
        ),
      );
      return { message: 'OK', data: rows.map((row) => ({ ...row, moduleName: kit.registry.get(row.module).one })) };
    },
  });
}

/** The office that a whole registration number names: 'MH 12 AB 1234' gives 'MH12'. */
const officeOf = (text: string): string | undefined =>
  /^([A-Z]{2}\d{1,2})[A-Z]{1,3}\d{1,4}$/.exec(text.toUpperCase().replaceAll(/[\s.-]/g, ''))?.[1];
