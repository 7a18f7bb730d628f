import { judgeFix, type TrackFix } from '#telematics/pipeline/fix.ts';
import { hasDay, unfitReasons } from '#telematics/pipeline/kept-fixes.ts';
import type { Reading } from '#telematics/protocols/protocol.ts';

/*
 * A fix as it is stored: whole numbers of the precision that devices have. Trips are cut from these and never from what
 * was read, so that cutting again from the store gives the same.
 */

export interface Position {
  /** Slot of the device. */
  device: number;
  /** Milliseconds, UTC. */
  fixAt: number;
  /** That of its batch, unlike that of any other batch. */
  receivedAt: number;
  /** Degrees times 10,000,000. */
  latE7: number;
  lonE7: number;
  /** Hundredths of km/h. */
  speedCkmh: number | null;
  accuracyCm: number | null;
  /** Tenths of a degree. */
  courseDdeg: number | null;
  altitudeM: number | null;
  satellites: number | null;
  /** Hundredths. */
  hdopC: number | null;
  /** Sum of `flag`. */
  flags: number;
  /** Index in `unfitReasons`. */
  unfit: number;
  /** JSON. */
  attributes: string | null;
}

export const flag = { valid: 1, ignitionKnown: 2, ignitionOn: 4, archived: 8, alarm: 16 } as const;

const int = 2_147_483_647;
const small = 32_767;

/** Rounded, and within what the column holds; what is no number is absent. */
function whole(value: number | null, times: number, max: number): number | null {
  if (value === null || Number.isNaN(value)) return null;
  return Math.max(-max, Math.min(max, Math.round(value * times)));
}

/** Below zero is how some devices say that they do not know. */
const unlessNegative = (value: number | null): number | null => (value !== null && value < 0 ? null : value);

/** Longer ones say nothing that anybody reads; the frame itself is kept. */
const maxAttributes = 4_000;

/** PostgreSQL takes neither NUL nor half a pair in its texts. A backslash of the text itself is passed by. */
const untakenEscape = /\\(?:\\|u0000|ud[89a-f][0-9a-f]{2})/g;

function attributesOf({ attributes, alarms }: Reading): string | null {
  const all = alarms.length > 0 ? { ...attributes, alarms } : attributes;
  for (const _ in all) {
    const text = JSON.stringify(all);
    const json = text.includes('\\') ? text.replace(untakenEscape, (found) => (found === '\\\\' ? found : '')) : text;
    return json.length > maxAttributes ? JSON.stringify(alarms.length > 0 ? { alarms } : {}) : json;
  }
  return null;
}

/**
 * What is stored of a reading, or null when it has no fix, or one of a day that cannot be. `receivedAt` is set when its batch
 * begins. `now`: the server's clock, milliseconds. `aheadMs`: how far ahead of it a fix may be.
 */
export function positionOf(device: number, reading: Reading, now: number, aheadMs?: number): Position | null {
  const { fix } = reading;
  if (!fix || !hasDay(fix.time, now)) return null;
  const { ignition } = reading.attributes;
  const known = typeof ignition === 'boolean';
  return {
    device,
    fixAt: Math.round(fix.time),
    receivedAt: 0,
    latE7: whole(fix.lat, 1e7, int) ?? 0,
    lonE7: whole(fix.lon, 1e7, int) ?? 0,
    speedCkmh: whole(unlessNegative(fix.speedKmh), 100, int),
    accuracyCm: whole(unlessNegative(fix.accuracyM), 100, int),
    courseDdeg: whole(unlessNegative(fix.course), 10, small),
    altitudeM: whole(fix.altitudeM, 1, small),
    satellites: whole(fix.satellites, 1, small),
    hdopC: whole(fix.hdop, 100, small),
    flags:
      (fix.valid ? flag.valid : 0) |
      (known ? flag.ignitionKnown : 0) |
      (ignition === true ? flag.ignitionOn : 0) |
      (reading.archived ? flag.archived : 0) |
      (reading.alarms.length > 0 ? flag.alarm : 0),
    unfit: unfitReasons.indexOf(judgeFix(fix, now, aheadMs)),
    attributes: attributesOf(reading),
  };
}

/** The speed of a position, hundredths of km/h; null where the device states one that its vehicle does not reach. */
export const believedSpeed = ({ speedCkmh }: Pick<Position, 'speedCkmh'>, ceilingKmh: number): number | null =>
  speedCkmh !== null && speedCkmh > ceilingKmh * 100 ? null : speedCkmh;

/** A stored fix as the cutter takes it. `ceilingKmh`: what is stated above it is no speed. */
export function trackFixOf(position: Position, ceilingKmh: number): TrackFix {
  const { accuracyCm, flags } = position;
  const speedCkmh = believedSpeed(position, ceilingKmh);
  return {
    time: position.fixAt,
    lat: position.latE7 / 1e7,
    lon: position.lonE7 / 1e7,
    speedKmh: speedCkmh === null ? null : speedCkmh / 100,
    accuracyM: accuracyCm === null ? null : accuracyCm / 100,
    ignition: (flags & flag.ignitionKnown) === 0 ? null : (flags & flag.ignitionOn) !== 0,
  };
}
