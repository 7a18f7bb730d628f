import type { AlarmName } from '../alarms.ts';
import { cellText } from '../networks.ts';
import { readCells } from './ais140-cells.ts';
import { hasInnerChecksum, judgeChecksum } from './ais140-checksum.ts';
import type {
  Attributes,
  Conversation,
  ConversationOptions,
  Cut,
  Moment,
  Reading,
  SocketProtocol,
  Decoded,
} from '../protocol.ts';
import { nothingDecoded, waitForMore } from '../protocol.ts';
import { keepPlausible } from '../plausible.ts';
import { dropUntil, numberOf, plainFix, stampOf, timeOf } from '../text-fields.ts';

// AIS-140, the Indian standard for public vehicles, as text over TCP ('its'). The standard fixes little more than the first characters, so the
// fields are found by what they look like: the identity is the one with 15 digits, the place is number-hemisphere-number-hemisphere.

const dollar = 0x24;
const star = 0x2a;
const comma = 0x2c;
const maxFrameBytes = 2_048;

/**
 * Ends before '*' (and the one byte of checksum that some put there), at the line's end, or where the next frame begins. In strict mode
 * the two digits after '*' are waited for: without them the frame would be refused.
 */
function cutFrame(bytes: Buffer, strict: boolean): Cut {
  const noise = dropUntil(bytes, [dollar]);
  if (noise) return noise;
  for (let at = 1; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === dollar || byte === 0x0a) return { kind: 'frame', start: 0, end: at };
    if (byte === star && strict && !hasInnerChecksum(bytes.toString('latin1', 0, at)))
      return bytes.length < at + 3 ? waitForMore : { kind: 'frame', start: 0, end: at + 3 };
    if (byte === star) return { kind: 'frame', start: 0, end: bytes[at - 2] === comma ? at - 1 : at };
  }
  return waitForMore;
}

const alarmsByType: Readonly<Record<string, AlarmName>> = {
  EA: 'SOS',
  WD: 'SOS',
  TA: 'TAMPER',
  DT: 'TAMPER',
  BL: 'LOW_BATTERY',
  BD: 'POWER_CUT',
  BR: 'POWER_RESTORED',
  HB: 'BRAKING',
  HA: 'ACCELERATION',
  RT: 'CORNERING',
  OS: 'OVERSPEED',
};

class Ais140Conversation implements Conversation {
  badChecksums = 0;
  readonly #strict: boolean;

  constructor({ checksum }: ConversationOptions) {
    this.#strict = checksum === 'strict';
  }

