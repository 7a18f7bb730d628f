import type { RowGuard } from '#kit/server/catalogue/guard.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { Refusal } from '#kit/server/refusals.ts';
import type { ReadyRow } from './plan.ts';

/** Marks what the catalogue's guard would refuse, so that the dry run says what the import will do. */
export async function refuseGuarded(
  db: Queryable,
  guard: RowGuard | undefined,
  writer: Writer,
  rows: readonly ReadyRow[],
): Promise<void> {
  if (!guard?.check) return;
  for (const row of rows) {
    if (row.action !== 'create' && row.action !== 'update') continue;
    try {
      await guard.check(db, writer, { action: row.action, before: row.before ?? null, values: row.values });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      row.action = 'error';
      row.messages = { ...row.messages, ...(error.details.fields ?? { '': error.message }) };
    }
  }
}
