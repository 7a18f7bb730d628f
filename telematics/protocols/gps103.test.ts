import { describe, expect, test } from 'vitest';
import { FrameStream } from './frame-stream.ts';
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

  test('a sentence about the ignition states it, whatever the field for it lags behind with; later models say how full they are', () => {
    const said = (word: string, field: string) =>
      read(
        `imei:356307042441013,${word},261122093506,87%,F,040506.000,A,2301.3500,N,07234.2840,E,0.00,0,,${field},0,0.00%;`,
      ).readings[0];
    expect(said('acc on', '0')).toMatchObject({
      attributes: { ignition: true, door: false, batteryLevel: 87 },
      alarms: ['IGNITION_ON'],
    });
    expect(said('acc off', '1')?.attributes['ignition']).toBe(false);
    expect(
      [said('tracker', '1'), said('tracker', '0'), said('tracker', '')].map((one) => one?.attributes['ignition']),
    ).toEqual([true, false, undefined]);
  });

  test('the beginning of a picture says where it was taken, and its pieces say nothing', () => {
    const begun = read(sentence('vt007', '2611220935', '040506.000'));
    expect(begun.readings[0]?.fix).toMatchObject({ time: now, lat: 23.0225, speedKmh: 18.52 });
    expect(begun.readings[0]?.attributes).toEqual({});
    expect(read('imei:356307042441013,vr0100ffd8ffe000104a46;').readings).toEqual([]);
  });

  test('hemispheres stand before or behind their number, or nowhere, and a date may be missing', () => {
    const at = (place: string, local = '2611220935') =>
      read(`imei:356307042441013,tracker,${local},,F,040506.000,A,${place},10.00,181.2;`).readings[0]?.fix;
    for (const place of [
      '2301.3500,N,07234.2840,E',
      'N,2301.3500,E,07234.2840',
      '2301.3500,07234.2840',
      '2301.3500,N,E,07234.2840',
    ])
      expect(at(place), place).toMatchObject({ time: now, lat: 23.0225, lon: 72.5714, speedKmh: 18.52, course: 181.2 });
    expect(at('2301.3500,S,07234.2840,W')).toMatchObject({ lat: -23.0225, lon: -72.5714 });
    expect(new Date(at('2301.3500,N,07234.2840,E', '')?.time ?? 0).getUTCFullYear()).toBe(1999);
  });

  test('a tower is kept, and a sentence in another way is told of', () => {
    const tower = read('imei:356307042441013,tracker,2611220935,,L,,,287d,,1f71,,,;').readings[0];
    expect([tower?.fix, tower?.attributes]).toEqual([null, { cells: '0-0-10365-8049' }]);
    expect(read('imei:356307042441013,tracker,2611220935,,G,040506,A,2301,N;')).toMatchObject({
      readings: [],
      unread: 'tracker',
    });
  });

  test('percent, degrees and volts that cannot be are left out: the place is taken', () => {
    const said = (card: string, temperature: string) =>
      read(
        `imei:356307042441013,tracker,261122093506,${card},F,040506.000,A,2301.3500,N,07234.2840,E,0.00,0,,1,0,0.00%,,${temperature};`,
      ).readings[0];
    expect(said('87%', '+25')?.attributes).toMatchObject({ batteryLevel: 87, temp1: 25, ignition: true });
    const odd = said('870%', '+850');
    expect(odd).toMatchObject({ fix: { lat: 23.0225 }, attributes: { ignition: true, door: false } });
    expect(odd?.attributes).not.toHaveProperty('batteryLevel');
    expect(odd?.attributes).not.toHaveProperty('temp1');
    const obd = (volts: string) =>
      read(`imei:356307042441013,OBD,261122040506,1200,,,,40,,80,,1500,${volts};`).readings[0];
    expect(obd('13.9')).toMatchObject({ deviceTime: now, attributes: { battery: 13.9, rpm: 1500, obdSpeed: 40 } });
    expect([obd('1390')?.deviceTime, obd('1390')?.attributes]).toEqual([now, {}]);
  });

  test('what ends a sentence is no sentence of its own', () => {
    const stream = new FrameStream(gps103.open({ checksum: 'lenient', transport: 'stream' }), gps103.maxFrameBytes);
    const said = Buffer.from(`${sentence('tracker', '2611220935', '040506.000')}\r\n`.repeat(3));
    expect(stream.push(said).length).toBe(3);
  });
});
