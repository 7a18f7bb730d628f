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
