import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { can } from '#kit/contract/rights.ts';
import { tenantFilterOf } from '#kit/server/catalogue/read/list-sql.ts';
import { titleSql } from '#kit/server/catalogue/read/row-sql.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { listPage, queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
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
      skip: listPage.skip,
      take: listPage.take,
      module: { about: 'Type of record', schema: { type: 'string' } },
      q: { about: 'Words in the title', schema: { type: 'string', maxLength: 100 } },
    },
    answer: z.array(row),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      const read = queryReader(query);
      const module = read.text('module');
      if (module !== undefined && !kit.registry.find(module)) read.wrong('module', 'Not a type of record');
      const match = read.words('title').map((term) => ` and ${term}`);
      const { skip, take } = read.page();
      const offered = kit.registry.all.filter(
        ({ path }) => can(session.grants, path, 'delete') && (module === undefined || module === path),
      );
      if (offered.length === 0) return { message: 'OK', data: [], count: 0 };
      const all = offered
        .map(
          (definition) =>
            `select t.id, '${definition.path}' as module, ${titleSql(kit.registry, definition, 't')} as title, t.deleted_at, t.deleted_by
             from ${definition.table} t where t.deleted_at is not null${tenantFilterOf(definition, 'trash', scopeOf(session), read.params)}`,
        )
        .join(' union all ');
      const found = `from (${all}) d where true${match.join('')}`;
      return transact(kit.db, scopeOf(session), async (db) => {
        const rows = await db.query<Omit<TrashRow, 'moduleName'>>(
          `select d.id, d.module, d.title, d.deleted_at as "deletedAt", (select a.name from identity_person a where a.id = d.deleted_by) as "deletedBy"
           ${found} order by d.deleted_at desc, d.id desc limit ${take} offset ${skip}`,
          read.params,
        );
        const [total] = await db.query<{ count: number }>(`select count(*) ${found}`, read.params);
        const data = rows.map((one) => ({ ...one, moduleName: kit.registry.get(one.module).one }));
        return { message: 'OK', data, count: total?.count ?? 0 };
      });
    },
  });
}
