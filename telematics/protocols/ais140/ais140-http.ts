import type { Reading } from '../protocol.ts';
import type { RequestProtocol, DecodedRequest, TrackerRequest } from '../request.ts';
import { badRequest, queryOf, tokenOf } from '../request.ts';
import { plainFix, timeOf } from '../text-fields.ts';

// AIS-140 over HTTP as the State back ends of C-DAC take it ('vlt'): POST vltdata=NRM… or BTH… with fixed columns.

const columns = new RegExp(
  [
    String.raw`^(\d\d)([HL])([01])`,
    String.raw`(\d{6})(\d{6})`,
    String.raw`(\d{3}\.\d{6})([NS])(\d{3}\.\d{6})([EW])`,
    String.raw`\d{3}[x\d]{3}[0-9a-fA-F]{4}.{9}`,
    String.raw`(\d{3}\.\d{2})(\d{3}\.\d{2})`,
    String.raw`(\d{2})(\d{2})\d{2}`,
    String.raw`([01])([01])([HMS])`,
  ].join(''),
);
const recordLength = 78;
const headLength = 18;

/** The speed is read as km/h, which AIS-140 prescribes (docs/decisions/0012). */
function readRecord(text: string): Reading | null {
  const found = columns.exec(text);
  if (!found) return null;
  const [
    ,
    alert,
    mode,
    valid,
    date = '',
    clock = '',
    lat,
    north,
    lon,
    east,
    speed,
    course,
    satellites,
    hdop,
    ...state
  ] = found;
  const time = timeOf(date, clock);
  const fix = plainFix({
    time,
    lat: Number(lat) * (north === 'S' ? -1 : 1),
    lon: Number(lon) * (east === 'W' ? -1 : 1),
    valid: valid === '1',
    speedKmh: Number(speed),
    course: Number(course),
    satellites: Number(satellites),
    hdop: Number(hdop),
  });
  const archived = mode === 'H';
  const [ignition, charge, motion] = state;
  const attributes = {
    event: Number(alert),
    ignition: ignition === '1',
    charge: charge === '1',
    motion: motion === 'M',
    ...(archived ? { archive: true } : {}),
  };
  const alarms = alert === '10' ? (['SOS'] as const) : [];
  return { deviceTime: time, fix, archived, attributes, alarms };
}

function readRequest(request: TrackerRequest): DecodedRequest {
  const parameters = new URLSearchParams(request.body || queryOf(request.uri).toString());
  const data = parameters.get('vltdata') ?? '';
  const identity = data.slice(3, headLength);
  if (!/^\d{15}$/.test(identity)) return badRequest('No identity');
  const token = tokenOf(request, queryOf(request.uri));
  const texts: string[] = [];
  if (data.startsWith('NRM')) texts.push(data.slice(headLength, headLength + recordLength));
  if (data.startsWith('BTH'))
    for (let at = headLength + 3; at + recordLength <= data.length; at += recordLength)
      texts.push(data.slice(at, at + recordLength));
  const readings = texts.map(readRecord).filter((reading) => reading !== null);
  return { identity, ...(token === undefined ? {} : { token }), readings, status: 200, body: '' };
}

export const vlt: RequestProtocol = { name: 'vlt', maxBodyBytes: 65_536, read: readRequest };
