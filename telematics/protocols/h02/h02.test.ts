import { describe, expect, test } from 'vitest';
import { FrameStream } from '../frame-stream.ts';
import { h02 } from './h02.ts';
import { testHostile } from '../testing/hostile.ts';
import { bytesOf, now, testVectors, vectorsOf } from '../testing/vectors.ts';

const vectors = vectorsOf('h02');

describe('H02', () => {
  testVectors({
    protocol: h02,
    vectors,
    attributes: 'ignition status alarm batteryLevel battery rssi result',
    // Hundreds of volts: the number is of a scale that nobody states, and left out (docs/decisions/0012).
    decided: {
      'h02-7c2395f916': ['battery'],
      'h02-98e8038519': ['battery'],
      'h02-2611981d29': ['battery'],
    },
  });
  testHostile(h02, vectors.map(bytesOf));

  const read = (text: string, at: number) =>
    h02.open({ checksum: 'lenient', transport: 'stream' }).read(Buffer.from(text), { now: at });

  test('a time of day without its date is the one nearest to now', () => {
    const sentence = (clock: string) => `*HQ,4210051415,V1,${clock},A,2301.3500,N,07234.2840,E,10.00,090,,FFFFFBFF#`;
    const timeOf = (clock: string, at: number) => read(sentence(clock), at).readings[0]?.fix?.time;
    const midnight = Date.UTC(2026, 10, 22);
    expect(timeOf('040506', now)).toBe(now);
    expect(timeOf('235950', midnight + 5_000)).toBe(midnight - 10_000);
    expect(timeOf('000005', midnight - 10_000)).toBe(midnight + 5_000);
  });

  test('a date without a time of day is its midnight, and neither is now', () => {
    const sentence = (time: string, date: string) =>
      `*HQ,4210051415,V1,${time},A,2301.3500,N,07234.2840,E,10.00,090,${date},FFFFFBFF#`;
    expect(read(sentence('', '211126'), now).readings[0]?.fix?.time).toBe(Date.UTC(2026, 10, 21));
    expect(read(sentence('', ''), now).readings[0]?.fix?.time).toBe(now);
  });

  test('every alarm of the status is told: a vibration does not hide an SOS', () => {
    const [reading] = read(
      '*HQ,4210051415,V1,040506,A,2301.3500,N,07234.2840,E,10.00,090,221126,FFF7FBFC#',
      now,
    ).readings;
    expect(reading?.alarms).toEqual(['VIBRATION', 'SOS', 'POWER_CUT']);
    expect(reading?.fix).toMatchObject({ speedKmh: 18.52, course: 90, time: now });
  });

  test('the two lengths of binary frames are told apart by what follows them', () => {
    const short = Buffer.from('2442100514150405062211262301350006072342840e010090fffffbffff0000', 'hex');
    const long = Buffer.concat([short, Buffer.from('06000000000000000000000001', 'hex')]);
    const frames = (...pieces: Buffer[]) => {
      const conversation = h02.open({ checksum: 'lenient', transport: 'stream' });
      const stream = new FrameStream(conversation, h02.maxFrameBytes);
      const all = pieces.flatMap((piece) => stream.push(piece));
      return all.map((frame) => conversation.read(frame, { now }).readings[0]?.fix?.time);
    };
    expect(frames(short)).toEqual([now]);
    expect(frames(Buffer.concat([short, short]))).toEqual([now, now]);
    expect(frames(long, long)).toEqual([now, now]);
    expect(frames(short, long.subarray(32), long)).toEqual([now, now]);
  });

  test('towers of sentences without a place are kept, with what is surely dBm', () => {
    const cells = (text: string) => read(text, now).readings[0]?.attributes['cells'];
    const end = '221126,FFFFFBFF';
    expect(cells(`*HQ,4210051415,NBR,040506,404,10,0,2,10365,8049,-70,10366,8050,23,${end},5#`)).toBe(
      '404-10-10365-8049@-70 404-10-10366-8050',
    );
    // As many as it says, as many as there are.
    expect(cells(`*HQ,4210051415,NBR,040506,404,10,0,1,10365,8049,-70,10366,8050,23,${end}#`)).toBe(
      '404-10-10365-8049@-70',
    );
    expect(cells(`*HQ,4210051415,NBR,040506,404,10,0,1,0,0,0,${end}#`)).toBeUndefined();
    expect(cells(`*HQ,4210051415,V3,040506,40410,02,010365,008049,128,-92,010366,008050,125,,0019,0,X,${end}#`)).toBe(
      '404-10-10365-8049@-92 404-10-10366-8050',
    );
    expect(cells(`*HQ,4210051415,V3,040506,x,99,010365,008049,128,-92,0019,0,X,${end}#`)).toBeUndefined();
  });

  test('volts and percent that cannot be are left out, and the status is read', () => {
    const said = (text: string) => read(text, now).readings[0]?.attributes;
    const end = '221126,FFFFFBFF';
    expect(said(`*HQ,4210051415,V3,040506,40410,01,010365,008049,128,,0019,0,X,${end}#`)).toMatchObject({
      battery: 25,
    });
    const high = said(`*HQ,4210051415,V3,040506,40410,01,010365,008049,128,,02DD,0,X,${end}#`);
    expect(high).toMatchObject({ ignition: false, cells: '404-10-10365-8049' });
    expect(high).not.toHaveProperty('battery');
    expect(said('*HQ,4210051415,HTBT,84#')).toEqual({ batteryLevel: 84 });
    expect(said('*HQ,4210051415,HTBT,840#')).toEqual({});
    expect(said(`*HQ,4210051415,LINK,040506,15,0,184,0,0,${end}#`)).not.toHaveProperty('batteryLevel');
  });

  test('a place is read whatever the word before it is, and a word that nobody described is told of', () => {
    const place = '040506,A,2301.3500,N,07234.2840,E,10.00,090,221126,FFFFFBFF';
    for (const word of ['V1', 'V2', 'V6', 'V19', 'D9', 'TMP'])
      expect(read(`*HQ,4210051415,${word},${place}#`, now).readings[0]?.fix, word).toMatchObject({
        time: now,
        lat: 23.0225,
      });
    expect(read('*HQ,4210051415,NEWS,1,2,3#', now)).toMatchObject({
      readings: [],
      identity: '4210051415',
      unread: 'NEWS',
    });
    expect(read('*HQ,4210051415,XT,V,100#', now).unread).toBeUndefined();
    expect(
      read('*hq,356307042441013,VP1,V,404,10,10365,8049,-70Y10366,8050,-80#', now).readings[0]?.attributes,
    ).toEqual({
      cells: '404-10-10365-8049@-70 404-10-10366-8050@-80',
    });
  });
});
