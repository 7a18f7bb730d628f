import { type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import type { Call } from '#kit/server/http/call.ts';
import { tooSlow } from '#kit/server/db/failures.ts';
import { bumpAll, markAll } from '#kit/server/versions.ts';
import type { CatalogueKit } from '../store.ts';
import { withExisting } from './taken.ts';
import { type Named, translateWriteError } from './write-checks.ts';
import type { Input } from './write-values.ts';

interface Write {
  scope: Scope;
  writer: Writer;
  /** What refusals of the database are said in the words of. */
  definition: Named;
  /** What was given, to find whose value is taken; null: nobody is told. */
  input: Input | null;
}

/**
 * Runs what one call writes in one transaction, with the marks of what was written, and tells the versions before anybody is
 * answered. What a client may send twice goes through `writeAnswer`; this is for answers that must not be kept, because they
 * hold a secret, and for callers without an account. It adds no round trip to those of the work.
 */
export async function runWrite<T>(
  kit: CatalogueKit,
  call: Call,
  { scope, writer, definition, input }: Write,
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  let result: T;
  try {
    result = await transact(kit.db, scope, async (db) => {
      // A caller who was told that it takes too long, and may try again, must not find it done as well.
      if (call.late.aborted) throw tooSlow();
      const done = await work(db);
      await markAll(kit.versions, db, writer.touched);
      if (call.late.aborted) throw tooSlow();
      return done;
    });
  } catch (error) {
    // A commit whose answer was lost may have been done all the same.
    bumpAll(kit.versions, writer.touched);
    const known = kit.registry.all.find((one) => one === definition);
    throw await withExisting(kit, known, call, input, error, translateWriteError(error, definition));
  }
  bumpAll(kit.versions, writer.touched);
  for (const wake of writer.afterwards ?? []) wake();
  return result;
}
