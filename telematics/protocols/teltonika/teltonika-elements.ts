import type { AlarmName } from '../alarms.ts';
import { cellText } from '../networks.ts';
import type { Attributes } from '../protocol.ts';
import { readBeacons } from './teltonika-beacons.ts';

// What the numbered elements of a Teltonika record mean. Those not listed keep their number: 'io71'.

type Meaning = {
  readonly name: string;
  readonly scale?: number;
  readonly flag?: true;
  /** Two's complement of the element's own size. */
  readonly signed?: true;
  /** From here on it is no measure but why there is none: the probe is not there, or not ready. */
  readonly below?: number;
};

const meanings: Readonly<Record<number, Meaning>> = {
  1: { name: 'in1', flag: true },
  2: { name: 'in2', flag: true },
  3: { name: 'in3', flag: true },
  4: { name: 'in4', flag: true },
  16: { name: 'odometer' },
  21: { name: 'rssi' },
  66: { name: 'power', scale: 1000 },
  67: { name: 'battery', scale: 1000 },
  179: { name: 'out1', flag: true },
  180: { name: 'out2', flag: true },
  181: { name: 'pdop', scale: 10 },
  182: { name: 'hdop', scale: 10 },
  199: { name: 'tripOdometer' },
  239: { name: 'ignition', flag: true },
  240: { name: 'motion', flag: true },
  241: { name: 'operator' },
  9: { name: 'adc1', scale: 1000 },
  6: { name: 'adc2', scale: 1000 },
  11: { name: 'iccid' },
  12: { name: 'fuelUsed', scale: 1000 },
  13: { name: 'fuelConsumption', scale: 100 },
  17: { name: 'axisX', signed: true },
  18: { name: 'axisY', signed: true },
  19: { name: 'axisZ', signed: true },
  68: { name: 'batteryCurrent', scale: 1000 },
  72: { name: 'temp1', scale: 10, signed: true, below: 850 },
  73: { name: 'temp2', scale: 10, signed: true, below: 850 },
  74: { name: 'temp3', scale: 10, signed: true, below: 850 },
  75: { name: 'temp4', scale: 10, signed: true, below: 850 },
  113: { name: 'batteryLevel' },
  200: { name: 'sleepMode' },
  25: { name: 'bleTemp1', scale: 100, signed: true, below: 20_000 },
  26: { name: 'bleTemp2', scale: 100, signed: true, below: 20_000 },
  27: { name: 'bleTemp3', scale: 100, signed: true, below: 20_000 },
  28: { name: 'bleTemp4', scale: 100, signed: true, below: 20_000 },
  86: { name: 'bleHumidity1', scale: 10, below: 1_001 },
  104: { name: 'bleHumidity2', scale: 10, below: 1_001 },
  106: { name: 'bleHumidity3', scale: 10, below: 1_001 },
  108: { name: 'bleHumidity4', scale: 10, below: 1_001 },
  662: { name: 'door', flag: true },
  10800: { name: 'eyeTemp1', scale: 100, signed: true },
  10801: { name: 'eyeTemp2', scale: 100, signed: true },
  10802: { name: 'eyeTemp3', scale: 100, signed: true },
  10803: { name: 'eyeTemp4', scale: 100, signed: true },
};

/** What the car's own computer says: of the small models. The professional ones (FM_6__) have other elements at these numbers. */
const carMeanings: Readonly<Record<number, Meaning>> = {
  30: { name: 'faultCount' },
  31: { name: 'engineLoad' },
  32: { name: 'coolantTemp', signed: true },
  36: { name: 'rpm' },
  37: { name: 'obdSpeed' },
  41: { name: 'throttle' },
  81: { name: 'obdSpeed' },
  82: { name: 'throttle' },
  83: { name: 'fuelUsed', scale: 10 },
  84: { name: 'fuel', scale: 10 },
  85: { name: 'rpm' },
  87: { name: 'obdOdometer' },
  89: { name: 'fuelLevel' },
  107: { name: 'fuelUsed', scale: 10 },
  110: { name: 'fuelConsumption', scale: 10 },
  115: { name: 'engineTemp', scale: 10, signed: true },
};

