import { bindingAt, type DeviceAlarm, type DeviceRegistry } from '#areas/gateway/gateway.server.ts';
import { followAlarms, type Follower } from '#areas/trips/trips.server.ts';
import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, type Queryable, transact } from '#kit/server/db/database.ts';
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

/**
 * Makes incidents of the SOS of devices, as soon as they are stored: somebody needs help. An SOS that was taken is known by its key, however
 * often it is read.
 */
export function createSosFollower(options: SosFollowerOptions): Follower {
  const { db, clock, log, registry, versions } = options;

  async function save(signals: readonly Waiting[], upTo: number) {
    const writer = productWriter(clock.now());
    const { told, mark, left } = await transact(db, everything, async (db) => {
      const rows = new Map<string, StoredIncident>();
      const again: Waiting[] = [];
      for (const signal of signals) {
        const row = await takeAlone(db, writer, signal);
        if (row === 'failed') again.push({ ...signal, failures: signal.failures + 1 });
        else if (row) rows.set(row.id, row);
      }
      const left = again.filter(({ failures }) => failures < mostFailures);
      // What is to be tried again is read again after a stop: the log is read from behind the mark.
      const mark = Math.min(upTo, ...left.map((one) => one.receivedAt - 1));
      await putMark(db, mark);
      await markAll(versions, db, writer.touched);
      return { told: [...rows.values()], mark, left };
    });
    bumpAll(versions, writer.touched);
    for (const row of told) tellIncident(options, row);
    return { mark, left };
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

  return followAlarms<Waiting>({
    name: 'incidents',
    db,
    log,
    readMark,
    putMark,
    save,
    isUrgent: true,
    signalOf(alarm) {
      const signal = signalOf(alarm, registry);
      const isLate = clock.now().getTime() - alarm.at > tooLateMs;
      return signal && !isLate ? { ...signal, receivedAt: alarm.receivedAt, failures: 0 } : undefined;
    },
  });
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
