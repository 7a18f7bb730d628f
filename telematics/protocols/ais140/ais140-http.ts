import { cellText, rssiOfCsq } from '../networks.ts';
import type { Reading } from '../protocol.ts';
import type { RequestProtocol, DecodedRequest, TrackerRequest } from '../request.ts';
import { badRequest, queryOf, tokenOf } from '../request.ts';
import { plainFix, timeOf } from '../text-fields.ts';

// AIS-140 over HTTP as the State back ends of C-DAC take it ('vlt'): POST vltdata=NRM… or BTH… with fixed columns.

const columns =
  /^(\d\d)([HL])([01])(\d{6})(\d{6})(\d{3}\.\d{6})([NS])(\d{3}\.\d{6})([EW])(\d{3})([x\d]{3})([0-9a-fA-F]{4})(.{9})(\d{3}\.\d{2})(\d{3}\.\d{2})(\d{2})(\d{2})(\d{2})([01])([01])([HMS])/;
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
    mcc,
    mnc = '',
    lac = '',
    cell = '',
    speed,
    course,
    satellites,
    hdop,
    signal = '',
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
  const cid = Number(cell.replaceAll('x', ''));
  const tower = { mcc: Number(mcc), mnc: Number(mnc.replaceAll('x', '')), lac: Number.parseInt(lac, 16), cid };
  const cells = cid > 0 ? { cells: cellText([{ ...tower, ...rssiOfCsq(Number(signal)) }]) } : {};
  const attributes = {
    event: Number(alert),
    ignition: ignition === '1',
    charge: charge === '1',
    motion: motion === 'M',
    ...(archived ? { archive: true } : {}),
    ...cells,
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
  const head = data.slice(0, 3);
  const texts = recordsOf(head, data);
  const readings = texts.map(readRecord).filter((reading) => reading !== null);
  const isWhole = readings.length === texts.length && known.has(head);
  return {
    identity,
    ...(token === undefined ? {} : { token }),
    readings: emergencies.has(head) ? readings.map(asEmergency) : readings,
    status: 200,
    body: '',
    ...(isWhole || (quiet.has(head) && readings.length === 0) ? {} : { unread: kindOf(head) }),
  };
}

/** One record and a batch, which says how many it has. */
const known: ReadonlySet<string> = new Set(['NRM', 'BTH']);
/** Login, health and heartbeat: they say nothing of where a device is. */
const quiet: ReadonlySet<string> = new Set(['LGN', 'HLM', 'HBT']);
const emergencies: ReadonlySet<string> = new Set(['EPB', 'EMR']);

const kindOf = (head: string) => (known.has(head) ? `${head} record` : head.replaceAll(/[^\w-]/g, '-'));

/** What the message ought to bring: of a batch that ends too soon what is missing is there and empty. */
function recordsOf(head: string, data: string): string[] {
  if (head !== 'BTH') return [data.slice(headLength, headLength + recordLength)];
  const from = headLength + 3;
  const stated = Number(data.slice(headLength, from));
  const there = Math.floor((data.length - from) / recordLength);
  const count = Math.max(there, Number.isNaN(stated) ? 0 : Math.min(stated, most));
  return Array.from({ length: count }, (_, at) => data.slice(from + at * recordLength, from + (at + 1) * recordLength));
}

/** More do not fit into a body. */
const most = 999;

/** A call for help has a head of its own, whatever number its alert has. */
const asEmergency = (reading: Reading): Reading =>
  reading.alarms.includes('SOS') ? reading : { ...reading, alarms: [...reading.alarms, 'SOS'] };

export const vlt: RequestProtocol = { name: 'vlt', maxBodyBytes: 65_536, read: readRequest };
