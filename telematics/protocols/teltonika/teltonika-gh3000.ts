import type { AlarmName } from '../alarms.ts';
import type { ByteCursor } from '../byte-cursor.ts';
import type { Attributes, Reading } from '../protocol.ts';
import { plainFix } from '../text-fields.ts';

// Teltonika's oldest codec (07, GH3000): seconds since 2007, and masks that say what follows.

const firstSecond = Date.UTC(2007, 0, 1) / 1000;

const has = (mask: number, bit: number) => (mask & (1 << bit)) !== 0;

export function readGh3000Record(from: ByteCursor): Reading {
  const time = ((from.u32() & 0x3fff_ffff) + firstSecond) * 1000;
  const parts = from.u8();
  const attributes: Attributes = {};
  const alarms: AlarmName[] = [];
  const fix = has(parts, 0) ? readPlace(from, time, attributes) : null;
  for (const [bit, width] of [
    [1, 1],
    [2, 2],
    [3, 4],
  ] as const)
    if (has(parts, bit))
      for (let left = from.u8(); left > 0; left -= 1) {
        const id = from.u8();
        addElement(id, width === 1 ? from.u8() : width === 2 ? from.u16() : from.u32(), attributes, alarms);
      }
  return { deviceTime: time, fix, archived: false, attributes, alarms };
}

function readPlace(from: ByteCursor, time: number, attributes: Attributes) {
  const parts = from.u8();
  const lat = has(parts, 0) ? from.f32() : null;
  const lon = has(parts, 0) ? from.f32() : null;
  const altitudeM = has(parts, 1) ? from.u16() : null;
  const course = has(parts, 2) ? (from.u8() * 360) / 256 : null;
  const speedKmh = has(parts, 3) ? from.u8() : null;
  const satellites = has(parts, 4) ? from.u8() : null;
  if (has(parts, 5)) from.skip(4);
  if (has(parts, 6)) attributes['rssi'] = from.u8();
  if (has(parts, 7)) attributes['operator'] = from.u32();
  if (lat === null || lon === null || !Number.isFinite(lat) || !Number.isFinite(lon)) return null;
  return plainFix({ time, lat, lon, valid: true, altitudeM, course, speedKmh, satellites });
}

function addElement(id: number, value: number, attributes: Attributes, alarms: AlarmName[]): void {
  if (id === 1) attributes['batteryLevel'] = value;
  else if (id === 20) attributes['hdop'] = value / 10;
  else if (id === 22) attributes['pdop'] = value / 10;
  else if (id === 67) attributes['battery'] = value / 1000;
  else if (id === 240) attributes['motion'] = value === 1;
  else if (id === 222 && value === 1) alarms.push('SOS');
  else attributes[`io${id}`] = value;
}
