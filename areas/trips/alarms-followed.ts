import { alarmsSince, type DeviceAlarm } from '#areas/gateway/gateway.server.ts';
import { type Database, everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { recurring } from '#kit/server/every.ts';
import type { Follower } from './follower.ts';

/** What somebody makes of the alarms of devices. */
export interface AlarmsFollowed<Signal extends { receivedAt: number }> {
  /** Names it in the log. */
  name: string;
  db: Database;
  log: (line: string) => void;
  /** Up to when the alarms were read, milliseconds; null: never. */
  readMark(db: Queryable): Promise<number | null>;
  putMark(db: Queryable, at: number): Promise<unknown>;
  /** What an alarm is to it; undefined: nothing. */
  signalOf(alarm: DeviceAlarm): Signal | undefined;
  /**
   * Saves signals, and the mark, in one transaction. Everything that was received `upTo` is among them, or was saved. Gives the mark, and the
   * signals that were received after it: those are to be saved later, also after a stop.
   */
  save(signals: readonly Signal[], upTo: number): Promise<{ mark: number; left: readonly Signal[] }>;
  /** What comes is saved at once, and not with the next round. */
  isUrgent: boolean;
}

/** The mark of a quiet log is written so often: what is read again after a stop counts once, so it costs only reading. */
const markEveryMs = 60_000;

/**
 * Follows the log of alarms. Whatever happens, each of them is saved: what could not be saved stays for the next round, and what a stop lost is
 * read again from behind the mark. That nothing is saved twice is for `save` to see to.
 */
export function followAlarms<Signal extends { receivedAt: number }>(given: AlarmsFollowed<Signal>): Follower {
  const { name, db, log } = given;
  let waiting: Signal[] = [];
  let [receivedTo, savedTo] = [0, 0];

  const take = (alarms: readonly DeviceAlarm[]): void => {
    for (const alarm of alarms) {
      const signal = given.signalOf(alarm);
      if (signal) waiting.push(signal);
    }
  };

  async function save(): Promise<void> {
    const signals = waiting;
    if (signals.length === 0 && receivedTo - savedTo < markEveryMs) return;
    waiting = [];
    try {
      const { mark, left } = await given.save(signals, receivedTo);
      savedTo = mark;
      waiting = [...left, ...waiting];
    } catch (error) {
      waiting = [...signals, ...waiting];
      throw error;
    }
  }

  // Saves never overlap, whoever asks for them.
  let last: Promise<unknown> = Promise.resolve();
  function round(): Promise<void> {
    const next = last.then(save);
    last = next.catch(() => undefined);
    return next;
  }
  const rounds = recurring(name, round, log);

  return {
    async restore(lastReceivedAt) {
      const mark = await transact(db, everything, (db) => given.readMark(db));
      // The first time there is nothing to catch up with: it begins with what comes from now on.
      receivedTo = savedTo = mark ?? lastReceivedAt;
      if (mark === null) await transact(db, everything, (db) => given.putMark(db, receivedTo));
      else
        for await (const alarms of alarmsSince(db, mark)) {
          take(alarms);
          receivedTo = alarms.at(-1)?.receivedAt ?? receivedTo;
        }
      if (given.isUrgent) await round();
    },
    accept({ receivedAt, alarms }) {
      receivedTo = receivedAt;
      take(alarms);
      // What fails is tried again by the next round.
      if (given.isUrgent && waiting.length > 0)
        round().catch((error: unknown) =>
          log(`${name} put off: ${error instanceof Error ? error.message : String(error)}`),
        );
    },
    start: (everyMs) => rounds.start(everyMs),
    async stop() {
      await rounds.stop();
      await round().catch(() => undefined);
    },
    async catchUp() {
      do await round();
      while (waiting.length > 0);
    },
  };
}
