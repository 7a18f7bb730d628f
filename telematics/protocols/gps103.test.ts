import { describe, expect, test } from 'vitest';
import { gps103 } from './gps103.ts';
import { testHostile } from './testing/hostile.ts';
import { bytesOf, now, testVectors, vectorsOf } from './testing/vectors.ts';

const vectors = vectorsOf('gps103');

describe('GPS103', () => {
  testVectors({
    protocol: gps103,
    vectors,
    ends: ';',
    attributes: 'ignition door alarm fuel driverUniqueId event fuel1 fuel2 hours rpm obdSpeed coolantTemp',
  });
  testHostile(gps103, vectors.map(bytesOf));

  const read = (text: string) =>
    gps103.open({ checksum: 'lenient', transport: 'stream' }).read(Buffer.from(text), { now });
  const sentence = (word: string, local: string, utc: string) =>
    `imei:356307042441013,${word},${local},,F,${utc},A,2301.3500,N,07234.2840,E,10.00,181.2;`;

  test('the day is the one that brings the local date and the time in UTC together', () => {
    const timeOf = (local: string, utc: string) => read(sentence('tracker', local, utc)).readings[0]?.fix?.time;
    expect(timeOf('261122093506', '040506.000')).toBe(now);
    expect(timeOf('2611220335', '220506.000')).toBe(Date.UTC(2026, 10, 21, 22, 5, 6));
    expect(timeOf('2611212105', '040506.000')).toBe(now);
  });

  test('a call for help is told and answered, and a login and a heartbeat have their own words', () => {
    const decoded = read(sentence('help me', '261122093506', '040506.000'));
    expect([decoded.readings[0]?.alarms, decoded.reply?.toString()]).toEqual([['SOS'], '**,imei:356307042441013,E;']);
    expect(decoded.readings[0]?.fix).toMatchObject({ speedKmh: 18.52, course: 181.2 });
    expect(read('##,imei:356307042441013,A;')).toMatchObject({
      identity: '356307042441013',
      reply: Buffer.from('LOAD'),
    });
    expect(read('356307042441013;')).toMatchObject({ identity: '356307042441013', reply: Buffer.from('ON') });
    expect(read('hello').refused).toBe('No identity');
  });
});
