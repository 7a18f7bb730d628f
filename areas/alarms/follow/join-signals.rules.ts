import { uuidv7 } from 'uuidv7';
import { alarmKinds, type AlarmKind } from '../alarm/alarm-kinds.contract.ts';
import type { StoredAlarm } from '../alarm/alarms.store.ts';
import { type Handling, lateMs, sameMs } from '../rule/standard.rules.ts';

/** A signal of a device in a vehicle. Times in milliseconds, latitude and longitude in degrees. */
export interface AlarmSignal {
  kind: AlarmKind;
  at: number;
  receivedAt: number;
  device: string;
  vehicleId: string;
  orgId: string;
  lat: number | null;
  lon: number | null;
  speedKmh: number | null;
  place: string | null;
  /** The emergency that was made of it; null for everything but an SOS. */
  incidentId: string | null;
}

/** What signals make of the alarms that were there. */
export interface Joined {
  added: StoredAlarm[];
  changed: StoredAlarm[];
  /** Of them those that people are told of now. */
  told: StoredAlarm[];
}

const labels = new Map<string, string>(alarmKinds.map(({ value, label }) => [value, label]));
const iso = (ms: number) => new Date(ms).toISOString();

/**
 * Adds signals to alarms: what comes again soon enough is the same alarm, whatever order it comes in. Of several that fit the one that was
 * heard last is taken. `toldAt`: when people were told last, ISO UTC by `vehicle kind`.
 */
export function joinSignals(
  signals: readonly AlarmSignal[],
  known: readonly StoredAlarm[],
  handlingOf: (orgId: string, kind: AlarmKind) => Handling,
  toldAt: ReadonlyMap<string, string>,
  now: Date,
): Joined {
  const keyOf = ({ vehicleId, orgId, kind }: Pick<StoredAlarm, 'vehicleId' | 'orgId' | 'kind'>) =>
    `${vehicleId} ${orgId} ${kind}`;
  const alarms = new Map<string, StoredAlarm[]>();
  for (const one of known) alarms.set(keyOf(one), [...(alarms.get(keyOf(one)) ?? []), { ...one }]);
  const added = new Map<string, StoredAlarm>();
  const changed = new Map<string, StoredAlarm>();
  const told = new Map(toldAt);
  const toTell: StoredAlarm[] = [];
  for (const signal of signals.toSorted((a, b) => a.at - b.at)) {
    const handling = handlingOf(signal.orgId, signal.kind);
    if (handling.treatment === 'IGNORE') continue;
    const key = keyOf(signal);
    const found = (alarms.get(key) ?? [])
      .filter((one) => fits(one, signal))
      .toSorted((a, b) => (a.lastAt < b.lastAt ? 1 : -1))[0];
    const row = found ?? newAlarm(signal, handling);
    if (found) {
      addTo(found, signal);
      if (!added.has(found.id)) changed.set(found.id, found);
    } else {
      alarms.set(key, [...(alarms.get(key) ?? []), row]);
      added.set(row.id, row);
    }
    const toldKey = `${signal.vehicleId} ${signal.kind}`;
    if (!found && isTold(signal, handling, told.get(toldKey), now)) {
      row.notifiedAt = now.toISOString();
      told.set(toldKey, row.notifiedAt);
      toTell.push(row);
    }
  }
  return { added: [...added.values()], changed: [...changed.values()], told: toTell };
}

/** An alarm that was acknowledged and does not end comes back: so long, somebody looks into it. Milliseconds. */
const lookedIntoMs = 3_600_000;

/** An SOS belongs to the alarm of its emergency: the next emergency has an alarm of its own. */
function fits({ kind, firstAt, lastAt, acknowledgedAt, incidentId }: StoredAlarm, signal: AlarmSignal): boolean {
  if (incidentId !== null && signal.incidentId !== null && incidentId !== signal.incidentId) return false;
  if (acknowledgedAt !== null && signal.at > Date.parse(acknowledgedAt) + lookedIntoMs) return false;
  return signal.at <= Date.parse(lastAt) + sameMs(kind) && signal.at >= Date.parse(firstAt) - sameMs(kind);
}

function newAlarm(signal: AlarmSignal, { treatment }: Handling): StoredAlarm {
  const { at, receivedAt, ...same } = signal;
  const time = iso(at);
  return {
    ...same,
    id: uuidv7(),
    what: labels.get(signal.kind) ?? signal.kind,
    alarmState: signal.incidentId !== null ? 'EMERGENCY' : treatment === 'ACKNOWLEDGE' ? 'NEW' : 'RECORDED',
    firstAt: time,
    lastAt: time,
    repeats: 0,
    heardAt: iso(receivedAt),
    notifiedAt: null,
    acknowledgedAt: null,
  };
}

/** Once more: the place is that of the latest signal that had one, the speed the highest. */
function addTo(row: StoredAlarm, { at, lat, lon, place, speedKmh, incidentId }: AlarmSignal): void {
  const time = iso(at);
  row.repeats += 1;
  if (lat !== null && (time >= row.lastAt || row.lat === null)) Object.assign(row, { lat, lon, place });
  if (speedKmh !== null) row.speedKmh = Math.max(row.speedKmh ?? 0, speedKmh);
  if (time > row.lastAt) row.lastAt = time;
  if (time < row.firstAt) row.firstAt = time;
  if (incidentId !== null && row.incidentId === null && row.alarmState !== 'ACKNOWLEDGED') {
    row.incidentId = incidentId;
    row.alarmState = 'EMERGENCY';
  }
}

/** Not of what is late, not of an emergency, which tells of itself, and not again within the pause. */
function isTold({ at, incidentId }: AlarmSignal, handling: Handling, last: string | undefined, now: Date): boolean {
  if (handling.notify === 'NOBODY' || incidentId !== null || now.getTime() - at > lateMs) return false;
  return last === undefined || now.getTime() - Date.parse(last) >= handling.pauseMin * 60_000;
}
