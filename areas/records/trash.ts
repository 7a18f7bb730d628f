import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { can } from '#kit/contract/rights.ts';
import { fenceOf } from '#kit/server/catalogue/list-sql.ts';
import { titleSql } from '#kit/server/catalogue/row-sql.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { TrashRow } from './records.contract.ts';

const row: z.ZodMiniType<TrashRow> = z.strictObject({
  id: z.string(),
  module: z.string(),
  moduleName: z.string(),
  title: z.string(),
  deletedAt: z.string(),
  deletedBy: z.nullable(z.string()),
});

/** GET /trash: deleted records of everything that the caller may bring back, latest first. */
export function addTrashListRoute(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/trash',
    summary: 'Deleted records over all catalogues, latest first',
    tag: 'Trash',
    access: { module: 'trash', action: 'view' },
    scope: 'organisation',
    query: {
      skip: { about: 'Rows to leave out', schema: { type: 'integer', minimum: 0, maximum: 100_000, default: 0 } },
      take: { about: 'Rows to answer', schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 } },
      module: { about: 'Kind of record', schema: { type: 'string' } },
      q: { about: 'Words in the title', schema: { type: 'string', maxLength: 100 } },
    },
    answer: z.array(row),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      const parsed = querySchema.safeParse(query);
      if (!parsed.success) {
        const wrong = parsed.error.issues.map((issue) => [String(issue.path[0]), 'Out of range']);
        throw refuse.badInput(Object.fromEntries(wrong) as Record<string, string>);
      }
      const { skip = '0', take = '25', module, q = '' } = parsed.data;
      if (module !== undefined && !kit.registry.find(module)) throw refuse.badInput({ module: 'Not a kind of record' });
      const offered = kit.registry.all.filter(
        ({ path }) => can(session.grants, path, 'delete') && (module === undefined || module === path),
      );
      if (offered.length === 0) return { message: 'OK', data: [], count: 0 };
      const params: Param[] = [];
      const words = q.split(/\s+/).filter(Boolean).slice(0, 6);
      const match = words.map((word) => ` and title ilike $${params.push(`%${word.replace(/[\\%_]/g, '\\$&')}%`)}`);
      const all = offered
        .map(
          (definition) =>
            `select t.id, '${definition.path}' as module, ${titleSql(kit.registry, definition, 't')} as title, t.deleted_at, t.deleted_by
             from ${definition.table} t where t.deleted_at is not null${fenceOf(definition, 'trash', scopeOf(session), params)}`,
        )
        .join(' union all ');
      const found = `from (${all}) d where true${match.join('')}`;
      return transact(kit.db, scopeOf(session), async (db) => {
        const rows = await db.query<Omit<TrashRow, 'moduleName'>>(
          `select d.id, d.module, d.title, d.deleted_at as "deletedAt", (select a.name from account a where a.id = d.deleted_by) as "deletedBy"
           ${found} order by d.deleted_at desc, d.id desc limit ${Number(take)} offset ${Number(skip)}`,
          params,
        );
        const [total] = await db.query<{ count: number }>(`select count(*) ${found}`, params);
        const data = rows.map((one) => ({ ...one, moduleName: kit.registry.get(one.module).one }));
        return { message: 'OK', data, count: total?.count ?? 0 };
      });
    },
  });
}

const querySchema = z.object({
  skip: z.optional(z.string().check(z.regex(/^\d{1,5}$/))),
  take: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/))),
  module: z.optional(z.string()),
  q: z.optional(
    z.string().check(
      z.maxLength(100),
      z.refine((text) => !text.includes('\0')),
    ),
  ),
});
