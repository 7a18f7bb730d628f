import * as z from 'zod/mini';
import { actions } from '#kit/contract/rights.ts';
import { ifMatchOf } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { checkVersion } from '#kit/server/catalogue/write/write-checks.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import type { Call } from '#kit/server/http/call.ts';
import { refuse } from '#kit/server/refusals.ts';
import { inTreeOrder } from './module-tree.rules.ts';
import type { ModuleRow } from '../permissions.contract.ts';

/** Without these nobody would find the way to switch them on again, and everybody is led to the first. */
export const needed: readonly string[] = ['dashboard', 'module', 'role'];

export type StoredModule = Omit<ModuleRow, 'depth' | 'isNeeded'>;
const stored = `id, key, name, route, icon, parent_id as "parentId", sort_order as "order", is_menu as "isMenu",
  in_client_menu as "inClientMenu", 'view' = any(client_actions) as "forClients", actions, status, version`;
export const allModules = (db: Queryable) => db.query<StoredModule>(`select ${stored} from module`);

/** A text that is another one as soon as anything of any module is. */
export async function modulesState(db: Queryable): Promise<string | null> {
  const statement = {
    name: 'modules-state',
    text: `select md5(string_agg(m::text, ' ' order by m.id)) as state from module m`,
  };
  return (await db.query<{ state: string | null }>(statement))[0]?.state ?? null;
}

export const moduleRowSchema: z.ZodMiniType<ModuleRow> = z.strictObject({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  route: z.nullable(z.string()),
  icon: z.string(),
  parentId: z.nullable(z.string()),
  order: z.int(),
  depth: z.int(),
  isMenu: z.boolean(),
  forClients: z.boolean(),
  inClientMenu: z.boolean(),
  actions: z.array(z.enum(actions)),
  status: z.union([z.literal(0), z.literal(1)]),
  version: z.int(),
  isNeeded: z.boolean(),
});
export const rowsOf = (all: readonly StoredModule[]): ModuleRow[] =>
  inTreeOrder(all).map((one) => ({ ...one, isNeeded: needed.includes(one.key) }));

/** What writes of modules are called after, see writeAnswer. */
export const named = { one: 'Module', fields: {}, unique: [], base: 'module' };

/** Two moves that are each right by themselves could close a ring together: they take turns. */
export const lockTree = (db: Queryable) => db.query(`select pg_advisory_xact_lock(hashtextextended('module tree', 3))`);

export function mustFind(all: readonly StoredModule[], id: string | undefined): StoredModule {
  const found = all.find((one) => one.id === id?.toLowerCase());
  if (!found) throw refuse.notFound('Module not found');
  return found;
}

/**
 * Answers a change to the module of the path, with the whole tree at hand; one such change at a time.
 * @param shape what the answer holds: the row, or what became of its status.
 */
export const writeModule = (
  kit: CatalogueKit,
  call: Call,
  body: Record<string, unknown> | null,
  shape: 'row' | 'status',
  work: (db: Queryable, writer: Writer, all: StoredModule[], module: StoredModule) => Promise<string>,
): Promise<string> =>
  writeAnswer(kit, named, call, body && { values: body, files: {} }, async (db, writer) => {
    await lockTree(db);
    const all = await allModules(db);
    const module = mustFind(all, call.params['id']);
    checkVersion(ifMatchOf(call), module);
    const message = await work(db, writer, all, module);
    const row = rowsOf(await allModules(db)).find((one) => one.id === module.id) as ModuleRow;
    const { id, status, version } = row;
    return { status: 200, message, data: JSON.stringify(shape === 'row' ? row : { id, status, version }), version };
  });

/** Where siblings stand anew is no change of theirs. */
export async function storeOrder(
  db: Queryable,
  before: readonly StoredModule[],
  after: readonly StoredModule[],
): Promise<void> {
  for (const { id, order } of after)
    if (before.find((one) => one.id === id)?.order !== order)
      await db.query('update module set sort_order = $2 where id = $1', [id, order]);
}

export async function touch(db: Queryable, writer: Writer, id: string): Promise<void> {
  writer.touched.push(['module', null]);
  await db.query('update module set version = version + 1, updated_at = $2, updated_by = $3 where id = $1', [
    id,
    writer.now.toISOString(),
    writer.actorId,
  ]);
}

export const record = (
  db: Queryable,
  writer: Writer,
  module: Pick<StoredModule, 'id' | 'name'>,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  action: 'update' | 'status' = 'update',
): Promise<void> =>
  recordChange(db, writer, {
    action,
    module: 'module',
    recordId: module.id,
    recordTitle: module.name,
    orgId: null,
    before,
    after,
  });
