import type { AnyRow } from '#kit/contract/catalogue.ts';
import { type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { type Writer, writerOf } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { doneTogether, findKept, type Kept, onceOf, sendKept, storeKept } from '#kit/server/idempotency.ts';
import { Refusal } from '#kit/server/refusals.ts';
import { idOf } from '../parts.ts';
import { withRights } from '../policy.ts';
import { type CatalogueKit, type CatalogueReads, mustRead } from '../store.ts';
import { runWrite } from './run-write.ts';
import { type Named, versionTag } from './write-checks.ts';
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
 * Runs a write with its history row and, when the request carries an Idempotency-Key, with the kept answer in one
 * transaction, see `runWrite`. It adds no round trip to those of the work: what comes before is on the wire with the first
 * statement, what comes after with the last.
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
  const scope = scopeOf(session);
  const writer = writerOf(session, request, now);
  writer.touched.push(...alsoTouched.map((table): [string, null] => [table, null]));
  const once = onceOf(request, { id: session.user.id, orgId: session.orgId }, contentOf(input));
  const write = () =>
    runWrite(kit, call, { scope, writer, definition, input }, async (db) => {
      const answer = answerOf(await work(db, writer));
      if (once) await storeKept(db, once, answer, now);
      return answer;
    });
  const answer = async () => {
    try {
      return { kept: await write(), replayed: false };
    } catch (error) {
      if (!once || isUnavailable(error)) throw error;
      // Where the key was used before, that is why it failed, whatever it says: a record that is there already, or not any longer.
      const kept = await transact(kit.db, scope, (db) => findKept(db, once));
      if (!kept) throw error;
      return { kept, replayed: true };
    }
  };
  const { kept, replayed } = once ? await doneTogether(kit.db, once, answer) : await answer();
  return sendKept(reply, kept, replayed);
}

/**
 * Writes to the record that the path names, and answers with the record as it is then.
 * @param message what became of it, perhaps in words of the record
 */
export function writeToRecord(
  kit: CatalogueKit,
  reads: CatalogueReads,
  call: Call,
  message: string | ((row: AnyRow) => string),
  work: (db: Queryable, scope: Scope, writer: Writer, id: string) => Promise<unknown>,
): Promise<string> {
  const { definition } = reads;
  const id = idOf(call, definition);
  const scope = scopeOf(call.session);
  const input = { values: { ...(call.body as object) }, files: {} };
  return writeAnswer(kit, definition, call, input, async (db, writer) => {
    await work(db, scope, writer, id);
    const { json, row } = await mustRead(reads, scope, id, db);
    return {
      status: 200,
      message: typeof message === 'string' ? message : message(row),
      data: withRights(kit.policies, definition, call.session, json),
      version: row.version,
    };
  });
}

/** There was no time for it, or no database. */
const isUnavailable = (error: unknown) => error instanceof Refusal && error.code === 'unavailable';

/** What counts for "the same request": of files, which get another id with every upload, what was sent. */
const contentOf = (input: Input | null) =>
  input && {
    values: input.values,
    beside: input.beside,
    files: Object.fromEntries(
      Object.entries(input.files).map(([name, file]) => [name, file && [file.name, file.bytes]]),
    ),
  };

function answerOf({ status, message, data, version, warnings }: Written): Kept {
  const odd = warnings && warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings)}` : '';
  return {
    status,
    etag: version === undefined ? null : versionTag(version),
    body: `{"message":${JSON.stringify(message)},"data":${data}${odd}}`,
  };
}
