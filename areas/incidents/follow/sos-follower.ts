import { alarmsSince, bindingAt, type DeviceAlarm, type DeviceRegistry } from '#areas/gateway/gateway.server.ts';
import type { Follower } from '#areas/trips/trips.server.ts';
import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { recurring } from '#kit/server/every.ts';
import { productWriter, type Writer } from '#kit/server/history.ts';
import { bumpAll, markAll, type Versions } from '#kit/server/versions.ts';
import { tooLateMs } from '../incident/incident-status.rules.ts';
import type { StoredIncident } from '../incident/incidents.store.ts';
import { type Raising, type Signal, takeSignal } from '../incident/raise.ts';
import { tellIncident, type Telling } from '../tell/tell-incidents.ts';
import { putMark, readMark } from './mark.store.ts';

export interface SosFollowerOptions extends Raising, Telling {
  db: Database;
  clock: Clock;
  log: (line: string) => void;
  versions: Versions;
  registry: Pick<DeviceRegistry, 'bySlot'>;
}

/** A signal with when it was received, and how often it could not be taken. */
interface Waiting extends Signal {
  receivedAt: number;
  failures: number;
}
/** What fails so often is left out: somebody reads of it in the log. */
const mostFailures = 20;

/** The mark of a quiet log is written so often: what is read again after a stop counts once, so it costs only reading. */
const markEveryMs = 60_000;

/**
 * Makes incidents of the SOS of devices, as soon as they are stored. Incidents and the mark up to where the log was read are saved in one
 * transaction: after a stop at any moment the rest is read again, and nothing is doubled or lost.
 */
export function createSosFollower(options: SosFollowerOptions): Follower {
  const { db, clock, log, registry, versions } = options;
  let waiting: Waiting[] = [];
  let [receivedTo, savedTo] = [0, 0];

  const take = (alarm: DeviceAlarm): void => {
    const signal = signalOf(alarm, registry);
    if (signal && clock.now().getTime() - alarm.at <= tooLateMs)
      waiting.push({ ...signal, receivedAt: alarm.receivedAt, failures: 0 });
  };

  async function save(): Promise<void> {
    const upTo = receivedTo;
    if (waiting.length === 0 && upTo - savedTo < markEveryMs) return;
    const signals = waiting;
    waiting = [];
    let mark = upTo;
    let again: Waiting[] = [];
    const writer = productWriter(clock.now());
    try {
      const told = await transact(db, everything, async (db) => {
        const rows = new Map<string, StoredIncident>();
        again = [];
        for (const signal of signals) {
          const row = await takeAlone(db, writer, signal);
          if (row === 'failed') again.push({ ...signal, failures: signal.failures + 1 });
          else if (row) rows.set(row.id, row);
        }
        again = again.filter(({ failures }) => failures < mostFailures);
        // What is to be tried again is read again after a stop: the log is read from behind the mark.
        mark = Math.min(upTo, ...again.map((one) => one.receivedAt - 1));
        await putMark(db, mark);
        await markAll(versions, db, writer.touched);
        return [...rows.values()];
      });
      savedTo = mark;
      waiting = [...again, ...waiting];
      bumpAll(versions, writer.touched);
      for (const row of told) tellIncident(options, row);
    } catch (error) {
      waiting = [...signals, ...waiting];
      throw error;
    }
  }

  /** Takes one signal. One that cannot be taken keeps no other waiting. */
  async function takeAlone(
    db: Queryable,
    writer: Writer,
    signal: Waiting,
  ): Promise<StoredIncident | 'failed' | undefined> {
    await db.query('savepoint one_signal');
    const told = writer.touched.length;
    try {
      const row = await takeSignal(db, writer, options, signal);
      await db.query('release savepoint one_signal');
      return row;
    } catch (error) {
      // Without a database there is no savepoint either: then all of them are tried again.
      await db.query('rollback to savepoint one_signal');
      writer.touched.length = told;
      const why = error instanceof Error ? error.message : String(error);
      if (signal.failures === 0) log(`SOS of ${signal.device} was not taken yet: ${why}`);
      if (signal.failures + 1 === mostFailures) log(`SOS of ${signal.device} is given up: ${why}`);
      return 'failed';
    }
  }

  // Saves never overlap, whoever asks for them.
  let last: Promise<unknown> = Promise.resolve();
  function round(): Promise<void> {
    const next = last.then(save);
    last = next.catch(() => undefined);
    return next;
  }
  const rounds = recurring('incidents', round, log);

  return {
    async restore(lastReceivedAt) {
      const mark = await transact(db, everything, readMark);
      // The first time there is nothing to catch up with: incidents begin with what comes from now on.
      receivedTo = savedTo = mark ?? lastReceivedAt;
      if (mark === null) await transact(db, everything, (db) => putMark(db, receivedTo));
      else
        for await (const alarms of alarmsSince(db, mark)) {
          for (const alarm of alarms) take(alarm);
          receivedTo = alarms.at(-1)?.receivedAt ?? receivedTo;
        }
      await round();
    },
    accept({ receivedAt, alarms }) {
      receivedTo = receivedAt;
      for (const alarm of alarms) take(alarm);
      // Somebody needs help: not with the next round. What fails is tried again by that.
      if (waiting.length > 0)
        round().catch((error: unknown) =>
          log(`incidents put off: ${error instanceof Error ? error.message : String(error)}`),
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

/** The SOS of a device; undefined for other alarms, and where its device was in no vehicle. */
function signalOf(alarm: DeviceAlarm, registry: SosFollowerOptions['registry']): Signal | undefined {
  if (alarm.name !== 'SOS') return undefined;
  const device = registry.bySlot(alarm.device);
  const binding = device && bindingAt(device, alarm.at);
  if (!binding) return undefined;
  return {
    key: `${alarm.device}:${alarm.at}`,
    at: new Date(alarm.at).toISOString(),
    vehicleId: binding.vehicleId,
    orgId: binding.orgId,
    lat: alarm.latE7 === null ? null : alarm.latE7 / 1e7,
    lon: alarm.lonE7 === null ? null : alarm.lonE7 / 1e7,
    device: `Device ${device.identifier}`,
  };
}
