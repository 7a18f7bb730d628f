import { describe, expect, test } from 'vitest';
import { tk103 } from './tk103.ts';
import { testHostile } from './testing/hostile.ts';
import { bytesOf, now, testVectors, vectorsOf } from './testing/vectors.ts';

const vectors = vectorsOf('tk103');

describe('TK103', () => {
  testVectors({
    protocol: tk103,
    vectors,
    // docs/decisions/0012: an identity without its bracket, and the cells of a battery that are not read.
    decided: {
      'tk103-b2151d7795': ['speaks'],
      'tk103-25fa85acb5': ['charge', 'batteryLevel', 'battery'],
      'tk103-15b5b2c2bc': ['odometer'],
    },
    attributes: 'charge ignition fuel odometer alarm batteryLevel battery power result vin',
  });
  testHostile(tk103, vectors.map(bytesOf));

  const read = (text: string) =>
    tk103.open({ checksum: 'lenient', transport: 'stream' }).read(Buffer.from(text), { now });

  test('columns have the year first and commas have it last', () => {
    const columns = read('(012345678901BR00261122A2301.3500N07234.2840E061.5040506181.2001000000L0000270F)');
    expect(columns.readings[0]).toMatchObject({
      attributes: { charge: true, ignition: true, in2: 0, odometer: 9_999 },
      fix: { time: now, lat: 23.0225, speedKmh: 61.5, course: 181.2, valid: true },
    });
    const commas = read('(356307042441013,ZC25,221126,A,2301.35000N,07234.28400E,61.5,040506,181.20)');
    expect(commas).toMatchObject({ identity: '356307042441013', readings: [{ alarms: ['SOS'], fix: { time: now } }] });
  });

  test('a login and a handshake are answered, and no identity is refused', () => {
    expect(read('(012345678901BP00HSO)').reply?.toString()).toBe('(012345678901AP01HSO)');
    expect(read('(())').refused).toBe('No identity');
  });

  test('an identity has twelve columns, or the fifteen digits of an IMEI, with a comma behind it or without', () => {
    const place = '261122A2301.3500N07234.2840E061.5040506181.2001000000L0000270F';
    for (const identity of ['012345678901', '356307042441013']) {
      const decoded = read(`(${identity}BR00${place})`);
      expect([decoded.identity, decoded.readings[0]?.fix?.time], identity).toEqual([identity, now]);
    }
    // A handshake repeats it behind the command.
    const handshake = read(`(012345678901BP05356307042441013${place})`);
    expect([handshake.identity, handshake.readings[0]?.fix?.lat, handshake.reply?.toString()]).toEqual([
      '012345678901',
      23.0225,
      '(012345678901AP05)',
    ]);
    expect(read(`(356307042441013BR00${place}+025.5)`).readings[0]?.attributes['temp1']).toBe(25.5);
  });

  test('volts and degrees that cannot be are left out: the place is taken', () => {
    const state = (said: string) => read(`(356307042441013,ZC20,221126,040506,${said})`).readings[0];
    expect(state('6,410,240')).toMatchObject({
      deviceTime: now,
      attributes: { batteryLevel: 100, battery: 4.1, power: 24 },
    });
    // Another layout: none of its numbers is what it seems.
    expect([state('6,41000,240')?.deviceTime, state('6,41000,240')?.attributes]).toEqual([now, {}]);
    expect(state('6,410,24000')?.attributes).toEqual({});
    const place = '261122A2301.3500N07234.2840E061.5040506181.2001000000L0000270F';
    const [hot] = read(`(356307042441013BR00${place}+850.0)`).readings;
    expect(hot).toMatchObject({ fix: { lat: 23.0225 }, attributes: { ignition: true, odometer: 9_999 } });
    expect(hot?.attributes).not.toHaveProperty('temp1');
  });

  test('towers and access points are kept, and a command that nobody described is told of', () => {
    expect(read('(012345678901BZ00,404,10,287d,1f71,00)').readings[0]?.attributes).toEqual({
      cells: '404-10-10365-8049',
    });
    const heard = read('(356307042441013,DW5B,404,10,10365,8049,1,aa:bb:cc:dd:ee:ff*-60*1,221126,040506)').readings[0];
    expect([heard?.deviceTime, heard?.attributes]).toEqual([
      now,
      { cells: '404-10-10365-8049', wifi: 'aabbccddeeff@-60' },
    ]);
    expect(read('(012345678901BX99 nobody knows)')).toMatchObject({ readings: [], unread: 'BX99' });
  });
});
