import { hasDay, unfitReasons } from '#telematics/pipeline/kept-fixes.ts';
import type { AlarmName } from '#telematics/protocols/alarms.ts';
import type { Reading } from '#telematics/protocols/protocol.ts';
import type { Position } from '../positions/position.ts';

/** One alarm of one record that a device sent, with a place or without. */
export interface DeviceAlarm {
  /** Slot of the device. */
  device: number;
  name: AlarmName;
  /** Milliseconds, UTC: that of the fix, else of the device's clock, else of its arrival. */
  at: number;
  /** That of its batch, unlike that of any other batch. */
  receivedAt: number;
  /** Degrees times 10,000,000; null where the device did not say, or cannot have been there. */
  latE7: number | null;
  lonE7: number | null;
  /** Hundredths of km/h. */
  speedCkmh: number | null;
}

/** So far a clock may be ahead and still be believed, as that of a fix. Milliseconds. */
const aheadMs = 5 * 60_000;

/** The alarms of a record. Many devices send some of them without a place: a button in a garage, a cut cable. `now`: milliseconds. */
export function alarmsOf(device: number, reading: Reading, position: Position | null, now: number): DeviceAlarm[] {
  if (reading.alarms.length === 0) return [];
  const said = position?.fixAt ?? reading.deviceTime;
  // A clock that is ahead says nothing of when it was; an alarm that is to come would stand before all others.
  const at = said !== null && hasDay(said, now) && said <= now + aheadMs ? Math.round(said) : now;
  // Where it was is right all the same.
  const isPlaced = position !== null && ['future', null].includes(unfitReasons[position.unfit] ?? null);
  return [...new Set(reading.alarms)].map((name) => ({
    device,
    name,
    at,
    receivedAt: 0,
    latE7: isPlaced ? position.latE7 : null,
    lonE7: isPlaced ? position.lonE7 : null,
    speedCkmh: isPlaced ? position.speedCkmh : null,
  }));
}
