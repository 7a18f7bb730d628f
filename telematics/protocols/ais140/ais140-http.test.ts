import { describe, expect, test } from 'vitest';
import { vlt } from './ais140-http.ts';
import type { TrackerRequest } from '../request.ts';
import { testRequestVectors } from '../testing/request-vectors.ts';
import { now, vectorsOf } from '../testing/vectors.ts';

const record = (kind: string, alert: string, speed: string) =>
  `${alert}${kind}1221126040506023.022500N072.571400E404x19601d000037596${speed}198.7011011201M`;
const ask = (vltdata: string) =>
  vlt.read({ method: 'POST', uri: '/', headers: {}, body: `vltdata=${vltdata}` }, { now });

describe('AIS-140 over HTTP', () => {
  testRequestVectors({
    protocol: vlt,
    vectors: vectorsOf<TrackerRequest>('india_other').filter(({ protocol }) => protocol === 'vlt'),
    attributes: 'event archive sat hdop ignition charge motion',
    decided: ['speed'],
  });

  test('the speed is km/h, as the standard has it', () => {
    const [reading] = ask(`NRM356307042441013${record('L', '01', '061.50')}`).readings;
    expect(reading?.fix).toMatchObject({ speedKmh: 61.5, course: 198.7, lat: 23.0225, lon: 72.5714, satellites: 11 });
    expect(reading?.fix?.time).toBe(Date.UTC(2026, 10, 22, 4, 5, 6));
  });

  test('the tower is kept, with its signal', () => {
    const [reading] = ask(`NRM356307042441013${record('L', '01', '061.50')}`).readings;
    expect(reading?.attributes['cells']).toBe('404-19-24605-37596@-89');
    const none = record('L', '01', '061.50').replace('000037596', '000000000');
    expect(ask(`NRM356307042441013${none}`).readings[0]?.attributes).not.toHaveProperty('cells');
  });

  test('a head or a record that is not known is answered and told of, and its place is read where it is one', () => {
    const whole = record('L', '01', '061.50');
    const said = (data: string) => {
      const { status, readings, unread } = ask(data);
      return [status, readings.length, unread];
    };
    expect(said(`NRM356307042441013${whole}`)).toEqual([200, 1, undefined]);
    expect(said(`NRM356307042441013${whole.replace('N072', 'N-72')}`)).toEqual([200, 0, 'NRM record']);
    expect(said('NRM356307042441013')).toEqual([200, 0, 'NRM record']);
    expect(said(`BTH356307042441013002${whole}${whole}`)).toEqual([200, 2, undefined]);
    expect(said(`BTH356307042441013002${whole}${whole.slice(0, 40)}`)).toEqual([200, 1, 'BTH record']);
    expect(said(`BTH356307042441013002${whole}${'x'.repeat(78)}`)).toEqual([200, 1, 'BTH record']);
    expect(said(`FUL356307042441013${whole}`)).toEqual([200, 1, 'FUL']);
    expect(said('?;<356307042441013what')).toEqual([200, 0, '---']);
    // They have no place, as over TCP.
    for (const head of ['LGN', 'HLM']) expect(said(`${head}356307042441013100,30`)).toEqual([200, 0, undefined]);
    const help = ask(`EPB356307042441013${whole}`);
    expect([help.unread, help.readings[0]?.alarms, help.readings[0]?.fix?.lat]).toEqual(['EPB', ['SOS'], 23.0225]);
    expect(said('EPB356307042441013,A,1')).toEqual([200, 0, 'EPB']);
  });

  test('a batch brings its records one by one, and an emergency is told', () => {
    const decoded = ask(`BTH356307042441013002${record('H', '02', '000.00')}${record('L', '10', '000.00')}`);
    expect(decoded.identity).toBe('356307042441013');
    expect(decoded.readings.map(({ archived, alarms }) => [archived, alarms])).toEqual([
      [true, []],
      [false, ['SOS']],
    ]);
    expect(ask('NRMnobody')).toMatchObject({ status: 400, refused: 'No identity' });
  });
});
