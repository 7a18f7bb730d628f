import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { can } from '#kit/contract/rights.ts';
import { tenantFilterOf } from '#kit/server/catalogue/read/list-sql.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import type { ListCount } from './records.contract.ts';

const answer: z.ZodMiniType<ListCount[]> = z.array(
  z.strictObject({ module: z.string(), count: z.int(), inactive: z.int() }),
);

/** GET /list-counts: how many records there are in the lists of the caller. */
export function addListCountsRoute(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/list-counts',
    summary: 'Number of records in each list: reference data for staff, own records for clients',
    tag: 'Records',
    access: 'session',
    scope: 'organisation',
    answer,
    handle: async ({ session }) => ({ message: 'OK', data: await listCounts(kit, session) }),
  });
}

/** Counts of the catalogues that the caller may view: for staff of what is everybody's, for clients of what is theirs. */
export const listCounts = (kit: CatalogueKit, session: Session): Promise<ListCount[]> => {
  const scope = scopeOf(session);
  const visible = kit.registry.all.filter(
    ({ path, scope: whose, orgColumn }) =>
      can(session.grants, path, 'view') &&
      (scope.client ? whose === 'organisation' && orgColumn !== 'id' : whose === 'global'),
  );
  return Promise.all(visible.map((definition) => countOf(kit, scope, definition)));
};

async function countOf(kit: CatalogueKit, scope: Scope, definition: AnyCatalogue): Promise<ListCount> {
  const params: Param[] = [];
  const own = tenantFilterOf(definition, 'list-counts', scope, params);
  const read = (db: Queryable) =>
    db.query<{ total: number; active: number }>(
      `select count(*) as total, count(*) filter (where t.status = 1) as active from ${definition.table} t where t.deleted_at is null${own}`,
      params,
    );
  // Behind row security nothing is seen outside of a transaction that says for whom.
  const [counts] = await (definition.rowSecurity ? transact(kit.db, scope, read) : read(kit.db));
  const total = counts?.total ?? 0;
  return { module: definition.path, count: total, inactive: total - (counts?.active ?? 0) };
}
