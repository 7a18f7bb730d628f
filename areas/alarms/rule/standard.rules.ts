import type { AlarmName } from '#telematics/protocols/alarms.ts';
import type { AlarmKind, NotifyWay, Treatment } from '../alarm/alarm-kinds.contract.ts';

/** What becomes of an alarm: by the rule of its organisation, or by the standard. */
export interface Handling {
  treatment: Treatment;
  notify: NotifyWay;
  /** The only person who is told, by account; null: everybody in the organisation who sees alarms. */
  personId: string | null;
  tellStaff: boolean;
  /** Minutes in which the same alarm of a vehicle is told once. */
  pauseMin: number;
}

const handling = (treatment: Treatment, notify: NotifyWay, tellStaff = false): Handling => ({
  treatment,
  notify,
  personId: null,
  tellStaff,
  pauseMin: 30,
});

/**
 * Where an organisation has no rule. What speaks of theft or harm is told at once; what happens on every trip is kept and read when it is
 * asked for. Of an SOS the emergency tells; the speed that counts is judged by the product's own rules.
 */
const standard: Readonly<Record<AlarmKind, Handling>> = {
  SOS: handling('ACKNOWLEDGE', 'NOBODY'),
  ACCIDENT: handling('ACKNOWLEDGE', 'URGENT', true),
  POWER_CUT: handling('ACKNOWLEDGE', 'NORMAL'),
  TAMPER: handling('ACKNOWLEDGE', 'URGENT', true),
  JAMMING: handling('ACKNOWLEDGE', 'URGENT', true),
  TOW: handling('ACKNOWLEDGE', 'URGENT'),
  FUEL_LEAK: handling('ACKNOWLEDGE', 'NORMAL'),
  TEMPERATURE: handling('ACKNOWLEDGE', 'NORMAL'),
  FATIGUE: handling('ACKNOWLEDGE', 'NORMAL'),
  LOW_BATTERY: handling('RECORD', 'NORMAL'),
  FAULT: handling('RECORD', 'NORMAL'),
  SHOCK: handling('RECORD', 'NOBODY'),
  DOOR: handling('RECORD', 'NOBODY'),
  OVERSPEED: handling('RECORD', 'NOBODY'),
  BRAKING: handling('RECORD', 'NOBODY'),
  ACCELERATION: handling('RECORD', 'NOBODY'),
  CORNERING: handling('RECORD', 'NOBODY'),
};

/** An SOS is always recorded, whatever a rule says: an emergency hangs on it. */
export function handlingOf(kind: AlarmKind, rule: Handling | undefined): Handling {
  const own = rule ?? standard[kind];
  return kind === 'SOS' && own.treatment === 'IGNORE' ? { ...own, treatment: 'RECORD' } : own;
}

/** The words of the protocols for each kind. What is in none is no alarm: ignition, doors of geofences that the device has itself, movement. */
const namesOfKinds: Readonly<Record<AlarmKind, readonly AlarmName[]>> = {
  SOS: ['SOS'],
  ACCIDENT: ['ACCIDENT', 'FALL'],
  POWER_CUT: ['POWER_CUT', 'POWER_OFF'],
  TAMPER: ['TAMPER', 'REMOVED'],
  JAMMING: ['JAMMING', 'GPS_ANTENNA_CUT'],
  TOW: ['TOW'],
  FUEL_LEAK: ['FUEL_LEAK'],
  TEMPERATURE: ['TEMPERATURE'],
  FATIGUE: ['FATIGUE'],
  LOW_BATTERY: ['LOW_BATTERY', 'LOW_POWER'],
  FAULT: ['FAULT'],
  SHOCK: ['SHOCK', 'VIBRATION'],
  DOOR: ['DOOR', 'BONNET'],
  OVERSPEED: ['OVERSPEED'],
  BRAKING: ['BRAKING'],
  ACCELERATION: ['ACCELERATION'],
  CORNERING: ['CORNERING'],
};
const kindByName = new Map(
  (Object.entries(namesOfKinds) as [AlarmKind, readonly AlarmName[]][]).flatMap(([kind, names]) =>
    names.map((name) => [name, kind] as const),
  ),
);
/** The kind of what a device cried; undefined where it is none of which records are kept. */
export const kindOf = (name: AlarmName): AlarmKind | undefined => kindByName.get(name);

/** Devices repeat an alarm while it lasts, with heartbeats some minutes apart; each harsh event lasts seconds. Milliseconds. */
const [lastingMs, eventMs] = [15 * 60_000, 5_000];
const events: ReadonlySet<AlarmKind> = new Set(['BRAKING', 'ACCELERATION', 'CORNERING']);
/** What comes again within this time is the same alarm. */
export const sameMs = (kind: AlarmKind): number => (events.has(kind) ? eventMs : lastingMs);

/** People are not told of what a device reports later than this. */
export const lateMs = 3_600_000;
