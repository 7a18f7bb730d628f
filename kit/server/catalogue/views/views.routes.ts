import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { type AnyCatalogue, inSentence } from '#kit/contract/catalogue.ts';
import { aadhaarMessage, holdsAadhaar } from '#kit/contract/formats/find-aadhaar.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { oneLine, printable } from '#kit/contract/input.ts';
import { listSizes } from '#kit/contract/list-query.ts';
import { can } from '#kit/contract/rights.ts';
import { sealedNames } from '#kit/contract/sealed.ts';
import type { SavedView } from '#kit/contract/views.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import { tenantFilterApart, owned } from '#kit/server/db/tenant-filter.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { checkColumns, dropColumns } from './columns.routes.ts';
import { type CatalogueParts, ifMatchOf, readListQuery } from '../parts.ts';
import type { CatalogueKit } from '../store.ts';
import { checkVersion } from '../write/write-checks.ts';
import { columnSettingsSchema } from './column-settings.schemas.ts';

const viewBody = z.strictObject({
  name: z
    .string({ error: 'Name is required' })
    .check(
      z.trim(),
      printable,
      oneLine,
      z.minLength(1, { error: 'Name is required' }),
      z.maxLength(60, { error: 'At most 60 characters' }),
    ),
  search: z.string({ error: 'Must be the search part of an address' }).check(z.maxLength(4_000, { error: 'Too long' })),
  shared: z.boolean({ error: 'Must be true or false' }),
  columns: z.optional(z.nullable(columnSettingsSchema)),
});
const viewSchema = z.strictObject({
  id: z.string(),
  module: z.string(),
  name: z.string(),
  search: z.string(),
  shared: z.boolean(),
  columns: z.nullable(columnSettingsSchema),
  version: z.int(),
  updatedAt: z.string(),
  ownerId: z.string(),
  ownerName: z.string(),
});
const viewColumns = `v.id, v.module, v.name, v.search, v.shared, v.columns, v.version, v.updated_at as "updatedAt", v.owner_id as "ownerId",
  (select a.name from kit_person a where a.id = v.owner_id) as "ownerName"`;

