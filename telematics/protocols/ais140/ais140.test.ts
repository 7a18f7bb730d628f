import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { its } from './ais140.ts';
import { FrameStream } from '../frame-stream.ts';
import { testHostile } from '../testing/hostile.ts';
import { bytesOf, now, testVectors, vectorsOf } from '../testing/vectors.ts';

const vectors = vectorsOf('its');

describe('AIS-140 over TCP', () => {
  testVectors({
    protocol: its,
    vectors,
    ends: '*',
    // An emergency frame under another head: read, not dropped (docs/decisions/0012).
    // An alert about tampering by another maker's name: told.
    decided: { 'its-48bb49329b': ['a fix'], 'its-dc3ae0a913': ['alarms'] },
    attributes: 'event archive alarm sat pdop hdop operator ignition charge power battery emergency input output',
  });
  testHostile(its, vectors.map(bytesOf));

  const read = (text: string) =>
    its.open({ checksum: 'lenient', transport: 'stream' }).read(Buffer.from(text), { now });
  const place = '1,22112026,040506,23.022500,N,072.571400,E,61.5,181.2,11,53.0,1.2,0.8,AIRTEL,1,1,12.6,4.1,0,C';

  test('an alert says what happened, and one about the ignition states it', () => {
    const alarmsOf = (type: string, number: string) => {
      const [reading] = read(`$,NRM,ACME,1.0,${type},${number},L,356307042441013,GJ01AB1234,${place},`).readings;
      return [reading?.alarms, reading?.attributes['ignition']];
    };
    expect(alarmsOf('NR', '01')).toEqual([[], true]);
    expect(alarmsOf('EA', '10')).toEqual([['SOS'], true]);
    expect(alarmsOf('TA', '16')).toEqual([['TAMPER'], true]);
    expect(alarmsOf('DT', '16')).toEqual([['TAMPER'], true]);
    expect(alarmsOf('BD', '03')).toEqual([['POWER_CUT'], true]);
    expect(alarmsOf('OS', '17')).toEqual([['OVERSPEED'], true]);
    expect(alarmsOf('IF', '08')).toEqual([['IGNITION_OFF'], false]);
  });

  test('a place that is written in another way is told of, and a health message is not', () => {
    expect(
      read('$,NRM,ACME,1.0,NR,01,L,356307042441013,GJ01AB1234,1,22112026,040506,2301,N,07234,E,0,0,'),
    ).toMatchObject({
      readings: [],
      unread: 'NRM',
    });
    expect(read('$,HLM,ACME,1.0,356307042441013,90,20,5,10,60,0001,00,').unread).toBeUndefined();
    for (const head of ['$LGN', '$,LGN'])
      expect(read(`${head},GJ01AB1234,356307042441013,1.0,023.022500,N,072.571400,E,C27326CF`).unread).toBeUndefined();
  });

  test('what stands before and behind the operator differs: a number of the maker’s own is passed over, another layout is not read', () => {
    const head =
      '$NRM,ACME,1.0,NR,01,L,356307042441013,GJ01AB1234,1,22112026,040506,23.022500,N,072.571400,E,61.5,181.2,11,53.0';
    const state = 'Airtel,1,0,12.4,4.1,0,C';
    const plain = read(`${head},1.2,0.8,${state},18,404,10`).readings[0];
    const extra = read(`${head},1.2,0.8,46,${state},18,404,10`).readings[0];
    const said = { operator: 'Airtel', ignition: true, charge: false, power: 12.4, battery: 4.1, emergency: false };
    expect(plain?.attributes).toMatchObject(said);
    expect(extra).toEqual(plain);
    const other = read(`${head},Airtel,31,0,0,0,1,24.6,4.1,0.0,XXX.X,X1,X2,X3,134`).readings[0];
    expect(other?.fix).toMatchObject({ lat: 23.0225, speedKmh: 61.5, course: 181.2, altitudeM: 53, hdop: null });
    expect(other?.attributes).toEqual({ event: 1 });
  });

  test('the tower is kept, and its neighbours in whatever order they say what they are, where the frame shows it', () => {
    const cells = (...said: string[]) =>
      read(`$NRM,ACME,1.0,NR,01,L,356307042441013,GJ01AB1234,${place},${said.join(',')},0000,00,000001,`).readings[0]
        ?.attributes['cells'];
    const own = ['20', '404', '10', '287D', '1F71'];
    const served = '404-10-10365-8049@-73';
    const [a, b, c, d] = ['287D', '287D', '287E', '287D'];
    const [e, f, g, h] = ['1F72', '1F73', '1F74', '1F75'];
    const heard = `${served} 404-10-10365-8050 404-10-10365-8051 404-10-10366-8052 404-10-10365-8053`;
    expect(cells(...own, a, e, '29', b, f, '18', c, g, '18', d, h, '14')).toBe(heard);
    expect(cells(...own, e, a, '29', f, b, '18', g, c, '18', h, d, '14')).toBe(heard);
    expect(cells(...own, '29', a, e, '18', b, f, '18', c, g, '14', d, h)).toBe(heard);
    expect(cells(...own, '29', e, a, '18', f, b, '18', g, c, '14', h, d)).toBe(heard);
    // dBm where it can be nothing else; empty neighbours are none.
    expect(cells(...own, e, a, '-087', '0000', '0000', '0000', 'x', 'x', 'x', f, b, '-93')).toBe(
      `${served} 404-10-10365-8050@-87 404-10-10365-8051@-93`,
    );
    // Every field may be anything: nobody says which is the area.
    expect(cells(...own, '11', '12', '13', '14', '15', '16', '17', '18', '19', '20', '21', '22')).toBe(served);
    expect(cells('99', '404', '10', '287D', '1F71')).toBe('404-10-10365-8049');
    expect(cells('20', '404', '10', '0000', '0000')).toBeUndefined();
    expect(cells('20', '0', '0', '287D', '1F71')).toBeUndefined();
  });

  test('volts that cannot be mean another layout: the place is taken, and nothing of the state', () => {
    const volts = place.replace('12.6,4.1', '1260,4.1');
    const [reading] = read(`$NRM,ACME,1.0,EA,10,L,356307042441013,GJ01AB1234,${volts},20,404,10,287D,1F71`).readings;
    expect(reading?.fix).toMatchObject({ lat: 23.0225, speedKmh: 61.5 });
    expect(reading?.alarms).toEqual(['SOS']);
    expect(reading?.attributes).toEqual({ event: 10, cells: '404-10-10365-8049@-73' });
  });

  test('a stored record is told from a live one, and its fields are found without a registration too', () => {
    const decoded = read(`$NRM,ACME,1.0,NR,H,356307042441013,${place}`);
    expect(decoded.identity).toBe('356307042441013');
    expect(decoded.readings[0]).toMatchObject({
      archived: true,
      fix: { time: now, lat: 23.0225, lon: 72.5714, speedKmh: 61.5, course: 181.2, satellites: 11, valid: true },
    });
  });

  test('a number between the time and the place is not taken for the time', () => {
    const [reading] = read(
      '$NR,ACME,1.0,00,00,L,356307042441013,A,221126,040506,000017,23.022500,N,072.571400,E,61.5,181.2,11,53.0',
    ).readings;
    expect(reading?.fix).toMatchObject({ time: now, lat: 23.0225, lon: 72.5714, speedKmh: 61.5, valid: true });
  });

  test('a call for help is an SOS under every head, and carries its place', () => {
    for (const head of ['$,EPB', '$EPB', '$Header,ACME']) {
      const [reading] = read(
        `${head},EMR,356307042441013,NM,22112026040506,A,23.022500,N,072.571400,E,53.0,12.5,0.0,G,GJ01`,
      ).readings;
      expect(reading).toMatchObject({
        alarms: ['SOS'],
        fix: { time: now, lat: 23.0225, speedKmh: 12.5, altitudeM: 53 },
      });
    }
  });

  test('a login is answered with the server clock, a heartbeat with itself', () => {
    const login = read('$LGN,ACME,GJ01AB1234,356307042441013,1.0,AIS140,23.022500,N,072.571400,E');
    expect([login.identity, login.reply?.toString(), login.readings]).toEqual([
      '356307042441013',
      '$LGN22112026040506*',
      [],
    ]);
    expect(read('$HBT,ACME,1.0,356307042441013,88').reply?.toString()).toBe('$HBT*');
  });

  test('strict mode takes frames with one of the three known checksums and no others', () => {
    const body = `$NRM,ACME,1.0,NR,01,L,356307042441013,GJ01AB1234,${place},0000,00,000001,`;
    const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0');
    const xor = (text: string) => Buffer.from(text).reduce((value, byte) => value ^ byte, 0);
    const right = [
      `${body}()*${hex(xor(`${body}()*`), 2)}`,
      `${body}${hex(crc32(Buffer.from(body)), 8)}*`,
      `${body}${hex(xor(body), 2)},*`,
    ];
    for (const frame of right) {
      const conversation = its.open({ checksum: 'strict', transport: 'stream' });
      const stream = new FrameStream(conversation, its.maxFrameBytes);
      const frames = [...Buffer.from(frame + frame)].flatMap((byte) => stream.push(Buffer.from([byte])));
      const decoded = frames.map((one) => conversation.read(one, { now }));
      expect(
        decoded.map(({ refused, readings }) => [refused, readings.length]),
        frame,
      ).toEqual([
        [undefined, 1],
        [undefined, 1],
      ]);
    }
    const strict = its.open({ checksum: 'strict', transport: 'stream' });
    expect(strict.read(Buffer.from(`${body}()*00`), { now }).refused).toBe('Wrong checksum');
    expect(strict.read(Buffer.from(body), { now }).refused).toBe('No checksum');
    const lenient = its.open({ checksum: 'lenient', transport: 'stream' });
    expect(lenient.read(Buffer.from(`${body}12345678`), { now }).readings.length).toBe(1);
    expect(lenient.badChecksums).toBe(1);
  });
});
