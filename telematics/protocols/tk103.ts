import type { AlarmName } from './alarms.ts';
import type { Attributes, Conversation, Cut, Reading, SocketProtocol, Decoded } from './protocol.ts';
import { nothingDecoded, waitForMore } from './protocol.ts';
import { cellText, wifiText } from './networks.ts';
import { dropImpossible, keepPlausible } from './plausible.ts';
import { degreesOf, dropUntil, numberOf, plainFix, timeOf } from './text-fields.ts';

// TK103: '(identity command …)' with fixed columns, or with commas between them. The speed is km/h.

const open = 0x28;
const close = 0x29;
const dollar = 0x24;

/** A text of the device's own stands between two $ and may hold brackets. */
function cutFrame(bytes: Buffer): Cut {
  const noise = dropUntil(bytes, [open]);
  if (noise) return noise;
  let quoted = false;
  for (let at = 1; at < bytes.length; at += 1) {
    if (bytes[at] === dollar) quoted = !quoted;
    else if (bytes[at] === close && !quoted) return { kind: 'frame', start: 0, end: at + 1 };
  }
  return waitForMore;
}

const alarmsByCommand: Readonly<Record<string, AlarmName>> = {
  ZC11: 'MOVEMENT',
  DW31: 'MOVEMENT',
  DW51: 'MOVEMENT',
  ZC12: 'LOW_BATTERY',
  DW32: 'LOW_BATTERY',
  DW52: 'LOW_BATTERY',
  ZC13: 'POWER_CUT',
  DW33: 'POWER_CUT',
  DW53: 'POWER_CUT',
  ZC17: 'REMOVED',
  DW37: 'REMOVED',
  DW57: 'REMOVED',
  ZC25: 'SOS',
  DW3E: 'SOS',
  DW5E: 'SOS',
  ZC26: 'TAMPER',
  DW3F: 'TAMPER',
  DW5F: 'TAMPER',
  ZC27: 'LOW_POWER',
  DW40: 'LOW_POWER',
  DW60: 'LOW_POWER',
};
const ignitionByCommand: Readonly<Record<string, boolean>> = {
  ZC15: true,
  DW35: true,
  DW55: true,
  ZC29: true,
  DW42: true,
  DW62: true,
  ZC16: false,
  DW36: false,
  DW56: false,
};
/** BO01 and a digit; BQ81 and another list. */
const cries: readonly (AlarmName | undefined)[] = [
  undefined,
  'ACCIDENT',
  'SOS',
  'VIBRATION',
  'LOW_SPEED',
  'OVERSPEED',
  'FENCE_EXIT',
];
const meterCries: readonly (AlarmName | undefined)[] = [
  'LOW_BATTERY',
  'OVERSPEED',
  'IDLE',
  'ACCELERATION',
  'BRAKING',
  'TEMPERATURE',
];