/** Whether a model has other elements where the small ones have those of the car. */
export const isProfessional = (model: string): boolean => /^FM.6/i.test(model);

/** Elements that cry by being other than 0: a value of the crash (247) says how sure it is. */
const cries: Readonly<Record<number, AlarmName>> = {
  236: 'GENERAL',
  246: 'TOW',
  247: 'ACCIDENT',
  249: 'JAMMING',
  251: 'IDLE',
  252: 'POWER_CUT',
};

/** Elements whose value is the kind of what happened: 253 harsh driving, 175 the fence that a vehicle draws around where it stands. */
const kinds: Readonly<Record<number, readonly (AlarmName | undefined)[]>> = {
  175: ['FENCE_EXIT', 'FENCE_ENTER'],
  253: [undefined, 'ACCELERATION', 'BRAKING', 'CORNERING'],
};

const panic = 2;

export function addPriority(priority: number, attributes: Attributes, alarms: AlarmName[]): void {
  attributes['priority'] = priority;
  if (priority === panic) alarms.push('SOS');
}

/** `bytes`: how long the element is. `model`: of the device, empty where it is not known. */
export function addElement(
  id: number,
  value: number,
  bytes: 1 | 2 | 4,
  model: string,
  attributes: Attributes,
  alarms: AlarmName[],
): void {
  const meaning = meanings[id] ?? (isProfessional(model) ? undefined : carMeanings[id]);
  if (meaning) {
    const { name, scale, flag, signed, below } = meaning;
    const highest = 2 ** (bytes * 8 - 1);
    const own = signed && value >= highest ? value - 2 * highest : value;
    if (below === undefined || own < below) attributes[name] = flag ? own !== 0 : scale ? own / scale : own;
    return;
  }
  const cry = kinds[id]?.[value] ?? (value > 0 ? cries[id] : undefined);
  if (cry && !alarms.includes(cry)) alarms.push(cry);
  if (!(id in kinds) && !(id in cries)) attributes[`io${id}`] = value;
}

/** The tower that it is connected to: its cell (205, or 636 of 4G) and area (206), of the operator 241 as '40410'. */
export function addTower(attributes: Attributes): void {
  const [area, old, lte] = [attributes['io206'], attributes['io205'], attributes['io636']];
  const cid = typeof lte === 'number' && lte > 0 ? lte : old;
  if (typeof area !== 'number' || typeof cid !== 'number' || cid === 0) return;
  const operator = String(attributes['operator'] ?? '');
  const known = /^\d{5,6}$/.test(operator);
  const [mcc, mnc] = known ? [Number(operator.slice(0, 3)), Number(operator.slice(3))] : [0, 0];
  attributes['cells'] = cellText([{ mcc, mnc, lac: area, cid }]);
}

/** An 8-byte element. 78 is a key held to the reader; its bytes are those of the key, last first. */
export function addLongElement(id: number, hex: string, attributes: Attributes): void {
  if (id === 11) attributes['iccid'] = BigInt(`0x${hex}`).toString();
  else if (id !== 78) attributes[`io${id}`] = Number.parseInt(hex, 16);
  else if (/[^0]/.test(hex))
    attributes['driverUniqueId'] = (hex.match(/../g) ?? []).toReversed().join('').toUpperCase();
}

/** An element of any length (codec 8 extended). */
export function addTextElement(id: number, bytes: Buffer, attributes: Attributes): void {
  const beacons = readBeacons(id, bytes);
  if (beacons !== null) attributes['beacons'] = [attributes['beacons'], beacons].filter(Boolean).join(' ');
  else if (id === 256 || id === 325) attributes['vin'] = bytes.toString('latin1');
  else if (id === 281) attributes['dtcs'] = bytes.toString('latin1').replaceAll(',', ' ');
  else attributes[`io${id}`] = bytes.toString('hex');
}
