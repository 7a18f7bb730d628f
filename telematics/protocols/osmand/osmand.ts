import { type AlarmName, alarmsByWord } from '../alarms.ts';
import { readClientBody } from './osmand-json.ts';
import type { Attributes, Moment, Reading } from '../protocol.ts';
import { dropImpossible } from '../plausible.ts';
import type { RequestProtocol, DecodedRequest, TrackerRequest } from '../request.ts';
import { badRequest, headerOf, queryOf, tokenOf } from '../request.ts';
import { cellText, wifiText } from '../networks.ts';
import { kmhOfKnots, plainFix } from '../text-fields.ts';

// OsmAnd and the Traccar Client: parameters of a request (speed in knots), or JSON by the client's newer version.

/** A number as phones write it, small ones with an exponent too ('5.0E-4'); null for what is none. */
function numberOf(text: string | undefined): number | null {
  if (text === undefined || !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(text.trim())) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

/** Seconds or milliseconds since 1970, or a date in words of ISO 8601. */
export function momentOf(text: string): number | null {
  const number = numberOf(text);
  if (number !== null) return number < 0x7fff_ffff ? Math.round(number * 1000) : number;
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`;
  const time = Date.parse(zoned.replace(' ', 'T'));
  return Number.isNaN(time) ? null : time;
}

const handled = new Set(
  ['id', 'deviceid', 'token', 'lat', 'lon', 'location', 'timestamp', 'speed', 'bearing', 'heading', 'altitude'].concat([
    'accuracy',
    'hdop',
    'batt',
    'valid',
    'cell',
    'wifi',
    'alarm',
  ]),
);

const maxExtras = 50;

/** Any other parameter is an attribute, by its own name. */
function extrasOf(parameters: URLSearchParams): Attributes {
  const attributes: Attributes = networksOf(parameters);
  for (const [name, value] of parameters) {
    if (handled.has(name) || name === '__proto__' || Object.keys(attributes).length >= maxExtras) continue;
    const number = numberOf(value);
    attributes[name] = value === 'true' || value === 'false' ? value === 'true' : (number ?? value);
  }
  const battery = numberOf(parameters.get('batt') ?? undefined);
  if (battery !== null) attributes['batteryLevel'] = battery;
  dropImpossible(attributes);
  return attributes;
}

/** Towers as 'mcc,mnc,area,cell[,dBm]' and access points as 'address,dBm', each as often as it likes. */
function networksOf(parameters: URLSearchParams): Attributes {
  const cells = parameters.getAll('cell').flatMap((text) => {
    const [mcc, mnc, lac, cid, rssi] = text.split(',').map(Number);
    if (![mcc, mnc, lac, cid].every(Number.isFinite)) return [];
    const tower = { mcc: mcc ?? 0, mnc: mnc ?? 0, lac: lac ?? 0, cid: cid ?? 0 };
    return [rssi !== undefined && Number.isFinite(rssi) ? { ...tower, rssi } : tower];
  });
  const points = parameters.getAll('wifi').flatMap((text) => {
    const [mac = '', rssi] = text.split(',');
    return /^[0-9a-f]{2}(?:[:-]?[0-9a-f]{2}){5}$/i.test(mac) && numberOf(rssi) !== null
      ? [{ mac, rssi: Number(rssi) }]
      : [];
  });
  return {
    ...(cells.length > 0 ? { cells: cellText(cells) } : {}),
    ...(points.length > 0 ? { wifi: wifiText(points) } : {}),
  };
}

const inWorld = (lat: number | null, lon: number | null) =>
  lat !== null && lon !== null && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
/** An app that does not know where it is writes zeros. */
const isNowhere = (lat: number | null, lon: number | null) => lat === 0 && lon === 0;

/** @returns why nothing can be read, where something is stated that makes no sense. */
function readParameters(parameters: URLSearchParams, now: number): Reading | string {
  const number = (name: string) => numberOf(parameters.get(name) ?? undefined);
  const [spokenLat, spokenLon] = (parameters.get('location') ?? '').split(',');
  const lat = number('lat') ?? numberOf(spokenLat);
  const lon = number('lon') ?? numberOf(spokenLon);
  const stated = parameters.get('timestamp');
  const time = stated === null ? now : momentOf(stated);
  if (time === null) return 'A timestamp that is none';
  const isPlaced = ['lat', 'lon', 'location'].some((name) => parameters.has(name));
  // A call for help is heard wherever it says that it comes from.
  if (isPlaced && !inWorld(lat, lon) && !parameters.has('alarm')) return 'A place that is none';
  const knots = number('speed');
  const fix =
    lat !== null && lon !== null && inWorld(lat, lon) && !isNowhere(lat, lon)
      ? plainFix({
          time,
          lat,
          lon,
          valid: /^(?:true|1)$/i.test(parameters.get('valid') ?? 'true'),
          speedKmh: knots === null ? null : kmhOfKnots(knots),
          course: number('bearing') ?? number('heading'),
          altitudeM: number('altitude'),
          accuracyM: number('accuracy'),
          hdop: number('hdop'),
        })
      : null;
  const alarm = parameters.get('alarm');
  const alarms: AlarmName[] = alarm === null ? [] : [alarmsByWord[alarm.toLowerCase()] ?? 'GENERAL'];
  return { deviceTime: time, fix, archived: false, attributes: extrasOf(parameters), alarms };
}

function readRequest(request: TrackerRequest, { now }: Moment): DecodedRequest {
  const query = queryOf(request.uri);
  const token = tokenOf(request, query);
  if (/json/i.test(headerOf(request, 'content-type') ?? '') || request.body.trimStart().startsWith('{')) {
    const read = readClientBody(request.body);
    if (typeof read === 'string') return badRequest(read);
    return { ...read, ...(token === undefined ? {} : { token }), status: 200, body: '' };
  }
  const form = new URLSearchParams(request.body);
  const parameters = new URLSearchParams([...query, ...form]);
  const identity = parameters.get('id') ?? parameters.get('deviceid');
  if (!identity || identity.length > 64) return badRequest('No identity');
  const reading = readParameters(parameters, now);
  if (typeof reading === 'string') return badRequest(reading);
  const secret = token ?? tokenOf(request, form);
  return { identity, ...(secret === undefined ? {} : { token: secret }), readings: [reading], status: 200, body: '' };
}

export const osmand: RequestProtocol = { name: 'osmand', maxBodyBytes: 65_536, read: readRequest };
