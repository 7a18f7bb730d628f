import { describe, expect, test } from 'vitest';
import { teltonika } from './teltonika.ts';
import { testHostile } from '../testing/hostile.ts';
import { packetOf, teltonikaDatagram, teltonikaLogin, teltonikaPacket } from '../../simulator/teltonika-frames.ts';
import { bytesOf, now, testVectors, vectorsOf } from '../testing/vectors.ts';

const vectors = vectorsOf('teltonika');
const records = [
  { time: now, lat: 23.0225, lon: 72.5714, speedKmh: 47, course: 181 },
  { time: now + 5_000, lat: -23.0226, lon: -72.5715, speedKmh: 0, course: 359, panic: true },
];

describe('Teltonika', () => {
  testVectors({
    protocol: teltonika,
    vectors,
    attributes:
      'ignition motion power battery odometer tripOdometer rssi pdop hdop sat event priority driverUniqueId operator ' +
      'in1 in2 in3 in4 out1 out2 alarm vin result',
  });
  testHostile(teltonika, vectors.map(bytesOf));
  testHostile(teltonika, [teltonikaDatagram('356307042441013', records, { packet: 1, records: 2 })], 'datagram');

  test('an unknown device can be sent away with the word that the protocol has for it', () => {
    const decoded = teltonika
      .open({ checksum: 'strict', transport: 'stream' })
      .read(teltonikaLogin('356307042441013'), { now });
    expect(decoded).toMatchObject({
      identity: '356307042441013',
      reply: Buffer.from([1]),
      rejection: Buffer.from([0]),
    });
  });

  test('records with a wrong checksum are not accepted in strict mode, and the device sends them again', () => {
    const packet = teltonikaPacket(records);
    const conversation = teltonika.open({ checksum: 'strict', transport: 'stream' });
    expect(conversation.read(packet, { now })).toMatchObject({ reply: Buffer.from([0, 0, 0, 2]) });
    packet[20] = (packet[20] ?? 0) ^ 1;
    expect(conversation.read(packet, { now })).toEqual({
      readings: [],
      refused: 'Wrong checksum',
      reply: Buffer.from([0, 0, 0, 0]),
    });
  });

  test('a packet whose counts of records differ is not accepted in either mode', () => {
    const packet = teltonikaPacket(records);
    packet[packet.length - 5] = 3;
    const decoded = teltonika.open({ checksum: 'lenient', transport: 'stream' }).read(packet, { now });
    expect(decoded).toMatchObject({ readings: [], reply: Buffer.from([0, 0, 0, 0]) });
    expect(decoded.refused).toBe('The two counts of records differ');
  });

  test('records of a codec that nobody knows are not accepted, so that none is lost by an acknowledgement', () => {
    const whole = teltonikaPacket(records);
    const strange = packetOf(Buffer.concat([Buffer.from([0x44]), whole.subarray(9, whole.length - 4)]));
    const said = { readings: [], refused: 'Codec 68 is not known' };
    for (const checksum of ['strict', 'lenient'] as const) {
      const stream = teltonika.open({ checksum, transport: 'stream' });
      expect(stream.read(strange, { now })).toEqual({ ...said, reply: Buffer.from([0, 0, 0, 0]) });
    }
    const frame = teltonikaDatagram('356307042441013', records, { packet: 1, records: 2 });
    // Behind length, packet, two bytes of numbers, and the identity with its length.
    frame[2 + 2 + 1 + 1 + 2 + 15] = 0x44;
    expect(teltonika.open({ checksum: 'strict', transport: 'datagram' }).read(frame, { now })).toEqual(said);
  });

  test('datagrams carry the identity with them and are acknowledged by their own numbers', () => {
    const conversation = teltonika.open({ checksum: 'strict', transport: 'datagram' });
    const frame = teltonikaDatagram('356307042441013', records, { packet: 0xcafe, records: 0x1b });
    expect(conversation.cut(frame)).toEqual({ kind: 'frame', start: 0, end: frame.length });
    const decoded = conversation.read(frame, { now });
    expect(decoded.identity).toBe('356307042441013');
    expect(decoded.reply?.toString('hex')).toBe('0005cafe011b02');
    expect(decoded.readings.map(({ fix, alarms }) => [fix?.lat, fix?.lon, fix?.speedKmh, alarms])).toEqual([
      [23.0225, 72.5714, 47, []],
      [-23.0226, -72.5715, 0, ['SOS']],
    ]);
  });

  test('the oldest codec says by masks what a record holds', () => {
    const time = Math.floor(Date.UTC(2026, 10, 22, 4) / 1000) - Date.UTC(2007, 0, 1) / 1000;
    const place = Buffer.alloc(8);
    place.writeFloatBE(23.0225, 0);
    place.writeFloatBE(72.5714, 4);
    // The place with course, speed and satellites; of the elements one of a byte: the panic button.
    const record = [Buffer.alloc(4), Buffer.from([0b11, 0b11101]), place, Buffer.from([64, 47, 9, 1, 222, 1])];
    record[0]?.writeUInt32BE(time);
    const packet = packetOf(Buffer.concat([Buffer.from([7, 1]), ...record, Buffer.from([1])]));
    const decoded = teltonika.open({ checksum: 'strict', transport: 'stream' }).read(packet, { now });
    expect(decoded.reply?.toString('hex')).toBe('00000001');
    expect(decoded.readings[0]).toMatchObject({
      alarms: ['SOS'],
      fix: { speedKmh: 47, course: 90, satellites: 9, valid: true },
    });
    expect(decoded.readings[0]?.fix?.time).toBe(Date.UTC(2026, 10, 22, 4));
    expect(decoded.readings[0]?.fix?.lat).toBeCloseTo(23.0225, 5);
  });

  type Element = readonly [number, string];
  /** A record of codec 8 extended: elements of one, two, four and eight bytes, and of any length, as number and hexadecimal value. */
  function extended(groups: readonly (readonly Element[])[], texts: readonly Element[] = []): Buffer {
    const word = (value: number) => Buffer.from([value >> 8, value & 0xff]);
    const head = Buffer.alloc(24);
    head.writeBigUInt64BE(BigInt(now));
    head.writeInt32BE(725_714_000, 9);
    head.writeInt32BE(230_225_000, 13);
    head[21] = 9;
    const elements = groups.map((group) =>
      Buffer.concat([word(group.length), ...group.flatMap(([id, value]) => [word(id), Buffer.from(value, 'hex')])]),
    );
    const long = texts.flatMap(([id, value]) => [word(id), word(value.length / 2), Buffer.from(value, 'hex')]);
    const count = word(groups.flat().length + texts.length);
    const record = Buffer.concat([head, word(0), count, ...elements, word(texts.length), ...long]);
    return packetOf(Buffer.concat([Buffer.from([0x8e, 1]), record, Buffer.from([1])]));
  }

  test('a battery that is more than full is left out, and the elements beside it are read', () => {
    const said = (level: string) =>
      teltonika
        .open({ checksum: 'strict', transport: 'stream' })
        .read(extended([[[113, level]], [[66, '2ee0']], [], []]), {
          now,
        }).readings[0]?.attributes;
    expect(said('57')).toMatchObject({ batteryLevel: 87, power: 12 });
    expect(said('ff')).toMatchObject({ power: 12 });
    expect(said('ff')).not.toHaveProperty('batteryLevel');
  });

  test('analogue inputs, probes, towers and what the car says have names; the professional models keep numbers for the last', () => {
    const packet = extended([
      [
        [89, '2a'],
        [32, 'f6'],
      ],
      [
        [9, '2ee0'],
        [85, '0bb8'],
        [25, 'ff38'],
        [205, '1f71'],
        [206, '287d'],
        [86, '01f4'],
      ],
      [
        [72, '000000fa'],
        [73, 'ffffff9c'],
        [74, '00000bb8'],
        [241, '00009dda'],
      ],
      [],
    ]);
    const read = (model?: string) => {
      const options = { checksum: 'strict', transport: 'stream', ...(model ? { model } : {}) } as const;
      return teltonika.open(options).read(packet, { now }).readings[0]?.attributes;
    };
    const both = { adc1: 12, bleTemp1: -2, bleHumidity1: 50, temp1: 25, temp2: -10, cells: '404-10-10365-8049' };
    expect(read()).toMatchObject({ ...both, fuelLevel: 42, coolantTemp: -10, rpm: 3_000 });
    expect(read()).not.toHaveProperty('temp3');
    expect(read('FMB640')).toMatchObject({ ...both, io89: 42, io85: 3_000 });
    expect(read('FMB640')).not.toHaveProperty('rpm');
  });

  const readOne = (packet: Buffer) =>
    teltonika.open({ checksum: 'strict', transport: 'stream' }).read(packet, { now }).readings[0];

  test('the beacons that a device heard are kept, in both kinds of lists', () => {
    const uuid = 'fda50693a4e24fb1afcfc6eb07647825';
    const iBeacon = `21${uuid}0001000ac5`;
    const eddystone = '0700112233445566778899a1b2c3d4e5f6b00c1c0017';
    expect(readOne(extended([[], [], [], []], [[385, `11${iBeacon}${eddystone}`]]))?.attributes['beacons']).toBe(
      `${uuid}:1:10@-59 00112233445566778899:a1b2c3d4e5f6@-80;3.1V;23C`,
    );
    const field = (number: number, value: string) =>
      `${Buffer.from([number, value.length / 2]).toString('hex')}${value}`;
    const entry = (...all: string[]) => `${Buffer.from([all.join('').length / 2]).toString('hex')}${all.join('')}`;
    const coldBox = entry(
      field(5, Buffer.from('Cold box 3\0').toString('hex')),
      field(15, '7cd9f4110c40'),
      field(6, 'fe70'),
      field(7, '34'),
      field(14, '0c1c'),
    );
    const tag = entry(field(0, 'c6'), field(1, 'babbf3630055'), field(2, '806d'), field(99, '0102'));
    for (const id of [548, 10828, 10829, 10831, 11317])
      expect(readOne(extended([[], [], [], []], [[id, `01${coldBox}${tag}`]]))?.attributes['beacons'], `${id}`).toBe(
        'Cold-box-3/7cd9f4110c40;3.1V;-4C;52% babbf3630055@-58;3.09V',
      );
    // Two elements of one record say it together; one that does not come out stays as it is.
    const both = readOne(
      extended(
        [[], [], [], []],
        [
          [385, `11${iBeacon}`],
          [548, `01${tag}`],
          [10828, '01ff00'],
        ],
      ),
    );
    expect(both?.attributes['beacons']).toBe(`${uuid}:1:10@-59 babbf3630055@-58;3.09V`);
    expect(both?.attributes['io10828']).toBe('01ff00');
  });

  test('elements that cry: a crash of any certainty, idling, and the fence that a vehicle draws around itself', () => {
    const alarms = (id: number, value: string) => readOne(extended([[[id, value]], [], [], []]))?.alarms;
    expect(alarms(247, '06')).toEqual(['ACCIDENT']);
    expect(alarms(247, '00')).toEqual([]);
    expect(alarms(251, '01')).toEqual(['IDLE']);
    expect([alarms(175, '00'), alarms(175, '01')]).toEqual([['FENCE_EXIT'], ['FENCE_ENTER']]);
    expect([1, 2, 3, 4].map((kind) => alarms(253, `0${kind}`))).toEqual([
      ['ACCELERATION'],
      ['BRAKING'],
      ['CORNERING'],
      [],
    ]);
  });

  test('a text of codec 15 carries its time and the identity once more', () => {
    const text = Buffer.from('probe 7: 4.1 V');
    const head = Buffer.alloc(4 + 4 + 8);
    head.writeUInt32BE(12 + text.length, 0);
    head.writeUInt32BE(now / 1_000, 4);
    Buffer.from('0356307042441013', 'hex').copy(head, 8);
    const packet = packetOf(Buffer.concat([Buffer.from([0x0f, 1, 0x0b]), head, text, Buffer.from([1])]));
    const decoded = teltonika.open({ checksum: 'strict', transport: 'stream' }).read(packet, { now });
    expect(decoded.readings).toMatchObject([{ deviceTime: now, attributes: { result: 'probe 7: 4.1 V' } }]);
  });
});
