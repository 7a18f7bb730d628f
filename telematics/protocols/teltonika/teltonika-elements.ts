import type { AlarmName } from '../alarms.ts';
import type { Attributes } from '../protocol.ts';

// What the numbered elements of a Teltonika record mean. Those not listed keep their number: 'io71'.

type Meaning = { readonly name: string; readonly scale?: number; readonly flag?: true };

const meanings: Readonly<Record<number, Meaning>> = {
  1: { name: 'in1', flag: true },
  2: { name: 'in2', flag: true },
  3: { name: 'in3', flag: true },
  4: { name: 'in4', flag: true },
  16: { name: 'odometer' },
  21: { name: 'rssi' },
  66: { name: 'power', scale: 1000 },
  67: { name: 'battery', scale: 1000 },
  81: { name: 'obdSpeed' },
  179: { name: 'out1', flag: true },
  180: { name: 'out2', flag: true },
  181: { name: 'pdop', scale: 10 },
  182: { name: 'hdop', scale: 10 },
  199: { name: 'tripOdometer' },
  239: { name: 'ignition', flag: true },
  240: { name: 'motion', flag: true },
  241: { name: 'operator' },
};

/** Elements that cry by being 1. */
const cries: Readonly<Record<number, AlarmName>> = {
  236: 'GENERAL',
  246: 'TOW',
  247: 'ACCIDENT',
  249: 'JAMMING',
  252: 'POWER_CUT',
};

/** Element 253: the kind of harsh driving. */
const driving: readonly (AlarmName | undefined)[] = [undefined, 'ACCELERATION', 'BRAKING', 'CORNERING'];

const panic = 2;

export function addPriority(priority: number, attributes: Attributes, alarms: AlarmName[]): void {
  attributes['priority'] = priority;
  if (priority === panic) alarms.push('SOS');
}

export function addElement(id: number, value: number, attributes: Attributes, alarms: AlarmName[]): void {
  const meaning = meanings[id];
  if (meaning) {
    const { name, scale, flag } = meaning;
    attributes[name] = flag ? value !== 0 : scale ? value / scale : value;
    return;
  }
  const cry = id === 253 ? driving[value] : value === 1 ? cries[id] : undefined;
  if (cry && !alarms.includes(cry)) alarms.push(cry);
  if (id !== 253 && !(id in cries)) attributes[`io${id}`] = value;
}

/** An 8-byte element. 78 is a key held to the reader; its bytes are those of the key, last first. */
export function addLongElement(id: number, hex: string, attributes: Attributes): void {
  if (id !== 78) attributes[`io${id}`] = Number.parseInt(hex, 16);
  else if (/[^0]/.test(hex))
    attributes['driverUniqueId'] = (hex.match(/../g) ?? []).toReversed().join('').toUpperCase();
}

/** An element of any length (codec 8 extended). */
export function addTextElement(id: number, bytes: Buffer, attributes: Attributes): void {
  if (id === 256) attributes['vin'] = bytes.toString('latin1');
  else if (id === 281) attributes['dtcs'] = bytes.toString('latin1').replaceAll(',', ' ');
  else attributes[`io${id}`] = bytes.toString('hex');
}
