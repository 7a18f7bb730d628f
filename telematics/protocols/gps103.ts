import type { AlarmName } from './alarms.ts';
import type { Attributes, Conversation, Cut, Reading, SocketProtocol, Decoded } from './protocol.ts';
import { nothingDecoded, waitForMore } from './protocol.ts';
import { cellText } from './networks.ts';
import { dropImpossible, keepPlausible } from './plausible.ts';
import { degreesOf, kmhOfKnots, numberOf, plainFix, timeOf } from './text-fields.ts';

// GPS103: 'imei:…,word,local time,phone,F,time,A,lat,N,lon,E,knots,…;'. The word is 'tracker' or what the device cries about.

const alarmsByWord: Readonly<Record<string, AlarmName>> = {
  'help me': 'SOS',
  'low battery': 'LOW_BATTERY',
  stockade: 'FENCE',
  move: 'MOVEMENT',
  speed: 'OVERSPEED',
  'door alarm': 'DOOR',
  'ac alarm': 'POWER_CUT',
  'accident alarm': 'ACCIDENT',
  'sensor alarm': 'VIBRATION',
  'bonnet alarm': 'BONNET',
  'footbrake alarm': 'FOOTBRAKE',
  DTC: 'FAULT',
};

const isEnd = (byte: number | undefined) => byte === 0x3b || byte === 0x0a || byte === 0x0d;

/** Ends are no sentences of their own: a device that sends several after each is not heard the more often. */
function cutFrame(bytes: Buffer): Cut {
  let start = 0;
  while (start < bytes.length && isEnd(bytes[start])) start += 1;
  if (start > 0) return { kind: 'frame', start, end: start };
  for (let at = 0; at < bytes.length; at += 1) if (isEnd(bytes[at])) return { kind: 'frame', start: 0, end: at };
  return waitForMore;
}

class Gps103Conversation implements Conversation {
  readonly badChecksums = 0;

  cut(bytes: Buffer): Cut {
    return cutFrame(bytes);
  }

  read(frame: Buffer): Decoded {
    const text = frame.toString('latin1').replace(/[;\r\n]+$/, '');
    if (text === '') return nothingDecoded;
    const from = text.indexOf('imei:');
    if (from >= 0 && text.length <= 30) {
      const identity = /imei:(\d{5,20}),/.exec(text)?.[1];
      return identity
        ? { identity, readings: [], reply: Buffer.from('LOAD') }
        : { readings: [], refused: 'No identity' };
    }
    const beat = /^\d/.test(text);
    const decoded = from < 0 ? nothingDecoded : readSentence(text.slice(from));
    if (!beat) return from < 0 ? { readings: [], refused: 'No identity' } : decoded;
    const identity = decoded.identity ?? /^\d{15}/.exec(text)?.[0];
    return { ...decoded, ...(identity ? { identity } : {}), reply: Buffer.from('ON') };
  }
}

function readSentence(text: string): Decoded {
  const fields = text.slice('imei:'.length).split(',');
  const [identity = '', word = ''] = fields;
  if (!/^\d{5,20}$/.test(identity)) return { readings: [], refused: 'No identity' };
  // A piece of a picture. That one begins (vt) is said with where it was taken.
  if (word.startsWith('vr')) return { identity, readings: [] };
  const reading = readObd(fields) ?? readDecimal(fields) ?? readUsual(fields);
  if (!reading) return { identity, readings: [], unread: kindOf(word) };
  const reply = word === 'help me' ? { reply: Buffer.from(`**,imei:${identity},E;`) } : {};
  return { identity, readings: [reading], ...reply };
}

/** A word may have a value behind it. */
const kindOf = (word: string) => /^[A-Za-z ]{1,16}/.exec(word)?.[0] ?? '-';

const bare = (deviceTime: number | null, attributes: Attributes, alarms: readonly AlarmName[] = []): Reading => ({
  deviceTime,
  fix: null,
  archived: false,
  attributes,
  alarms,
});

