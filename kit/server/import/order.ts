import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import { type Call, need } from '#kit/server/http/call.ts';
import { refuse } from '#kit/server/refusals.ts';
import { importable, keysOf } from './headings.ts';
import type { RowsBody } from './rows/read-rows.ts';

/**
 * Checks an order against the catalogue and the caller's rights.
 * @throws 400 for a key, a field or a line that cannot be; 403 where the caller may not change records, or their status.
 */
export function orderOf(call: Call, { definition }: CatalogueParts) {
  const { mode, key, rows, names, hasStatus, hasTwinLines } = call.body as RowsBody;
  if (mode !== 'create') need(call.session, definition.path, 'edit');
  const keys = keysOf(definition);
  if (!keys.some((one) => one.join() === key.join()))
    throw refuse.badInput({ key: `Must be one of ${keys.map((one) => one.join(' + ')).join('; ')}` });
  const known = new Set([...importable(definition).map(([name]) => name), 'id', 'status']);
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) throw refuse.badInput({ rows: `Not a field: ${unknown.slice(0, 5).join(', ')}` });
  if (hasStatus) need(call.session, definition.path, 'status');
  if (hasTwinLines) throw refuse.badInput({ rows: 'Two rows have the same line' });
  return { mode, key, rows };
}
