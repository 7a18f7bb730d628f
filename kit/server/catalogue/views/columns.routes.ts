import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { type AnyCatalogue, inSentence, shownFields } from '#kit/contract/catalogue.ts';
import type { ColumnSetting, ColumnSettings } from '#kit/contract/views.ts';
import { type Param, type Queryable, transact } from '#kit/server/db/database.ts';
import { tenantFilterApart, owned } from '#kit/server/db/tenant-filter.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { CatalogueParts } from '../parts.ts';
import type { CatalogueKit } from '../store.ts';
import { columnSettingsSchema } from './column-settings.schemas.ts';

const columnsBody = z.strictObject({
  columns: columnSettingsSchema,
  view: z.optional(z.uuid({ error: 'Must be the id of a view' })),
});

/** The columns a person wants to see in a list and in its views: which, in what order, how wide, and which stay in sight. */
export function addColumnRoutes(app: FastifyInstance, kit: CatalogueKit, { definition }: CatalogueParts): void {
  const { path, many } = definition;
  const common = { tag: many, scope: 'organisation', access: { module: path, action: 'view' } } as const;

  addRoute(app, {
    ...common,
    method: 'GET',
    path: `/${path}/columns`,
    summary: `The columns of ${inSentence(many)} as the caller wants them: in the list, and in views where they differ from the view’s own. An empty list stands for the usual ones`,
    answer: z.strictObject({ list: columnSettingsSchema, views: z.record(z.string(), columnSettingsSchema) }),
    handle: async ({ session }) => {
      const params: Param[] = [path];
      const own = owned('columns', session.user.id, 'account_id', params);
      const rows = await transact(kit.db, scopeOf(session), (db) =>
        db.query<{ view: string | null; columns: ColumnSetting[] }>(
          `select view_id as view, columns from list_setting where module = $1${own}`,
          params,
        ),
      );
      const data: ColumnSettings = {
        list: rows.find((row) => row.view === null)?.columns ?? [],
        views: Object.fromEntries(rows.flatMap((row) => (row.view === null ? [] : [[row.view, row.columns]]))),
      };
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    ...common,
    method: 'PUT',
    path: `/${path}/columns`,
    summary: `Set the columns of ${inSentence(many)} for the caller, in the list or in one view; an empty list goes back to the usual ones or to the view’s`,
    body: columnsBody,
    answer: columnSettingsSchema,
    handle: async ({ session, body }) => {
      const { columns, view } = body as z.infer<typeof columnsBody>;
      checkColumns(definition, columns);
      await transact(kit.db, scopeOf(session), async (db) => {
        if (view !== undefined) {
          const params: Param[] = [view, path, session.user.id];
          const tenantSql = tenantFilterApart('view-of-columns', scopeOf(session), 'org_id', params);
          const [seen] = await db.query(
            `select id from saved_view where id = $1 and module = $2 and (owner_id = $3 or shared)${tenantSql}`,
            params,
          );
          if (!seen) throw refuse.notFound('View not found');
        }
        if (columns.length === 0) return dropColumns(db, session.user.id, path, view ?? null);
        await db.query(
          `insert into list_setting (account_id, module, view_id, columns, updated_at) values ($1, $2, $3, $4, $5)
           on conflict (account_id, module, view_id) do update set columns = excluded.columns, updated_at = excluded.updated_at`,
          [session.user.id, path, view ?? null, JSON.stringify(columns), kit.clock.now().toISOString()],
        );
      });
      return { message: 'Columns saved.', data: columns };
    },
  });
}

/** Refuses columns that the catalogue does not have, and one that is named twice. */
export function checkColumns(definition: AnyCatalogue, columns: readonly ColumnSetting[]): void {
  const unknown = columns.find(({ name }) => !Object.hasOwn(shownFields(definition), name));
  if (unknown) throw refuse.badInput({ columns: `Not a field: ${unknown.name}` });
  if (new Set(columns.map(({ name }) => name)).size !== columns.length)
    throw refuse.badInput({ columns: 'Name each column once' });
}

/** Forgets what a person changed about the columns of a list (view null) or of one of its views. */
export async function dropColumns(db: Queryable, accountId: string, path: string, view: string | null): Promise<void> {
  const params: Param[] = [path, view];
  const own = owned('columns-removal', accountId, 'account_id', params);
  await db.query(`delete from list_setting where module = $1 and view_id is not distinct from $2${own}`, params);
}
