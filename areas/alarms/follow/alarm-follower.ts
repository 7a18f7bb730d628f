import { offDutyMoments } from '#areas/duty/duty.server.ts';
import { bindingAt, type DeviceAlarm, type DeviceRegistry } from '#areas/gateway/gateway.server.ts';
import { incidentsOfSignals } from '#areas/incidents/incidents.server.ts';
import { currentPlacesOf, followAlarms, type Follower } from '#areas/trips/trips.server.ts';
import { placeNameText } from '#kit/contract/places.ts';
import type { Clock } from '#kit/server/clock.ts';
import { isAway } from '#kit/server/db/failures.ts';
import { type Database, everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { productWriter, type Writer } from '#kit/server/history.ts';
import type { Geocoder } from '#kit/server/places/geocoder.ts';
import { bumpAll, markAll, type Versions } from '#kit/server/versions.ts';
import { alarm } from '../alarm/alarm.contract.ts';
import { addAlarms, alarmsAround, putAlarms, toldSince } from '../alarm/alarms.store.ts';
import { tellOfAlarms } from '../alarms.topics.ts';
import { handlings } from '../rule/alarm-rules.store.ts';
import { kindOf, sameMs } from '../rule/standard.rules.ts';
import { type AlarmSignal, joinSignals } from './join-signals.rules.ts';
import { lockMark, putMark, readMark } from './mark.store.ts';

export interface AlarmFollowerOptions {
  db: Database;
  clock: Clock;
  log: (line: string) => void;
  versions: Versions;
  registry: Pick<DeviceRegistry, 'bySlot'>;
  places: Geocoder;
}

/** A signal with what names it: the slot of its device and its time. */
interface Waiting extends AlarmSignal {
  key: string;
  /** How often its emergency was looked for and was not there. */
  looked: number;
}

/** So often an SOS waits for its emergency, which is made before it, before it is recorded without. */
const mostLooks = 20;
/** So many in one transaction. */
const mostAtOnce = 2_000;
/** Nobody is asked to pause longer between two notices. */
const longestPauseMs = 1_440 * 60_000;

/**
 * Makes records of the alarms of devices. What a round writes and the mark are saved in one transaction, and what lies before the mark is left
 * out: nothing counts twice.
 */
export function createAlarmFollower(options: AlarmFollowerOptions): Follower {
  const { db, clock, log, registry, versions } = options;

  async function save(given: readonly Waiting[], receivedTo: number) {
    // Whole batches only: the mark stands between two of them.
    const upTo = Math.min(receivedTo, given[mostAtOnce - 1]?.receivedAt ?? receivedTo);
    const writer = productWriter(clock.now());
    const saved = await transact(db, everything, async (db) => {
      const before = await lockMark(db);
      const fresh = given.filter(({ receivedAt }) => receivedAt > before);
      const emergencies = await incidentsOfSignals(
        db,
        fresh.flatMap(({ kind, key }) => (kind === 'SOS' ? [key] : [])),
      );
      const held = new Set(
        fresh.filter((one) => one.kind === 'SOS' && !emergencies.has(one.key) && one.looked < mostLooks),
      );
      const mark = Math.min(upTo, ...[...held].map(({ receivedAt }) => receivedAt - 1));
      const now = fresh.filter(({ receivedAt }) => receivedAt <= mark);
      await record(
        db,
        writer,
        options,
        now.map((one) => ({ ...one, incidentId: emergencies.get(one.key) ?? null })),
      );
      await putMark(db, mark);
      await markAll(versions, db, writer.touched);
      const left = fresh.filter(({ receivedAt }) => receivedAt > mark);
      return { mark, left: left.map((one) => (held.has(one) ? { ...one, looked: one.looked + 1 } : one)) };
    });
    bumpAll(versions, writer.touched);
    return saved;
  }

  return followAlarms<Waiting>({
    name: 'alarms',
    db,
    log,
    readMark,
    putMark,
    save,
    isUrgent: false,
    signalOf: (alarm) => signalOf(alarm, registry),
  });
}

/** Writes what signals make of the alarms. One whose record cannot be written keeps no other waiting. */
async function record(
  db: Queryable,
  writer: Writer,
  options: AlarmFollowerOptions,
  signals: readonly Waiting[],
): Promise<void> {
  if (signals.length === 0) return;
  const told = writer.touched.length;
  await db.query('savepoint some_alarms');
  try {
    await write(db, writer, options, signals);
    await db.query('release savepoint some_alarms');
  } catch (error) {
    if (isAway(error)) throw error;
    await db.query('rollback to savepoint some_alarms');
    writer.touched.length = told;
    if (signals.length > 1) {
      const middle = Math.ceil(signals.length / 2);
      await record(db, writer, options, signals.slice(0, middle));
      await record(db, writer, options, signals.slice(middle));
      return;
    }
    const [one] = signals;
    options.log(`alarm of ${one?.device} left out: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function write(
  db: Queryable,
  writer: Writer,
  { places }: AlarmFollowerOptions,
  given: readonly Waiting[],
): Promise<void> {
  const { now } = writer;
  const vehicleIds = [...new Set(given.map(({ vehicleId }) => vehicleId))];
  const times = given.map(({ at }) => at);
  const widest = sameMs('SOS');
  const known = await alarmsAround(db, vehicleIds, {
    from: new Date(Math.min(...times) - widest).toISOString(),
    to: new Date(Math.max(...times) + widest).toISOString(),
  });
  const rules = await handlings(db, [...new Set(given.map(({ orgId }) => orgId))]);
  const toldAt = await toldSince(db, vehicleIds, new Date(now.getTime() - longestPauseMs).toISOString());
  const signals = await placed(db, places, given);
  const { added, changed, told } = joinSignals(signals, known, rules, toldAt, now);
  if (added.length > 0) await addAlarms(db, added, now);
  if (changed.length > 0) await putAlarms(db, changed, now);
  for (const { orgId } of [...added, ...changed]) writer.touched.push([alarm.table, orgId]);
  await tellOfAlarms(db, writer, { added, told, rules });
}

/**
 * Signals with the names of their places. Where a device did not know its own, it was where its vehicle was seen shortly before. Of a vehicle
 * that is off duty no place is written down, but for an SOS.
 */
async function placed(db: Queryable, places: Geocoder, given: readonly Waiting[]): Promise<Waiting[]> {
  const without = [...new Set(given.filter(({ lat }) => lat === null).map(({ vehicleId }) => vehicleId))];
  const seen = new Map(
    (without.length > 0 ? await currentPlacesOf(db, without) : []).map((one) => [one.vehicleId, one]),
  );
  const moments = given.flatMap(({ vehicleId, at }) => [
    { vehicleId, at },
    { vehicleId, at: seen.get(vehicleId)?.fixAt ?? at },
  ]);
  const isOffDuty = await offDutyMoments(db, moments);
  return given.map((signal, no) => {
    const isHidden = isOffDuty[2 * no] !== false || (signal.lat === null && isOffDuty[2 * no + 1] !== false);
    if (isHidden && signal.kind !== 'SOS') return { ...signal, lat: null, lon: null, place: null, speedKmh: null };
    const last = signal.lat === null ? seen.get(signal.vehicleId) : undefined;
    const isNear = last !== undefined && Math.abs(signal.at - last.fixAt) <= widestGapMs;
    const lat = isNear ? last.latE7 / 1e7 : signal.lat;
    const lon = isNear ? last.lonE7 / 1e7 : signal.lon;
    const name = lat === null || lon === null ? undefined : places.nameOf(lat, lon);
    return { ...signal, lat, lon, place: name ? placeNameText(name) : null };
  });
}
const widestGapMs = 15 * 60_000;

/** What an alarm is a signal of; undefined where no records are kept of it, or its device was in no vehicle. */
function signalOf(one: DeviceAlarm, registry: AlarmFollowerOptions['registry']): Waiting | undefined {
  const kind = kindOf(one.name);
  const device = kind && registry.bySlot(one.device);
  const binding = device && bindingAt(device, one.at);
  if (!kind || !binding) return undefined;
  return {
    kind,
    key: `${one.device}:${one.at}`,
    at: one.at,
    receivedAt: one.receivedAt,
    device: device.identifier,
    vehicleId: binding.vehicleId,
    orgId: binding.orgId,
    lat: one.latE7 === null ? null : one.latE7 / 1e7,
    lon: one.lonE7 === null ? null : one.lonE7 / 1e7,
    speedKmh: one.speedCkmh === null ? null : Math.round(one.speedCkmh / 100),
    place: null,
    incidentId: null,
    looked: 0,
  };
}
