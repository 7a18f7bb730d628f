import type { AlarmName } from '../alarms.ts';
import { readH02Status } from './h02-status.ts';
import type { Attributes, Fix, Reading, Decoded } from '../protocol.ts';
import { nothingDecoded } from '../protocol.ts';
import { type Cell, cellText } from '../networks.ts';
import { keepPlausible } from '../plausible.ts';
import { degreesOf, kmhOfKnots, numberOf, plainFix, stampOf, timeOf } from '../text-fields.ts';

// H02 in words: *maker,identity,type,…#

const clock = /^\d{6}$/;
const status = /^[0-9a-f]{8}$/i;

/** Reads one sentence and answers it where the device waits for that. */
export function h02Text(text: string, now: number): Decoded {
  const fields = text.replace(/^\*/, '').replace(/#.*$/s, '').split(',');
  const [maker = '', id = '', type = ''] = fields;
  if (id !== '' && !/^\d{5,20}$/.test(id)) return { readings: [], refused: 'An identity that is no number' };
  const speaker = id === '' ? {} : { identity: id };
  const decoded = (reading: Reading | null, reply?: string): Decoded => ({
    ...(reading || reply ? speaker : {}),
    readings: reading ? [reading] : [],
    ...(reply === undefined ? {} : { reply: Buffer.from(reply, 'latin1') }),
  });
  const acknowledged = (reading: Reading | null) =>
    decoded(reading, reading && id !== '' ? `*HQ,${id},V4,${type},${stampOf(now)}#` : undefined);
  if (type === 'HTBT' || type === 'V0') {
    const level = numberOf(fields[3]);
    const said = level === null ? null : plausible({ batteryLevel: level });
    return decoded(said && bare(null, said), `*${maker},${id},${type}#`);
  }
  if (type === 'NBR') return acknowledged(readDated(fields, readNbr(fields)));
  if (type === 'LINK') return decoded(readLink(fields));
  if (type === 'V3') return decoded(readDated(fields, readV3(fields)));
  if (type === 'VP1') return decoded(readVp1(fields));
  if (type === 'V4') {
    const answered = readAnswer(fields, now);
    return answered ? decoded(answered) : nothingDecoded;
  }
  if (type === 'SMS') return decoded(bare(null, { result: fields.slice(3).join(',') }));
  const reading = readPlace(fields.slice(3), {}, now);
  if (!reading && !quiet.has(type)) return { ...decoded(null), ...speaker, unread: type.slice(0, 16) };
  return type === 'V1' ? acknowledged(reading) : decoded(reading);
}

/** Words that say nothing of where a device is. */
const quiet: ReadonlySet<string> = new Set(['', 'XT', 'ICCID', 'R12', 'V5', 'S20', 'D1', 'IMSI', 'VERSION']);

const bare = (deviceTime: number | null, attributes: Attributes, alarms: readonly AlarmName[] = []): Reading => ({
  deviceTime,
  fix: null,
  archived: false,
  attributes,
  alarms,
});

/** Sentences without a place: the time is the fourth field, date and status stand together near the end. */
function readDated(fields: readonly string[], given: Attributes = {}): Reading | null {
  const date = fields.findLastIndex((field, at) => at > 3 && clock.test(field) && status.test(fields[at + 1] ?? ''));
  const time = fields[3] ?? '';
  if (date < 0 || !clock.test(time)) return null;
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(given))
    if (typeof value !== 'number' || Number.isFinite(value)) attributes[name] = value;
  const alarms: AlarmName[] = [];
  readH02Status(Number.parseInt(fields[date + 1] ?? '', 16), attributes, alarms);
  return bare(timeOf(fields[date] ?? '', time), attributes, alarms);
}

const plausible = (attributes: Attributes): Attributes => {
  keepPlausible(attributes);
  return attributes;
};

type Operator = Pick<Cell, 'mcc' | 'mnc'>;

/**
 * As many towers as are stated, each of `size` fields: area, cell and how strong it is, which has units of each maker's own unless it is
 * below zero: then it is dBm.
 */
function cellsOf(operator: Operator, fields: readonly string[], count: number, size: number): Attributes {
  const cells: Cell[] = [];
  for (let at = 0; at < count && (at + 1) * size <= fields.length; at += 1) {
    const [lac, cid, ...levels] = fields.slice(at * size, (at + 1) * size).map(numberOf);
    const rssi = levels.find((level) => level !== null && level < 0);
    const isCell = (lac ?? 0) > 0 && (cid ?? 0) > 0;
    if (isCell)
      cells.push({ ...operator, lac: lac ?? 0, cid: cid ?? 0, ...(rssi === undefined ? {} : { rssi: rssi ?? 0 }) });
  }
  const isOperator = operator.mcc > 0 && Number.isFinite(operator.mnc);
  return isOperator && cells.length > 0 ? { cells: cellText(cells) } : {};
}

/** Time, country, network, timing, how many, then area, cell and signal of each. */
const readNbr = (fields: readonly string[]): Attributes =>
  cellsOf({ mcc: Number(fields[4]), mnc: Number(fields[5]) }, fields.slice(8), Number(fields[7]), 3);

