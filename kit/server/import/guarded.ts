import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { Refusal } from '#kit/server/refusals.ts';
import { isSame, type ReadyRow } from './plan.ts';
import { createAtOnce, writeRow } from './run.ts';

/**
 * Marks what the catalogue's own rules would refuse, so that the dry run says what the import will do. Where a rule does more
 * than look, the rows are written for a trial and all of it is taken back: nothing else knows what would come of them.
 */
export async function refuseGuarded(
  db: Queryable,
  parts: CatalogueParts,
  guard: RowPolicy | undefined,
  scope: Scope,
  writer: Writer,
  rows: readonly ReadyRow[],
): Promise<void> {
  if (!guard) return;
  if (guard.prepare || guard.after) return tryOut(db, parts, scope, writer, rows);
  const written = rows.filter((row) => row.action === 'create' || row.action === 'update');
  const drafts = written.map((row) => ({
    before: row.before ?? null,
    values: { ...row.values },
    messages: {},
    warnings: [] as string[],
  }));
  await guard.complete?.(db, writer, drafts);
  for (const [at, row] of written.entries()) {
    const { messages, warnings, values } = drafts[at] as (typeof drafts)[number];
    if (Object.keys(messages).length > 0) {
      fail(row, messages);
      continue;
    }
    if (warnings.length > 0) row.warnings = warnings;
    // What was left empty and is filled in may be what is there already.
    if (row.before && isSame(parts.definition, row.before, values) && isStatusOf(row)) {
      row.action = 'same';
      continue;
    }
    const { before } = row;
    try {
      await guard.check?.(
        db,
        writer,
        before ? { action: 'update', before, values } : { action: 'create', before: null, values },
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fail(row, error.details.fields ?? { '': error.message });
    }
  }
}

const fail = (row: ReadyRow, messages: Record<string, string>) => {
  row.action = 'error';
  row.messages = { ...row.messages, ...messages };
};

const isStatusOf = ({ status, before }: ReadyRow) => status === undefined || status === before?.status;

/** Rows as they would be written, by value: what is filled in while they are must not stay. */
const copyOf = (row: ReadyRow): ReadyRow => ({ ...row, values: { ...row.values } });

async function tryOut(
  db: Queryable,
  parts: CatalogueParts,
  scope: Scope,
  writer: Writer,
  rows: readonly ReadyRow[],
): Promise<void> {
  await db.query('savepoint dry_run');
  const trial = { ...writer, touched: [] };
  const made = await createAtOnce(db, parts, scope, trial, rows.map(copyOf));
  for (const row of rows) {
    if (row.action !== 'create' && row.action !== 'update') continue;
    if (made.has(row.line)) continue;
    const { action, messages } = await writeRow(db, parts, scope, trial, copyOf(row));
    if (action === 'error') fail(row, messages ?? { '': 'The row could not be imported' });
  }
  await db.query('rollback to savepoint dry_run');
}