const withCommas = /^\(?([^,()]{5,20}),([A-Z]{2}[0-9A-Z]{2})(?:,(.*))?$/s;
/** Twelve columns; an IMEI has fifteen. */
const withColumns = /^\(?(\d{15}|.{11,12}?)([A-Z]{2}[0-9A-F]\d)(.*)$/s;
const place =
  /(\d\d)(\d\d)(\d\d),?([AV]),? *(\d*\d\d\.\d+)([NS]),? *(\d*\d\d\.\d+)([EW]),?([ \d.]{1,5})(?:\d*,)?(\d{6}),?(?:([ \d.]{6}|\d\d),?([01])([01])([0-9A-F])[0-9A-F]{2}([0-9A-F]{3})L([0-9A-F]+)|(\d+\.\d+))?/i;

class Tk103Conversation implements Conversation {
  readonly badChecksums = 0;

  cut(bytes: Buffer): Cut {
    return cutFrame(bytes);
  }

  read(frame: Buffer): Decoded {
    const text = frame.toString('latin1').trim().replace(/\)$/, '');
    const commas = withCommas.exec(text);
    const [, identity = '', command = '', rest = ''] = commas ?? withColumns.exec(text) ?? [];
    if (!/^[\w ]{5,20}$/.test(identity)) return { readings: [], refused: 'No identity' };
    const decoded = readCommand(command, rest, commas !== null);
    const reading = decoded ? { identity, readings: [decoded] } : nothingDecoded;
    if (command === 'BP00' && !commas) return { identity, readings: [], reply: Buffer.from(`(${identity}AP01HSO)`) };
    if (command === 'BP05' && !commas) return { ...reading, identity, reply: Buffer.from(`(${identity}AP05)`) };
    return decoded || quiet.test(command) ? reading : { identity, readings: [], unread: command };
  }
}

/** They say nothing but that the device is there. */
const quiet = /^(?:BP0\d|BS5\d|AP0\d)$/;

const bare = (deviceTime: number | null, attributes: Attributes): Reading => ({
  deviceTime,
  fix: null,
  archived: false,
  attributes,
  alarms: [],
});

function readCommand(command: string, rest: string, commas: boolean): Reading | null {
  if (command === 'ZC20') return readBattery(rest.split(','));
  if (command === 'ZC03') return readAnswer(rest);
  if (command === 'BV00') return /^.{17}$/.test(rest) ? bare(null, { vin: rest }) : null;
  if (command === 'BZ00') return bare(null, towerOf(rest.split(',').slice(1), 16));
  if (command === 'BS50' || command === 'BS51') return bare(null, {});
  if (command.startsWith('DW5')) return readTowers(command, rest.split(','));
  return readPlace(command, rest, commas);
}

const levels: readonly (number | undefined)[] = [undefined, undefined, 10, 20, 50, 80, 100];

function readBattery([date = '', clock = '', level, volts, mains]: readonly string[]): Reading | null {
  if (!/^\d{6}$/.test(date) || !/^\d{6}$/.test(clock)) return null;
  const attributes: Attributes = {};
  const percent = levels[Number(level)];
  if (percent !== undefined) attributes['batteryLevel'] = percent;
  const [battery, power] = [numberOf(volts), numberOf(mains)];
  if (battery !== null && battery !== 65_535) attributes['battery'] = battery / 100;
  if (power !== null && power !== 65_535) attributes['power'] = power / 10;
  keepPlausible(attributes);
  return bare(timeOf(date, clock), attributes);
}

function readAnswer(rest: string): Reading | null {
  const found = /^(\d{6}),(\d{6}),\$([^$]*)/.exec(rest);
  return found ? bare(timeOf(found[1] ?? '', found[2] ?? ''), { result: found[3] ?? '' }) : null;
}

/** Towers and access points: the time stands at the end. */
function readTowers(command: string, fields: readonly string[]): Reading | null {
  const [date = '', clock = ''] = fields.slice(-2);
  if (!/^\d{6}$/.test(date) || !/^\d{6}$/.test(clock)) return null;
  const alarm = alarmsByCommand[command];
  const attributes = towerOf(fields, 10);
  const points = fields.flatMap((field) => {
    const found = /^((?:[0-9a-f]{2}:){5}[0-9a-f]{2})\*(-?\d+)\*/i.exec(field);
    return found ? [{ mac: found[1] ?? '', rssi: Number(found[2]) }] : [];
  });
  if (points.length > 0) attributes['wifi'] = wifiText(points);
  return { ...bare(timeOf(date, clock), attributes), alarms: alarm ? [alarm] : [] };
}

/** Country, network, area, cell; area and cell in digits of this base. */
function towerOf(fields: readonly string[], base: 10 | 16): Attributes {
  const [mcc, mnc, lac, cid] = fields.slice(0, 4).map((text, at) => Number.parseInt(text, at < 2 ? 10 : base));
  const tower = { mcc: mcc ?? Number.NaN, mnc: mnc ?? Number.NaN, lac: lac ?? Number.NaN, cid: cid ?? Number.NaN };
  return Object.values(tower).every(Number.isFinite) && tower.cid > 0 ? { cells: cellText([tower]) } : {};
}

function alarmOf(command: string, rest: string): AlarmName | undefined {
  if (command === 'BO01') return cries[Number(rest.slice(0, 1))];
  if (command === 'BQ81') return meterCries[Number(/^,?ALARM,(\d)/.exec(rest)?.[1] ?? 9)];
  return alarmsByCommand[command];
}

function readPlace(command: string, rest: string, commas: boolean): Reading | null {
  const found = place.exec(rest);
  if (!found) return null;
  const [, a = '', b = '', c = '', validity, lat = '', north = '', lon = '', east = '', speed, clock = '', ...tail] =
    found;
  const [course, charge, ignition, io, fuel, odometer, lastCourse] = tail;
  const temperature = /[+-]\d{3}\.\d$/.exec(rest)?.[0];
  const attributes: Attributes = {};
  if (charge !== undefined) {
    const ports = Number.parseInt(io ?? '0', 16);
    attributes['charge'] = charge === '0';
    attributes['ignition'] = ignition === '1';
    attributes['in2'] = ports & 1;
    attributes['panic'] = (ports >> 1) & 1;
    attributes['out2'] = (ports >> 2) & 1;
    attributes['fuel'] = Number.parseInt(fuel ?? '0', 16);
    attributes['odometer'] = Number.parseInt(odometer ?? '0', 16);
  }
  if (temperature !== undefined) attributes['temp1'] = Number(temperature);
  dropImpossible(attributes);
  const turned = ignitionByCommand[command];
  if (turned !== undefined) attributes['ignition'] = turned;
  // Day, month, year where commas part the fields; year, month, day where columns do.
  const time = timeOf(commas ? `${a}${b}${c}` : `${c}${b}${a}`, clock);
  const alarm = alarmOf(command, rest);
  const alarms: AlarmName[] = alarm ? [alarm] : [];
  if (attributes['panic'] === 1 && !alarms.includes('SOS')) alarms.push('SOS');
  const fix = plainFix({
    time,
    lat: degreesOf(lat, north),
    lon: degreesOf(lon, east),
    valid: validity === 'A',
    speedKmh: numberOf(speed) ?? 0,
    course: numberOf(course ?? lastCourse),
  });
  return { deviceTime: time, fix, archived: false, attributes, alarms };
}

export const tk103: SocketProtocol = {
  name: 'tk103',
  writes: 'text',
  maxFrameBytes: 1_024,
  open: () => new Tk103Conversation(),
};
