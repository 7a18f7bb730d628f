import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { orderBy, whereOf } from '#kit/server/catalogue/read/list-sql.ts';
import { allowMs, type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import type { ExportOrder } from './order.ts';
import type { ExportKit } from './store.ts';

/** Sorting a million rows takes seconds. */
const timeoutMs = 20_000;

/**
 * Notes which rows an export means, in their order and cut into parts: a fixed set, whatever is written afterwards.
 * Nothing of it passes through this process.
 * @param most rows that are taken at most.
 * @returns their number.
 */
export async function takeRows(
  db: Queryable,
  { registry, sealed, stepRows }: ExportKit,
  definition: AnyCatalogue,
  scope: Scope,
  order: ExportOrder,
  file: { id: string; orgId: string | null },
  most: number,
): Promise<number> {
  const where = whereOf({ registry, sealed }, definition, order.query, scope, 'export');
  const params: Param[] = [...where.params];
  const bind = (param: Param) => `$${params.push(param)}`;
  const from = order.ids
    ? `unnest(${bind(order.ids)}::uuid[]) with ordinality chosen (id, place) join ${where.from} t on t.id = chosen.id`
    : `${where.from} t`;
  const by = order.ids ? 'chosen.place' : orderBy(registry, definition, order.query.sort);
  await allowMs(db, timeoutMs);
  const parts = await db.query<{ rows: number }>(
    {
      text: `insert into export_part (export_id, org_id, part, ids)
        select ${bind(file.id)}::uuid, ${bind(file.orgId)}::uuid, (n - 1) / ${stepRows}, array_agg(id order by n)
        from (select t.id, row_number() over (order by ${by}) as n from ${from} where ${where.sql} order by n limit ${most}) taken
        group by 3 returning cardinality(ids) as rows`,
      timeoutMs,
    },
    params,
  );
  // Of no rows there is a file as well: its first line.
  if (parts.length === 0)
    await db.query(`insert into export_part (export_id, org_id, part, ids) values ($1, $2, 0, '{}')`, [
      file.id,
      file.orgId,
    ]);
  return parts.reduce((sum, part) => sum + part.rows, 0);
}
