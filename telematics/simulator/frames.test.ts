import { describe, expect, test } from 'vitest';
import { gt06 } from '../protocols/gt06/gt06.ts';
import { teltonika } from '../protocols/teltonika/teltonika.ts';
import { gt06Report } from './gt06-frames.ts';
import { teltonikaFullPacket } from './teltonika-frames.ts';

const place = {
  time: Date.UTC(2026, 10, 22, 4, 5, 6),
  lat: -23.0225,
  lon: 72.5714,
  speedKmh: 47.4,
  course: 359.7,
  ignition: true,
  odometerM: 1_234_567,
};

describe('what simulated trackers say is read as they mean it', () => {
  test('GT06 with ignition, odometer and the word that it was kept', () => {
    const conversation = gt06.open({ checksum: 'strict', transport: 'stream' });
    const decoded = conversation.read(gt06Report(place, 70_000, true), { now: place.time });
    expect(decoded.readings).toMatchObject([
      {
        archived: true,
        fix: { time: place.time, speedKmh: 47, course: 0, valid: true, satellites: 9 },
        attributes: { ignition: true, odometer: 1_234_567, archive: true },
      },
    ]);
    expect(decoded.readings[0]?.fix?.lat).toBeCloseTo(place.lat, 6);
    expect(decoded.readings[0]?.fix?.lon).toBeCloseTo(place.lon, 6);
    expect(decoded.reply?.readUInt16BE(4)).toBe(70_000 % 65_536);
  });

  test.each(['BRAKING', 'ACCELERATION', 'CORNERING'] as const)('%s, where the tracker is', (harsh) => {
    const felt = { ...place, harsh };
    const ofGt06 = gt06
      .open({ checksum: 'strict', transport: 'stream' })
      .read(gt06Report(felt, 7, false), { now: place.time });
    const ofTeltonika = teltonika
      .open({ checksum: 'strict', transport: 'stream' })
      .read(teltonikaFullPacket([felt]), { now: place.time });
    for (const { readings } of [ofGt06, ofTeltonika]) {
      expect(readings).toMatchObject([
        { alarms: [harsh], fix: { time: place.time, speedKmh: 47 }, attributes: { ignition: true } },
      ]);
      expect(readings[0]?.fix?.lat).toBeCloseTo(place.lat, 6);
    }
    expect(ofGt06.reply?.readUInt16BE((ofGt06.reply?.length ?? 0) - 6)).toBe(7);
  });

  test('Teltonika 8E with elements', () => {
    const conversation = teltonika.open({ checksum: 'strict', transport: 'stream' });
    const decoded = conversation.read(teltonikaFullPacket([place, { ...place, ignition: false }]), { now: place.time });
    expect(decoded.reply?.readUInt32BE()).toBe(2);
    expect(decoded.readings).toMatchObject([
      {
        fix: { time: place.time, lat: place.lat, lon: place.lon, speedKmh: 47, course: 0 },
        attributes: { ignition: true, motion: true, power: 13.9, odometer: 1_234_567 },
      },
      { attributes: { ignition: false, power: 12.6 } },
    ]);
  });
});