  cut(bytes: Buffer): Cut {
    return cutFrame(bytes, this.#strict);
  }

  read(frame: Buffer, at: Moment): Decoded {
    const text = frame.toString('latin1');
    const from = text.indexOf('$');
    if (from < 0) return { readings: [], refused: 'No $' };
    const sum = judgeChecksum(text.slice(from));
    if (this.#strict && sum !== 'right')
      return { readings: [], refused: sum === 'none' ? 'No checksum' : 'Wrong checksum' };
    if (sum === 'wrong') this.badChecksums += 1;
    const fields = text
      .slice(from + 1)
      .replace(/\*.*$/s, '')
      .split(',')
      .map((field) => field.trim());
    const own = fields.findIndex((field) => /^\d{15}$/.test(field));
    const identity = fields[own];
    const reply = replyTo(fields, at.now);
    const reading = identity === undefined ? null : readPlace(fields, own, identity);
    // Hemispheres without a reading: a place that is written in another way. A login has a place and no time.
    const isLogin = fields[0] === 'LGN' || fields[1] === 'LGN';
    const isUnread = identity !== undefined && !reading && !isLogin && fields.some((field) => /^[NS]$/.test(field));
    if (identity === undefined && !reply) return nothingDecoded;
    return {
      ...(identity === undefined ? {} : { identity }),
      readings: reading ? [reading] : [],
      ...(isUnread ? { unread: (fields[0] || fields[1] || '-').slice(0, 16) } : {}),
      ...(reply === null ? {} : { reply: Buffer.from(reply, 'latin1') }),
    };
  }
}

/** Only a few of the models wait for a word from the server. */
function replyTo(fields: readonly string[], now: number): string | null {
  const head = fields[0] === '' ? fields[1] : fields[0];
  if (head === 'LGN') {
    const stamp = stampOf(now);
    return `$LGN${stamp.slice(6, 8)}${stamp.slice(4, 6)}${stamp.slice(0, 4)}${stamp.slice(8)}*`;
  }
  if (head === 'HBT') return '$HBT*';
  return fields[0] === '' && head === '01' ? '$,1,*' : null;
}

const isNumber = (text: string | undefined) => text !== undefined && /^\d+\.\d+$/.test(text);

function readPlace(fields: readonly string[], own: number, identity: string): Reading | null {
  let place = -1;
  for (let at = own + 1; at + 3 < fields.length && place < 0; at += 1)
    if (
      isNumber(fields[at]) &&
      /^[NS]$/.test(fields[at + 1] ?? '') &&
      isNumber(fields[at + 2]) &&
      /^[EW]/.test(fields[at + 3] ?? '')
    )
      place = at;
  if (place < 0) return null;
  const when = readWhen(fields, own, place);
  if (!when) return null;
  const lat = Number(fields[place]) * (fields[place + 1] === 'S' ? -1 : 1);
  const lon = Number(fields[place + 2]) * (fields[place + 3]?.startsWith('W') ? -1 : 1);
  const attributes: Attributes = {};
  const alarms: AlarmName[] = [];
  const archived = readKind(fields.slice(0, own), attributes, alarms);
  if (archived) attributes['archive'] = true;
  const rest = withoutExtra(fields.slice(place + 4));
  const bare = { time: when.time, lat, lon, valid: when.valid };
  const emergency = fields.slice(0, own).some((field) => field === 'EMR' || field === 'SEM');
  const fix = emergency
    ? plainFix({ ...bare, altitudeM: numberOf(rest[0]), speedKmh: numberOf(rest[1]) })
    : plainFix({ ...bare, ...readMotion(rest) });
  const state: Attributes = {};
  if (!emergency && hasState(rest)) readState(rest, state, attributes['ignition'] === undefined);
  keepPlausible(state);
  Object.assign(attributes, state);
  return { deviceId: identity, deviceTime: when.time, fix, archived, attributes, alarms };
}

/** Speed, course, satellites, altitude, two dilutions and the operator; some makers put a number of their own before the operator. */
const withoutExtra = (rest: readonly string[]): readonly string[] =>
  numberOf(rest[6]) !== null && /[a-z]/i.test(rest[7] ?? '') ? [...rest.slice(0, 6), ...rest.slice(7)] : rest;

/** Day, month and year of two digits each. */
const isDate = (digits: string): boolean => /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d{2}$/.test(digits);

/** The digits before the place are the time and before it the date, in one field or in six; a lone 0, 1, A or V is the validity. */
function readWhen(fields: readonly string[], own: number, place: number): { time: number; valid: boolean } | null {
  let at = place - 1;
  let validity: string | undefined;
  if (/^[01AV]$/.test(fields[at] ?? '')) {
    validity = fields[at];
    at -= 1;
  }
  let digits = '';
  while (at > own && digits.length < 12 && /^\d{2,14}$/.test(fields[at] ?? '')) {
    digits = `${fields[at]}${digits}`;
    at -= 1;
  }
  // Years of four digits in a field of their own come as six fields: two more digits than six fields of two.
  if (digits.length < 14 && digits.length > 6 && /^\d{2}$/.test(fields[at] ?? '') && at > own) {
    digits = `${fields[at]}${digits}`;
    at -= 1;
  }
  // A number of some makers' own stands between the time and the place: the date is what follows the validity.
  if (digits.length === 12 && isDate(fields[at] ?? '') && /^[AV]$/.test(fields[at - 1] ?? '')) {
    digits = `${fields[at]}${digits.slice(0, 6)}`;
    at -= 1;
  }
  if (digits.length !== 12 && digits.length !== 14) return null;
  if (validity === undefined && /^[01AV]$/.test(fields[at] ?? '')) validity = fields[at];
  const date = digits.slice(0, digits.length - 6);
  return {
    time: timeOf(date, digits.slice(-6)),
    valid: validity === undefined || validity === '1' || validity === 'A',
  };
}

/** Header, maker, firmware, [type, [number of the alert]], live or history: what stands before the identity. Answers whether it was stored. */
function readKind(before: readonly string[], attributes: Attributes, alarms: AlarmName[]): boolean {
  if (before.at(-1) === 'EMR') alarms.push('SOS');
  const mode = before.findLastIndex((field) => field === 'L' || field === 'H');
  if (mode < 0) return false;
  const hasNumber = /^\d{1,2}$/.test(before[mode - 1] ?? '');
  if (hasNumber) attributes['event'] = Number(before[mode - 1]);
  const type = before[hasNumber ? mode - 2 : mode - 1] ?? '';
  if (type === 'IN' || type === 'IF') {
    attributes['ignition'] = type === 'IN';
    alarms.push(type === 'IN' ? 'IGNITION_ON' : 'IGNITION_OFF');
  }
  const alarm = alarmsByType[type];
  if (alarm) alarms.push(alarm);
  return before[mode] === 'H';
}

function readMotion(rest: readonly string[]) {
  return {
    speedKmh: numberOf(rest[0]),
    course: numberOf(rest[1]),
    satellites: numberOf(rest[2]),
    altitudeM: numberOf(rest[3]),
    hdop: hasState(rest) ? numberOf(rest[5]) : null,
  };
}

/** The operator behind the altitude at once is another layout: which of its numbers is what nobody says. */
const hasState = (rest: readonly string[]): boolean => !/[a-z]/i.test(`${rest[4] ?? ''}${rest[5] ?? ''}`);

/**
 * Operator, ignition, mains, volts, emergency, cover; then the towers, and after them four inputs and two outputs. `ignition`: whether it is
 * read, which an alert about it states itself; the field may lag behind.
 */
function readState(rest: readonly string[], attributes: Attributes, ignition: boolean): void {
  const flag = (at: number, name: string) => {
    if (rest[at] === '0' || rest[at] === '1') attributes[name] = rest[at] === '1';
  };
  const value = (at: number, name: string) => {
    const number = numberOf(rest[at]);
    if (number !== null) attributes[name] = number;
  };
  value(4, 'pdop');
  if (rest[6]) attributes['operator'] = rest[6];
  if (ignition) flag(7, 'ignition');
  flag(8, 'charge');
  value(9, 'power');
  value(10, 'battery');
  flag(11, 'emergency');
  if (rest[12] === 'O' || rest[12] === 'C') attributes['coverOpen'] = rest[12] === 'O';
  const cells = readCells(rest.slice(12));
  if (cells.length > 0) attributes['cells'] = cellText(cells);
  const ports = rest.findIndex(
    (field, at) => at > 12 && /^[012]{4}$/.test(field) && /^[01]{2}$/.test(rest[at + 1] ?? ''),
  );
  if (ports < 0) return;
  attributes['input'] = Number.parseInt((rest[ports] ?? '').replaceAll('2', '0'), 2);
  attributes['output'] = Number.parseInt(rest[ports + 1] ?? '', 2);
}

export const its: SocketProtocol = {
  name: 'its',
  writes: 'text',
  maxFrameBytes,
  open: (options) => new Ais140Conversation(options),
};
