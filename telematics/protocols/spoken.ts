import { alarmWords } from './alarms.ts';
import type { Attributes, Reading } from './protocol.ts';

/** A reading as support staff see it. Without a fix, time and place are null; speed and course that the device does not state are 0. */
export type SpokenReading = {
  readonly deviceId: string | null;
  readonly time: string | null;
  readonly deviceTime: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly speedKph: number | null;
  readonly course: number | null;
  readonly altitude: number | null;
  readonly accuracy: number | null;
  readonly valid: boolean;
  readonly alarms: readonly string[];
  readonly attributes: Attributes;
};

/** Null where a device's clock is beyond what a calendar holds. */
function isoTime(time: number | null): string | null {
  if (time === null || !Number.isFinite(time) || Math.abs(time) > 8.64e15) return null;
  return new Date(time).toISOString();
}

export function speakReading(reading: Reading, deviceId: string | null): SpokenReading {
  const { fix, alarms, archived } = reading;
  const attributes: Attributes = { ...reading.attributes };
  if (typeof fix?.satellites === 'number') attributes['sat'] = fix.satellites;
  if (typeof fix?.hdop === 'number') attributes['hdop'] = fix.hdop;
  if (archived) attributes['archive'] = true;
  if (alarms.length > 0) attributes['alarm'] = alarms.map((name) => alarmWords[name]).join(',');
  return {
    deviceId: reading.deviceId ?? deviceId,
    time: fix ? isoTime(fix.time) : null,
    deviceTime: isoTime(reading.deviceTime),
    lat: fix?.lat ?? null,
    lon: fix?.lon ?? null,
    speedKph: fix ? (fix.speedKmh ?? 0) : null,
    course: fix ? (fix.course ?? 0) : null,
    altitude: fix?.altitudeM ?? null,
    accuracy: fix?.accuracyM ?? null,
    valid: fix?.valid ?? false,
    alarms,
    attributes,
  };
}
