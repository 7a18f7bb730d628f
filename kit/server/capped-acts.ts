import { type HistoryAction, sessionModule } from '#kit/contract/history.ts';
import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { type Recurring, recurring } from '#kit/server/every.ts';
import { type Act, productWriter, recordAct, type Writer } from '#kit/server/history.ts';

/** Rows that one minute may add for one person, and for all together; what is beyond is told as a number. */
const mostOfOne = 5;
const mostOfAll = 60;
const minuteMs = 60_000;
/** What waits to be written, besides the numbers of the minute that is over: no more than is written at a time. */
const mostWaiting = mostOfAll * 2;

export interface CappedActs extends Recurring {
  /**
   * Notes something that anybody can cause as often as they like: a refused sign-in, a refused call. It is written a moment
   * later, so that noting takes the same time whatever is noted, and no flood of it fills the disk.
   */
  note(writer: Writer, act: Act): void;
  /** Notes it as a number only: nothing is known of who it was. */
  count(action: HistoryAction): void;
  /** Writes what was noted, and the numbers of minutes that are over. */
  flush(): Promise<void>;
  /** How many lines wait to be written. */
  readonly waiting: number;
}

interface Minute {
  /** Milliseconds. */
  from: number;
  written: number;
  byPerson: Map<string, number>;
  counted: Map<HistoryAction, number>;
}

/** Acts without a transaction of their own. What was noted in the last second before a process is killed is lost. */
export function createCappedActs(options: { db: Database; clock: Clock; log: (line: string) => void }): CappedActs {
  const { db: database, clock, log } = options;
  const waiting: { writer: Writer; act: Act }[] = [];
  const begin = (at: number): Minute => ({
    from: Math.floor(at / minuteMs) * minuteMs,
    written: 0,
    byPerson: new Map(),
    counted: new Map(),
  });
  let minute = begin(clock.now().getTime());

  /** Turns to the minute that it is now; `close` ends the present one as well. */
  const turn = (close = false) => {
    const now = clock.now();
    if (!close && now.getTime() < minute.from + minuteMs && now.getTime() >= minute.from) return;
    // While the database is away, minutes run together: their numbers are still told, in fewer lines.
    if (!close && waiting.length >= mostWaiting) {
      minute = { ...begin(now.getTime()), counted: minute.counted };
      return;
    }
    for (const [action, count] of minute.counted)
      waiting.push({
        writer: productWriter(now),
        act: {
          action,
          recordTitle: `${count} in a minute`,
          after: { count, minute: new Date(minute.from).toISOString() },
          fields: ['count', 'minute'],
        },
      });
    minute = begin(now.getTime());
  };
  const count = (action: HistoryAction) => {
    turn();
    minute.counted.set(action, (minute.counted.get(action) ?? 0) + 1);
  };
  const write = async () => {
    turn();
    const some = waiting.slice(0, mostWaiting);
    if (some.length === 0) return;
    await transact(database, everything, async (db) => {
      for (const { writer, act } of some) await recordAct(db, writer, act);
    });
    waiting.splice(0, some.length);
  };
  let writing: Promise<void> = Promise.resolve();
  const flush = () => (writing = writing.catch(() => undefined).then(write));
  const rounds = recurring('refused acts', flush, log);
  return {
    count,
    get waiting() {
      return waiting.length;
    },
    note(writer, act) {
      turn();
      const person = writer.actorId ?? act.recordId ?? sessionModule;
      const own = minute.byPerson.get(person) ?? 0;
      // While the database is away nothing piles up.
      if (own >= mostOfOne || minute.written >= mostOfAll || waiting.length >= mostWaiting) return count(act.action);
      minute.byPerson.set(person, own + 1);
      minute.written += 1;
      waiting.push({ writer, act });
    },
    flush,
    start: (everyMs) => rounds.start(everyMs),
    async stop() {
      await rounds.stop();
      turn(true);
      await flush().catch(() => undefined);
    },
  };
}