/** Time, country and network in one, how many, then area, cell, signal and dBm of each; behind them the volts. */
function readV3(fields: readonly string[]): Attributes {
  const operator = { mcc: Number(fields[4]?.slice(0, 3)), mnc: Number(fields[4]?.slice(3) || Number.NaN) };
  const volts = { battery: Number.parseInt(fields.at(-5) ?? '', 16) };
  return { ...plausible(volts), ...cellsOf(operator, fields.slice(6), Number(fields[5]), 4) };
}

function readLink(fields: readonly string[]): Reading | null {
  const [rssi, sat, batteryLevel, steps, turnovers] = fields.slice(4, 9).map(Number);
  const values = { rssi, sat, batteryLevel, steps, turnovers };
  const known = Object.entries(values).filter((pair): pair is [string, number] => Number.isFinite(pair[1]));
  return readDated(fields, plausible(Object.fromEntries(known)));
}

/** The date alone and no time of day; or towers and no place. */
function readVp1(fields: readonly string[]): Reading | null {
  const [, , , valid, lat = '', north = '', lon = '', east = '', speed, course, date = ''] = fields;
  if (valid === 'V') {
    // Country, network, then area, cell and signal of each tower, with a Y between them.
    const [mcc, mnc] = fields.slice(4, 6).map(Number);
    const towers = fields.slice(6).join(',').split('Y');
    const cells = towers.flatMap((text) => {
      const [lac, cid, rssi] = text.split(',').map(Number);
      const known = [mcc, mnc, lac, cid, rssi].every(Number.isFinite) && (cid ?? 0) > 0;
      return known ? [{ mcc: mcc ?? 0, mnc: mnc ?? 0, lac: lac ?? 0, cid: cid ?? 0, rssi: rssi ?? 0 }] : [];
    });
    return bare(null, cells.length > 0 ? { cells: cellText(cells) } : {});
  }
  if (!clock.test(date) || numberOf(lat) === null || numberOf(lon) === null) return null;
  const time = timeOf(date, '000000');
  return {
    ...bare(time, {}),
    fix: plainFix({
      time,
      lat: degreesOf(lat, north),
      lon: degreesOf(lon, east),
      valid: true,
      speedKmh: kmhOfKnots(numberOf(speed) ?? 0),
      course: numberOf(course),
    }),
  };
}

/** An answer to a command, and behind it where the device was. */
function readAnswer(fields: readonly string[], now: number): Reading | null {
  const valid = fields.findIndex((field, at) => at > 4 && /^[AV]$/.test(field) && clock.test(fields[at - 1] ?? ''));
  if (valid < 0) return null;
  return readPlace(fields.slice(valid - 1), { result: fields.slice(3, valid - 1).join(',') }, now);
}

/** Degrees and minutes, also as '-23-3.3408', also without the point. */
function coordinateOf(text: string, hemisphere: string): number | null {
  const parted = /^-(\d+)-(\d+\.\d+)$/.exec(text);
  if (parted) return (Number(parted[1]) + Number(parted[2]) / 60) * (/[SW]/.test(hemisphere) ? -1 : 1);
  if (/^\d+\.\d+$/.test(text)) return degreesOf(text, hemisphere);
  return /^\d{7,9}$/.test(text) ? degreesOf(`${text.slice(0, -4)}.${text.slice(-4)}`, hemisphere) : null;
}

const dayMs = 24 * 3_600_000;

/** A time of day without its date: of yesterday, today or tomorrow, whichever is nearest to now. */
function nearest(time: string, now: number): number {
  const midnight = Math.floor(now / dayMs) * dayMs;
  const ofDay = timeOf('010170', time) - timeOf('010170', '000000');
  const ahead = midnight + ofDay - now;
  return now + ahead - (ahead > dayMs / 2 ? dayMs : ahead < -dayMs / 2 ? -dayMs : 0);
}

/** Time, validity, latitude, longitude, knots, course, [battery,] date, then anything, and among it the status. */
function readPlace(fields: readonly string[], attributes: Attributes, now: number): Reading | null {
  const [time = '', valid = '', latText = '', north = '', lonText = '', east = '', knots = '', course = '', ...rest] =
    fields;
  const lat = /^[NS]$/.test(north) ? coordinateOf(latText, north) : null;
  const lon = /^[EW]$/.test(east) ? coordinateOf(lonText, east) : null;
  const date = rest.slice(0, 2).find((field) => clock.test(field));
  if (lat === null || lon === null || !/^(?:\d{6})?$/.test(time)) return null;
  const alarms: AlarmName[] = [];
  const word = rest.find((field) => status.test(field));
  if (word !== undefined) readH02Status(Number.parseInt(word, 16), attributes, alarms);
  // A date alone is its midnight, as in VP1.
  const timeless = time === '' ? now : nearest(time, now);
  const stated = date === undefined ? timeless : timeOf(date, time.padEnd(6, '0'));
  const fix: Fix = plainFix({
    time: stated,
    lat,
    lon,
    valid: valid === 'A' || /^\d+$/.test(valid),
    speedKmh: kmhOfKnots(numberOf(knots) ?? 0),
    course: numberOf(course),
  });
  return { deviceTime: stated, fix, archived: false, attributes, alarms };
}