function readWord(word: string, card: string, attributes: Attributes): AlarmName[] {
  if (word === 'acc on' || word === 'acc off') {
    attributes['ignition'] = word === 'acc on';
    return [word === 'acc on' ? 'IGNITION_ON' : 'IGNITION_OFF'];
  }
  if (word === 'rfid') attributes['driverUniqueId'] = card;
  if (word.startsWith('T:')) {
    attributes['temp1'] = numberOf(word.slice(2)) ?? 0;
    return ['TEMPERATURE'];
  }
  if (word.startsWith('oil')) {
    const level = numberOf(word.slice(4));
    if (level !== null) attributes['fuel'] = level;
    return ['FUEL_LEAK'];
  }
  const alarm = alarmsByWord[word];
  if (!alarm && word !== 'tracker' && !word.startsWith('vt')) attributes['event'] = word;
  return alarm ? [alarm] : [];
}

/** 'yymmddhhmm[ss]', also with slashes and a colon. Without a date it is a day of 1999, as for every device without a clock. */
function localTimeOf(text: string): { midnight: number; minutes: number } | null {
  const found = /^(\d\d)\/?(\d\d)\/?(\d\d) ?(\d\d):?(\d\d)(?:\d\d)?$/.exec(text);
  if (!found) return /^\d*$/.test(text) ? { midnight: Date.UTC(2000, -1, 0), minutes: 0 } : null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = found.slice(1).map(Number);
  return { midnight: Date.UTC(2000 + year, month - 1, day), minutes: hour * 60 + minute };
}

const day = 24 * 60;

/** The date is the device's own, the time of day is UTC: the day is the one that brings both nearest to each other. */
function fixTimeOf(local: { midnight: number; minutes: number }, utc: string): number {
  const found = /^(\d\d)(\d\d)(\d\d)(?:\.\d+)?$/.exec(utc);
  if (!found) return local.midnight + local.minutes * 60_000;
  const minutes = Number(found[1]) * 60 + Number(found[2]);
  let ahead = local.minutes - minutes;
  if (ahead <= -day / 2) ahead += day;
  else if (ahead > day / 2) ahead -= day;
  return local.midnight + (local.minutes - ahead) * 60_000 + Number(found[3]) * 1000;
}

function readUsual(fields: readonly string[]): Reading | null {
  const [, word = '', localText = '', card = '', kind, utc = '', validity = '', ...place] = fields;
  const attributes: Attributes = {};
  const alarms = readWord(word, card, attributes);
  if (kind === 'L') {
    // Area and cell as hexadecimal digits, of an operator that is not named.
    const [, lac = '', , cid = ''] = fields.slice(6);
    if (/^[0-9a-f]{1,8}$/i.test(lac) && /^[0-9a-f]{1,8}$/i.test(cid))
      attributes['cells'] = cellText([
        { mcc: 0, mnc: 0, lac: Number.parseInt(lac, 16), cid: Number.parseInt(cid, 16) },
      ]);
    return bare(null, attributes, alarms);
  }
  const local = localTimeOf(localText);
  if (kind !== 'F' || !local || !/^[AV]$/.test(validity)) return null;
  const found = readDegrees(place);
  if (!found) return null;
  const { lat, lon, rest } = found;
  const [knots, course, altitude, ignition, door, fuel1, fuel2, temperature] = rest;
  // A sentence about the ignition states it; the field may lag behind.
  if (attributes['ignition'] === undefined && /^[01]$/.test(ignition ?? '')) attributes['ignition'] = ignition === '1';
  // Where others have the phone number, later models have how full their battery is.
  const level = /^(\d{1,3})%$/.exec(card)?.[1];
  if (level !== undefined) attributes['batteryLevel'] = Number(level);
  if (door === '0' || door === '1') attributes['door'] = door === '1';
  for (const [name, text] of [
    ['fuel1', fuel1],
    ['fuel2', fuel2],
  ] as const)
    if (text && /^\d+\.\d+%$/.test(text)) attributes[name] = Number(text.slice(0, -1));
  if (temperature && /^[+-]?\d+$/.test(temperature)) attributes['temp1'] = Number(temperature);
  // Each stands in a field of its own: one that cannot be says nothing of the others.
  dropImpossible(attributes);
  const time = fixTimeOf(local, utc);
  const fix = plainFix({
    time,
    lat,
    lon,
    valid: validity === 'A',
    speedKmh: kmhOfKnots(numberOf(knots) ?? 0),
    course: numberOf(course),
    altitudeM: numberOf(altitude),
  });
  return { deviceTime: time, fix, archived: false, attributes, alarms };
}

