import { alarmsByWord } from '../alarms.ts';
import type { Attributes, Reading } from '../protocol.ts';
import { dropImpossible } from '../plausible.ts';
import { plainFix } from '../text-fields.ts';

// What the Traccar Client of today posts: { device_id, location } with metres per second, and -1 for what it does not know.

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const numberIn = (fields: Fields, name: string): number | null => {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/** A measure that is never negative: -1 says that it is not known. */
const measureIn = (fields: Fields, name: string): number | null => {
  const value = numberIn(fields, name);
  return value === null || value < 0 ? null : value;
};

/** One location, or null where it has no time. */
function readLocation(location: Fields): Reading | null {
  const stamp = location['timestamp'];
  const time = typeof stamp === 'number' ? stamp : typeof stamp === 'string' ? Date.parse(stamp) : Number.NaN;
  if (!Number.isFinite(time)) return null;
  const coords = fieldsOf(location['coords']);
  const lat = numberIn(coords, 'latitude');
  const lon = numberIn(coords, 'longitude');
  const speed = measureIn(coords, 'speed');
  const placed = lat !== null && lon !== null && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  const fix = placed
    ? plainFix({
        time,
        lat,
        lon,
        valid: true,
        speedKmh: speed === null ? null : speed * 3.6,
        course: measureIn(coords, 'heading'),
        altitudeM: numberIn(coords, 'altitude'),
        accuracyM: measureIn(coords, 'accuracy'),
      })
    : null;
  const alarm = fieldsOf(location['extras'])['alarm'];
  const alarms = typeof alarm === 'string' ? [alarmsByWord[alarm.toLowerCase()] ?? ('GENERAL' as const)] : [];
  return { deviceTime: time, fix, archived: false, attributes: readState(location), alarms };
}

const maxExtras = 50;

/** What the app's owner added, by its own name. What the client itself states goes before it. */
function extrasOf(location: Fields): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(fieldsOf(location['extras']))) {
    if (name === 'alarm' || name === '__proto__' || Object.keys(attributes).length >= maxExtras) continue;
    if (typeof value === 'string') attributes[name] = value.slice(0, 256);
    else if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
      attributes[name] = value;
  }
  return attributes;
}

function readState(location: Fields): Attributes {
  const attributes: Attributes = extrasOf(location);
  if (typeof location['event'] === 'string') attributes['event'] = location['event'];
  if (typeof location['is_moving'] === 'boolean') attributes['motion'] = location['is_moving'];
  const odometer = measureIn(location, 'odometer');
  if (odometer !== null) attributes['odometer'] = odometer;
  if (location['mock'] === true) attributes['mock'] = true;
  const activity = fieldsOf(location['activity'])['type'];
  if (typeof activity === 'string') attributes['activity'] = activity;
  const battery = fieldsOf(location['battery']);
  const level = measureIn(battery, 'level');
  if (level !== null) attributes['batteryLevel'] = Math.round(level * 100);
  if (typeof battery['is_charging'] === 'boolean') attributes['charge'] = battery['is_charging'];
  dropImpossible(attributes);
  return attributes;
}

/** Whose locations these are and what they say, or why they cannot be read. One location or a list of them. */
export function readClientBody(body: string): { identity: string; readings: Reading[] } | string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return 'Not JSON';
  }
  const { device_id: id, location } = fieldsOf(parsed);
  const identity = typeof id === 'number' ? String(id) : id;
  if (typeof identity !== 'string' || identity === '' || identity.length > 64) return 'No identity';
  const locations = Array.isArray(location) ? location : [location];
  const readings = locations.map((one) => readLocation(fieldsOf(one))).filter((reading) => reading !== null);
  return readings.length > 0 ? { identity, readings } : 'No location with a time';
}
