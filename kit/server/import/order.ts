import type * as z from 'zod/mini';
import type { ImportRow } from '#kit/contract/import.ts';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import { type Call, need } from '#kit/server/http/call.ts';
import { refuse } from '#kit/server/refusals.ts';
import { importable, keysOf } from './headings.ts';
import type { checkBody } from './schemas.ts';

/**
 * Checks an order against the catalogue and the caller's rights.
 * @throws 400 for a key, a field or a line that cannot be; 403 where the caller may not change records, or their status.
 */
export function orderOf(call: Call, { definition }: CatalogueParts) {
  const { mode, key, rows } = call.body as z.infer<typeof checkBody>;
  if (mode !== 'create') need(call.session, definition.path, 'edit');
  const keys = keysOf(definition);
  if (!keys.some((one) => one.join() === key.join()))
    throw refuse.badInput({ key: `Must be one of ${keys.map((one) => one.join(' + ')).join('; ')}` });
  const names = new Set([...importable(definition).map(([name]) => name), 'id', 'status']);
  const unknown = new Set(rows.flatMap((row) => Object.keys(row.cells)).filter((name) => !names.has(name)));
  if (unknown.size > 0) throw refuse.badInput({ rows: `Not a field: ${[...unknown].slice(0, 5).join(', ')}` });
  if (rows.some((row) => (row.cells['status'] ?? '') !== '')) need(call.session, definition.path, 'status');
  const lines = new Set(rows.map((row) => row.line));
  if (lines.size !== rows.length) throw refuse.badInput({ rows: 'Two rows have the same line' });
  return { mode, key, rows: rows as ImportRow[] };
}
