import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { inSentence } from '#kit/contract/catalogue.ts';
import { exportLimits } from '#kit/contract/export.ts';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, type Queryable, transact } from '#kit/server/db/database.ts';
import { owned } from '#kit/server/db/tenant-filter.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { claim, keep, type Kept, onceOf, sendKept } from '#kit/server/idempotency.ts';
import { refuse } from '#kit/server/refusals.ts';
import { recordExport } from './act.ts';
import { exportSchema } from './answer-schema.ts';
import { exportBody, orderOf } from './order.ts';
import { type ExportKit, ownExport } from './store.ts';
import { takeRows } from './take-rows.ts';

/** POST /…/export/job: the rows are taken at once, the file is made after the answer. */
export function addExportJobRoute(
  app: FastifyInstance,
  kit: CatalogueKit,
  { definition }: CatalogueParts,
  exports: ExportKit,
): void {
  addRoute(app, {
    method: 'POST',
    path: `/${definition.path}/export/job`,
    summary: `Export ${inSentence(definition.many)} after the answer: the rows are taken now, the file is fetched later`,
    tag: definition.many,
    access: { module: definition.path, action: 'export' },
    scope: definition.scope,
    body: exportBody,
    bodyLimit: 512 * 1024,
    once: true,
    status: 201,
    answer: exportSchema,
    long: true,
    handle: async (call) => {
      const order = orderOf(call, kit, definition);
      const { session } = call;
      const scope = scopeOf(session);
      const most = order.format === 'csv' ? exportLimits.csvRows : exportLimits.xlsxRows;
      const answer = await answerOnce(kit, call, async (db) => {
        await refuseTooMany(db, session.user.id, kit.clock.now());
        const file = { id: uuidv7(), orgId: session.orgId };
        const now = kit.clock.now();
        await db.query(
          `insert into export_file (id, org_id, owner_id, module, format, name, columns, trash, client, state, at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'waiting', $10)`,
          [
            file.id,
            file.orgId,
            session.user.id,
            definition.path,
            order.format,
            order.name,
            order.columns.map((column) => column.name),
            order.query.trash,
            scope.client === true,
            now.toISOString(),
          ],
        );
        const total = await takeRows(db, exports, definition, scope, order, file, most + 1);
        if (total > most)
          throw refuse.badInput({
            format:
              order.format === 'csv'
                ? `An export holds at most ${most} rows, and more match. Narrow the filter`
                : `XLSX takes at most ${most} rows, and more match. Choose CSV`,
          });
        await db.query('update export_file set total = $2 where id = $1', [file.id, total]);
        await recordExport(db, call, definition, order, total, now);
        await exports.jobs.add(db, {
          name: 'export',
          payload: { exportId: file.id },
          tenant: session.orgId ?? session.user.id,
        });
        return { message: 'Export started.', data: await ownExport(db, session.user.id, file.id, now) };
      });
      exports.jobs.wake();
      return answer;
    },
  });
}

/** Exports cost time and room: each person has a few that are being made, and some that lie ready. */
async function refuseTooMany(db: Queryable, ownerId: string, now: Date): Promise<void> {
  // Two requests that come together count one after the other.
  await db.query(`select pg_advisory_xact_lock(hashtext('export'), hashtext($1))`, [ownerId]);
  const params: Param[] = [now.toISOString()];
  const theirs = owned('own-exports-held', ownerId, 'owner_id', params);
  const [own] = await db.query<{ unfinished: number; kept: number }>(
    `select count(*) filter (where state in ('waiting', 'running')) as unfinished,
       count(*) filter (where state = 'done' and expires_at > $1) as kept from export_file where true${theirs}`,
    params,
  );
  if ((own?.unfinished ?? 0) >= exportLimits.unfinished)
    throw refuse.conflict(
      `${exportLimits.unfinished} of your exports are still being made. Wait for one, or cancel one under “My exports”`,
    );
  if ((own?.kept ?? 0) >= exportLimits.kept)
    throw refuse.conflict(`You keep ${exportLimits.kept} exports already. Delete some under “My exports”`);
}

/** Does a write in one transaction and, when the request carries an Idempotency-Key, only for its first coming. */
async function answerOnce(kit: CatalogueKit, call: Call, work: (db: Queryable) => Promise<object>): Promise<string> {
  const { session, request, reply } = call;
  const once = onceOf(request, { id: session.user.id, orgId: session.orgId }, call.body);
  return transact(kit.db, scopeOf(session), async (db) => {
    const known = once && (await claim(db, once, kit.clock.now()));
    if (known) return { kept: known, replayed: true };
    const kept: Kept = { status: 201, etag: null, body: JSON.stringify(await work(db)) };
    if (once) await keep(db, once, kept);
    return { kept, replayed: false };
  }).then(({ kept, replayed }) => sendKept(reply, kept, replayed));
}
