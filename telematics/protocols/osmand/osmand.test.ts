import { describe, expect, test } from 'vitest';
import { osmand } from './osmand.ts';
import type { TrackerRequest } from '../request.ts';
import { testRequestVectors } from '../testing/request-vectors.ts';
import { now, vectorsOf } from '../testing/vectors.ts';

const ask = (uri: string, more: Partial<TrackerRequest> = {}) =>
  osmand.read({ method: 'GET', uri, headers: {}, body: '', ...more }, { now });

describe('OsmAnd and the Traccar Client', () => {
  testRequestVectors({
    protocol: osmand,
    vectors: vectorsOf<TrackerRequest>('osmand'),
    attributes: 'hdop event motion odometer activity batteryLevel mock ignition rpm fuel',
  });

  test('the speed of parameters is knots and that of JSON metres per second', () => {
    const decoded = ask('/?id=7&lat=23&lon=72&speed=10&bearing=90&timestamp=1795320000');
    expect(decoded.readings[0]?.fix).toMatchObject({ speedKmh: 18.52, course: 90, time: 1_795_320_000_000 });
    const body = {
      device_id: '7',
      location: { timestamp: 1_795_320_000_000, coords: { latitude: 23, longitude: 72, speed: 10 } },
    };
    const json = ask('/', { method: 'POST', body: JSON.stringify(body) });
    expect(json.readings[0]?.fix).toMatchObject({ speedKmh: 36, course: null });
  });

  test('times are seconds, milliseconds or words, and the server clock where there is none', () => {
    const timeOf = (text: string) => ask(`/?id=7&lat=23&lon=72${text}`).readings[0]?.fix?.time;
    expect(timeOf('&timestamp=1795320000')).toBe(1_795_320_000_000);
    expect(timeOf('&timestamp=1795320000123')).toBe(1_795_320_000_123);
    expect(timeOf('&timestamp=2026-11-22T04:00:00Z')).toBe(Date.UTC(2026, 10, 22, 4));
    expect(timeOf('&timestamp=2026-11-22 04:00:00')).toBe(Date.UTC(2026, 10, 22, 4));
    expect(timeOf('')).toBe(now);
    expect(ask('/?id=7&lat=23&lon=72&timestamp=yesterday')).toMatchObject({ status: 400, readings: [] });
  });

  test('a form, a token in either place, an SOS and anything else as an attribute', () => {
    const body = 'deviceid=7&location=23.5,72.5&alarm=sos&fuelLevel=40&door=true&note=in+town&token=secret';
    const decoded = ask('/', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(decoded).toMatchObject({ identity: '7', token: 'secret', status: 200 });
    expect(decoded.readings[0]).toMatchObject({
      alarms: ['SOS'],
      attributes: { fuelLevel: 40, door: true, note: 'in town' },
    });
    expect(ask('/?id=7&lat=1&lon=1', { headers: { Authorization: 'Bearer other' } }).token).toBe('other');
  });

  test('places that are none and bodies that are none are refused; a call for help is heard without a place', () => {
    for (const place of ['lat=91&lon=72', 'lat=NaN&lon=1e400', 'lat=23', 'location=here'])
      expect(ask(`/?id=7&${place}`)).toMatchObject({ status: 400, readings: [], refused: 'A place that is none' });
    const help = ask('/?id=7&lat=NaN&lon=72&alarm=sos');
    expect(help).toMatchObject({ status: 200, readings: [{ fix: null, alarms: ['SOS'] }] });
    expect(ask('/?id=7&batt=50')).toMatchObject({ status: 200, readings: [{ fix: null }] });
    expect(ask('/', { body: '{"device_id":"7","location":[]}' })).toMatchObject({ status: 400 });
    expect(ask('/', { body: '{"__proto__":{"device_id":"7"}}' })).toMatchObject({
      status: 400,
      refused: 'No identity',
    });
  });

  test('small numbers have an exponent, zeros for a place are none, and valid is true or 1', () => {
    const small = ask('/?id=7&lat=-2.5E-4&lon=.5&speed=5.0E-1&bearing=1e2').readings[0]?.fix;
    expect(small).toMatchObject({ lat: -0.00025, lon: 0.5, speedKmh: 0.926, course: 100, valid: true });
    expect(ask('/?id=7&lat=0.0&lon=0&batt=40')).toMatchObject({
      status: 200,
      readings: [{ fix: null, attributes: { batteryLevel: 40 } }],
    });
    const valid = (text: string) => ask(`/?id=7&lat=23&lon=72&valid=${text}`).readings[0]?.fix?.valid;
    expect(['true', 'TRUE', '1', 'false', 'FALSE', '0', 'A', ''].map(valid)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test('what is below zero is not known, in parameters as in JSON', () => {
    const [reading] = ask('/?id=7&lat=23&lon=72&speed=-1&bearing=-1&accuracy=-1&hdop=-1').readings;
    expect(reading?.fix).toMatchObject({ speedKmh: null, course: null, accuracyM: null, hdop: null });
  });

  test('a battery that is more than full or less than empty is left out, in parameters as in JSON', () => {
    const level = (batt: string) => ask(`/?id=7&lat=23&lon=72&batt=${batt}&seats=12`).readings[0]?.attributes;
    expect(level('40')).toEqual({ batteryLevel: 40, seats: 12 });
    expect([level('-1'), level('400')]).toEqual([{ seats: 12 }, { seats: 12 }]);
    const phone = (charge: number) => {
      const location = { timestamp: now, coords: { latitude: 23, longitude: 72 }, battery: { level: charge } };
      return ask('/', { method: 'POST', body: JSON.stringify({ device_id: '7', location }) }).readings[0]?.attributes;
    };
    expect([phone(0.4), phone(-1), phone(40)]).toEqual([{ batteryLevel: 40 }, {}, {}]);
  });

  test('towers, access points and what the owner of the app added are kept', () => {
    const heard = ask('/?id=7&lat=23&lon=72&cell=404,10,10365,8049,-70&cell=404,10,1,2&wifi=aa-bb-cc-dd-ee-ff,-60');
    expect(heard.readings[0]?.attributes).toEqual({
      cells: '404-10-10365-8049@-70 404-10-1-2',
      wifi: 'aabbccddeeff@-60',
    });
    const extras = { alarm: 'powerCut', route: '4B', seats: 12, school: true, event: 'mine', deep: { a: 1 } };
    const location = { timestamp: now, coords: { latitude: 23, longitude: 72 }, event: 'motionchange', extras };
    const [reading] = ask('/', { method: 'POST', body: JSON.stringify({ device_id: '7', location }) }).readings;
    expect(reading).toMatchObject({ alarms: ['POWER_CUT'] });
    expect(reading?.attributes).toEqual({ route: '4B', seats: 12, school: true, event: 'motionchange' });
  });
});
