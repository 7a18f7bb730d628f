import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { type AnyRow, inSentence, orgOfRow } from '#kit/contract/catalogue.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { Param } from '#kit/server/db/database.ts';
import { recordChange } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { tenantFilterOf } from '../read/list-sql.ts';
import { type CatalogueParts, onBehalfIn } from '../parts.ts';
import { type CatalogueKit, mustRead } from '../store.ts';
import { writeAnswer } from './write-answer.ts';

/** Records that one call may put in order. */
const mostOrdered = 500;
/** Room between two positions, so that a new record finds a place between. */
const step = 10;
/** Greatest position that forms take. */
const most = 100_000;
const orderBody = z.strictObject({
  ids: z
    .array(z.string().check(z.toLowerCase(), z.refine(isId, { error: 'Must be the id of a record' })), {
      error: 'Must be a list of ids',
    })
    .check(z.minLength(1, { error: 'Enter the ids in order' }), z.maxLength(mostOrdered, { error: 'Too many' })),
});

/** POST /…/order for catalogues with a `position`: the given records stand in the given order afterwards. */
export function addOrderRoute(app: FastifyInstance, kit: CatalogueKit, { definition, reads }: CatalogueParts): void {
  const { path, many, scope, table } = definition;
  addRoute(app, {
    method: 'POST',
    path: `/${path}/order`,
    summary: `Put ${inSentence(many)} into an order`,
    tag: many,
    access: { module: path, action: 'edit' },
    scope,
    whileImpersonating: onBehalfIn(definition),
    body: orderBody,
    once: true,
    answer: z.array(z.strictObject({ id: z.string(), position: z.int(), version: z.int() })),
    handle: async (call) => {
      const { ids } = call.body as z.infer<typeof orderBody>;
      if (new Set(ids).size !== ids.length) throw refuse.badInput({ ids: 'Name each record once' });
      const content = { values: { ids }, files: {} };
      return writeAnswer(kit, definition, call, content, async (db, writer) => {
        const params: Param[] = [ids];
        const tenantSql = tenantFilterOf(definition, 'order-lock', scopeOf(call.session), params);
        await db.query(
          `select 1 from ${table} t where t.id = any($1::uuid[])${tenantSql} order by t.id for update`,
          params,
        );
        const rows: AnyRow[] = [];
        for (const id of ids) rows.push((await mustRead(reads, scopeOf(call.session), id, db)).row);
        const placed = places(rows.map((row) => row['position'] as number));
        const changed: { id: string; position: number; version: number }[] = [];
        for (const [index, row] of rows.entries()) {
          const position = placed[index] as number;
          if (position !== row['position']) {
            await db.query(
              `update ${table} set position = $2, version = version + 1, updated_at = $3, updated_by = $4 where id = $1`,
              [row.id, position, writer.now.toISOString(), writer.actorId],
            );
            writer.touched.push([table, orgOfRow(definition, row)]);
            await recordChange(db, writer, {
              action: 'update',
              module: path,
              recordId: row.id,
              recordTitle: row.title,
              orgId: orgOfRow(definition, row),
              before: { position: row['position'] },
              after: { position },
              fields: ['position'],
            });
          }
          changed.push({ id: row.id, position, version: row.version + (position === row['position'] ? 0 : 1) });
        }
        return { status: 200, message: 'Order updated successfully.', data: JSON.stringify(changed) };
      });
    },
  });
}

/** Positions for records in their new order: those they had, sorted; where two are the same, spread anew from the first on. */
export function places(had: readonly number[]): number[] {
  const sorted = [...had].sort((a, b) => a - b);
  const distinct = sorted.every((one, at) => at === 0 || one > (sorted[at - 1] as number));
  if (distinct) return sorted;
  const first = Math.max(0, Math.min(sorted[0] ?? 0, most - (sorted.length - 1) * step));
  return sorted.map((_, at) => first + at * step);
}
