import { type Queryable, transact } from '#kit/server/db/database.ts';
import { type Writer, writerOf } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { tooSlow } from '#kit/server/http/route.ts';
import { claim, keep, type Kept, onceOf, sendKept } from '#kit/server/idempotency.ts';
import { bumpAll, markAll } from '#kit/server/versions.ts';
import type { CatalogueKit } from './store.ts';
import { withExisting } from './taken.ts';
import { type Named, translateWriteError, versionTag } from './write-checks.ts';
import type { Input } from './write-values.ts';

export interface Written {
  status: number;
  message: string;
  /** JSON text of the answer's data. */
  data: string;
  version?: number;
  /** What is odd about what was written, though it was taken. */
  warnings?: readonly string[] | undefined;
}

/**
 * Runs a write in one transaction with its history row and, when the request carries an Idempotency-Key, with the kept
 * answer; then tells the versions, and only then is the caller answered.
 */
export async function writeAnswer(
  kit: CatalogueKit,
  definition: Named,
  call: Call,
  input: Input | null,
  work: (db: Queryable, writer: Writer) => Promise<Written>,
  /** Further tables that the work writes to. */
  alsoTouched: readonly string[] = [],
): Promise<string> {
  const { session, request, reply } = call;
  const now = kit.clock.now();
  const writer = writerOf(session, request, now);
  writer.touched.push(...alsoTouched.map((table): [string, null] => [table, null]));
  // File ids are new with every upload: what counts for "the same request" is what was sent.
  const content = input && {
    values: input.values,
    files: Object.fromEntries(
      Object.entries(input.files).map(([name, file]) => [name, file && [file.name, file.bytes]]),
    ),
  };
  const once = onceOf(request, { id: session.user.id, orgId: session.orgId }, content);
  let kept: Kept | undefined;
  let replayed = false;
  try {
    await transact(kit.db, scopeOf(session), async (db) => {
      // A caller who was told that it takes too long, and may try again, must not find it done as well.
      if (call.late.aborted) throw tooSlow();
      kept = once && (await claim(db, once, now));
      replayed = kept !== undefined;
      if (kept) return;
      const { status, message, data, version, warnings } = await work(db, writer);
      const odd = warnings && warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings)}` : '';
      kept = {
        status,
        etag: version === undefined ? null : versionTag(version),
        body: `{"message":${JSON.stringify(message)},"data":${data}${odd}}`,
      };
      await markAll(kit.versions, db, writer.touched);
      if (once) await keep(db, once, kept);
      if (call.late.aborted) throw tooSlow();
    });
  } catch (error) {
    const known = kit.registry.all.find((one) => one === definition);
    throw await withExisting(kit, known, call, input, error, translateWriteError(error, definition));
  } finally {
    // After a failure too: a commit whose answer was lost may have been done all the same.
    if (!replayed) bumpAll(kit.versions, writer.touched);
  }
  return sendKept(reply, kept as Kept, replayed);
}