/** Latitude and longitude; some firmware writes the hemisphere before its number, or leaves it out. */
function readDegrees(fields: readonly string[]): { lat: number; lon: number; rest: readonly string[] } | null {
  let at = 0;
  const take = (wanted: RegExp): string | undefined => (wanted.test(fields[at] ?? '-') ? fields[at++] : undefined);
  const number = /^\d{3,5}\.\d+$/;
  const before = take(/^[NS]$/);
  const lat = take(number);
  const north = before ?? take(/^[NS]?$/);
  const between = take(/^[EW]$/);
  const lon = take(number);
  const east = between ?? take(/^[EW]?$/);
  if (lat === undefined || lon === undefined) return null;
  return { lat: degreesOf(lat, north ?? ''), lon: degreesOf(lon, east ?? ''), rest: fields.slice(at) };
}

/** What the car's own computer says, without a place. */
function readObd(fields: readonly string[]): Reading | null {
  const [, kind, stamp = '', odometer, , , hours, speed, , coolant, , rpm, volts] = fields;
  if (kind !== 'OBD' || !/^\d{12}$/.test(stamp)) return null;
  const attributes: Attributes = {};
  const values = { odometer, obdSpeed: speed, coolantTemp: coolant, rpm, battery: volts };
  for (const [name, text] of Object.entries(values)) {
    const value = numberOf(text);
    if (value !== null) attributes[name] = value;
  }
  const running = numberOf(hours);
  if (running !== null) attributes['hours'] = running * 3_600_000;
  keepPlausible(attributes);
  const time = timeOf(`${stamp.slice(4, 6)}${stamp.slice(2, 4)}${stamp.slice(0, 2)}`, stamp.slice(6));
  return bare(time, attributes);
}

/** A later dialect: time, date, signal, fix, degrees in decimals, km/h. */
function readDecimal(fields: readonly string[]): Reading | null {
  const [
    ,
    ,
    ,
    ,
    ,
    clock = '',
    date = '',
    rssi,
    state,
    lat,
    lon,
    speed,
    course,
    altitude,
    hdop,
    satellites,
    ignition,
    charge,
  ] = fields;
  const north = numberOf(lat);
  const east = numberOf(lon);
  if (!/^\d{6}$/.test(clock) || !/^\d{6}$/.test(date) || north === null || east === null) return null;
  const time = timeOf(date, clock);
  const fix = plainFix({
    time,
    lat: north,
    lon: east,
    valid: (numberOf(state) ?? 0) > 0,
    speedKmh: numberOf(speed),
    course: numberOf(course),
    altitudeM: numberOf(altitude),
    hdop: numberOf(hdop),
    satellites: numberOf(satellites),
  });
  const attributes: Attributes = { rssi: numberOf(rssi) ?? 0, ignition: ignition === '1', charge: charge === '1' };
  return { deviceTime: time, fix, archived: false, attributes, alarms: [] };
}

export const gps103: SocketProtocol = {
  name: 'gps103',
  writes: 'text',
  maxFrameBytes: 2_048,
  open: () => new Gps103Conversation(),
};