/** Saved views of a catalogue's list, one’s own and those colleagues share. */
export function addViewRoutes(app: FastifyInstance, kit: CatalogueKit, { definition }: CatalogueParts): void {
  const { path, many } = definition;
  const common = {
    tag: many,
    scope: 'organisation',
    access: { module: path, action: 'view' },
  } as const;

  addRoute(app, {
    ...common,
    method: 'GET',
    path: `/${path}/views`,
    summary: `Saved views of ${inSentence(many)}: one’s own, and those that are shared`,
    answer: z.array(viewSchema),
    handle: async ({ session }) => {
      const scope = scopeOf(session);
      const params: Param[] = [path, session.user.id];
      const tenantSql = tenantFilterApart('views', scope, 'v.org_id', params);
      const data = await transact(kit.db, scope, (db) =>
        db.query<SavedView>(
          `select ${viewColumns} from saved_view v where v.module = $1${tenantSql}
             and (v.owner_id = $2 or v.shared) order by lower(v.name), v.id`,
          params,
        ),
      );
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    path: `/${path}/views`,
    summary: `Keep a view of ${inSentence(many)} under a name`,
    body: viewBody,
    status: 201,
    answer: viewSchema,
    handle: async (call) => {
      const { name, search, shared, columns } = readView(call, definition);
      const { session } = call;
      const now = kit.clock.now().toISOString();
      const id = uuidv7();
      const data = await transact(kit.db, scopeOf(session), async (db) => {
        await db
          .query(
            `insert into saved_view (id, org_id, owner_id, module, name, search, shared, columns, created_at, updated_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
            [id, session.orgId, session.user.id, path, name, search, shared, jsonOf(columns), now],
          )
          .catch(taken);
        return (await db.query<SavedView>(`select ${viewColumns} from saved_view v where v.id = $1`, [id]))[0];
      });
      return { message: 'View saved.', data };
    },
  });
  addRoute(app, {
    ...common,
    method: 'PUT',
    path: `/${path}/views/{id}`,
    summary: 'Change a saved view of one’s own',
    body: viewBody,
    answer: viewSchema,
    handle: async (call) => {
      const { name, search, shared, columns } = readView(call, definition);
      const params: Param[] = [idOf(call), path, jsonOf(columns)];
      const own = owned('view-change', call.session.user.id, 'v.owner_id', params);
      const data = await transact(kit.db, scopeOf(call.session), async (db) => {
        const [found] = await db.query<SavedView & { isSame: boolean }>(
          `select ${viewColumns}, v.columns is not distinct from $3::jsonb as "isSame"
           from saved_view v where v.id = $1 and v.module = $2${own} for update of v`,
          params,
        );
        if (!found) throw refuse.notFound('View not found');
        const { isSame, ...view } = found;
        checkVersion(ifMatchOf(call), view);
        await db
          .query(
            `update saved_view set name = $2, search = $3, shared = $4, columns = $5, version = version + 1, updated_at = $6
             where id = $1`,
            [idOf(call), name, search, shared, jsonOf(columns), kit.clock.now().toISOString()],
          )
          .catch(taken);
        // What its owner had changed for themselves is now the view's own; another name alone changes nothing of it.
        if (!isSame) await dropColumns(db, call.session.user.id, path, idOf(call));
        return (await db.query<SavedView>(`select ${viewColumns} from saved_view v where v.id = $1`, [idOf(call)]))[0];
      });
      return { message: 'View saved.', data };
    },
  });
  addRoute(app, {
    ...common,
    method: 'DELETE',
    path: `/${path}/views/{id}`,
    summary: 'Remove a saved view of one’s own',
    answer: z.strictObject({ id: z.string() }),
    handle: async (call) => {
      const params: Param[] = [idOf(call), path];
      const own = owned('view-removal', call.session.user.id, 'owner_id', params);
      const gone = await transact(kit.db, scopeOf(call.session), (db) =>
        db.query<{ id: string }>(`delete from saved_view where id = $1 and module = $2${own} returning id`, params),
      );
      if (!gone[0]) throw refuse.notFound('View not found');
      return { message: 'View removed.', data: gone[0] };
    },
  });
}

const idOf = (call: Call): string => {
  const id = call.params['id']?.toLowerCase();
  if (!isId(id)) throw refuse.notFound('View not found');
  return id;
};

/** Checks that the view is one of this list, and that who shares it may shape what colleagues see. */
function readView(call: Call, definition: AnyCatalogue): z.infer<typeof viewBody> {
  const body = call.body as z.infer<typeof viewBody>;
  const search = new URLSearchParams(body.search);
  for (const name of ['page', 'view']) search.delete(name);
  const { size, ...query } = Object.fromEntries(search);
  if (size !== undefined && !listSizes.includes(Number(size)))
    throw refuse.badInput({ search: `A page has ${listSizes.join(', ')} rows` });
  readListQuery(definition, query, call.session);
  if (Object.values(query).some(holdsAadhaar)) throw refuse.badInput({ search: aadhaarMessage });
  if (sealedNames(definition).some((name) => name in query))
    throw refuse.badInput({ search: 'A view holds no number that is kept encrypted' });
  checkColumns(definition, body.columns ?? []);
  if (body.shared && !can(call.session.grants, definition.path, 'edit'))
    throw refuse.badInput({ shared: 'You may keep views for yourself only' });
  return { ...body, search: search.toString() };
}

const jsonOf = (columns: z.infer<typeof viewBody>['columns']): string | null =>
  columns && columns.length > 0 ? JSON.stringify(columns) : null;

const taken = (error: unknown): never => {
  if (error instanceof Error && 'code' in error && error.code === '23505')
    throw refuse.conflict('You have a view of this name', { name: 'You have a view of this name' });
  throw error;
};
