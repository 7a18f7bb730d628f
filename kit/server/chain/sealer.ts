import { noRecord } from '#kit/contract/history.ts';
import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { type Recurring, recurring } from '#kit/server/every.ts';
import { type Head, type Lost, readHead, writeHead } from './head.ts';
import { type Last, lastOf, sealSome } from './seal.ts';

export interface Sealer extends Recurring {
  /** Chains all rows that wait and notes the head. Gives the number of entries added. */
  seal(): Promise<number>;
}

/** What is chained at the end of a process, at most. */
const lastRoundMs = 3_000;

/**
 * Puts what was written to the history into its chain, a moment later: to do so in every write would make all writers wait
 * for one another. Every step is a short transaction of its own, so a process that is killed loses at most a step.
 */
export function createSealer(options: {
  db: Database;
  clock: Clock;
  dataDir: string;
  log: (line: string) => void;
}): Sealer {
  const { db: database, clock, dataDir, log } = options;
  let until = Infinity;
  let noted: string | null | undefined;

  const seal = async (): Promise<number> => {
    const [state] = await database.query<{ waits: boolean; head: string | null }>(
      `select exists (select 1 from history_open) as waits,
         (select seq || ':' || encode(hash, 'hex') from history_chain order by seq desc limit 1) as head`,
    );
    let added = 0;
    let failure: Error | undefined;
    // Before anything is added: what was cut off shows as long as nothing has grown in its place.
    if (state?.head !== noted) await noteHead().catch((error: Error) => (failure = error));
    let after = state?.waits ? noRecord : undefined;
    while (after !== undefined && performance.now() < until) {
      const from: string = after;
      const sealed = await transact(database, everything, (db) => sealSome(db, from, clock.now()));
      added += sealed.added;
      after = sealed.next;
    }
    if (added > 0 && !failure) await noteHead();
    if (failure) throw failure;
    return added;
  };

  /** Notes the last entry outside the database, and whether what was noted before is no longer there. */
  const noteHead = async (): Promise<void> => {
    // In this order: what is noted was committed before, so an honest database has it.
    const known = await readHead(dataDir);
    const last = await transact(database, everything, lastOf);
    const lost = known && (known.lost ?? (await lossOf(known, last)));
    if (lost && !known.lost)
      log(`history: entry ${lost.seq} is not the one noted in history.head. Run npm run history:verify`);
    const head = last ? headOf(last) : known;
    const isNoted = known?.seq === head?.seq && known?.hash === head?.hash && known?.lost === lost;
    if (head && !isNoted) await writeHead(dataDir, { ...head, ...(lost ? { lost } : {}) });
    noted = last ? `${last.seq}:${last.hash}` : null;
  };

  const lossOf = async (known: Head, last: Last | undefined): Promise<Lost | undefined> => {
    const [entry] = await database.query<{ hash: string }>(
      `select encode(hash, 'hex') as hash from history_chain where seq = $1`,
      [known.seq],
    );
    if (entry?.hash === known.hash) return undefined;
    const { seq, hash, id } = known;
    const end = last?.seq ?? 0;
    const noticedAt = clock.now().toISOString();
    return end < seq
      ? { kind: 'tail', after: end, seq, hash, id, noticedAt }
      : { kind: 'rewritten', after: seq - 1, seq, hash, id, noticedAt };
  };

  const rounds = recurring('history chain', seal, log);
  let started = false;
  return {
    seal,
    start(everyMs) {
      started = true;
      until = Infinity;
      rounds.start(everyMs);
    },
    async stop() {
      until = 0;
      await rounds.stop();
      if (!started) return;
      started = false;
      // What was written last is chained before the database is shut, so that a check of a stopped product finds it whole.
      until = performance.now() + lastRoundMs;
      await seal().catch(() => undefined);
    },
  };
}

const headOf = ({ seq, hash, id, at }: Last): Head => ({
  seq,
  hash,
  id,
  at: at === null ? null : new Date(at * 1_000).toISOString(),
});
