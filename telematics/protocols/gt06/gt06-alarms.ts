import type { AlarmName } from '../alarms.ts';

// What the alarm byte of GT06 frames means. The family shares most codes; some makers have others at a few of them.

type Codes = Readonly<Record<number, AlarmName>>;

const shared: Codes = {
  0x01: 'SOS',
  0x02: 'POWER_CUT',
  0x03: 'VIBRATION',
  0x04: 'FENCE_ENTER',
  0x05: 'FENCE_EXIT',
  0x06: 'OVERSPEED',
  0x09: 'VIBRATION',
  0x0e: 'LOW_BATTERY',
  0x0f: 'LOW_BATTERY',
  0x11: 'POWER_OFF',
  0x13: 'TAMPER',
  0x14: 'DOOR',
  0x18: 'REMOVED',
  0x19: 'LOW_BATTERY',
  0x1a: 'BRAKING',
  0x1b: 'CORNERING',
  0x23: 'FALL',
  0x25: 'TAMPER',
  0x26: 'ACCELERATION',
  0x27: 'BRAKING',
  0x28: 'BRAKING',
  0x29: 'ACCELERATION',
  0x2a: 'CORNERING',
  0x2b: 'CORNERING',
  0x2c: 'ACCIDENT',
  0x2e: 'CORNERING',
  0x30: 'BRAKING',
  // By wire, and not a state.
  0xfe: 'IGNITION_ON',
  0xff: 'IGNITION_OFF',
};

/** By the model’s name in capitals; some put the maker before it. */
const ofModels: readonly (readonly [RegExp, Codes])[] = [
  [/^LW/, { ...shared, 0x18: 'ACCIDENT', 0x19: 'ACCELERATION' }],
  [/^SEEWORLD/, { ...shared, 0x28: 'CORNERING', 0x29: 'ACCIDENT' }],
  [/(?:^|[ -])(?:VL103|VL512|LL303|G18)/, { ...shared, 0x09: 'TOW' }],
];

/** The alarm of a code; undefined for one that is none, or that nobody described. */
export type AlarmCodes = (code: number) => AlarmName | undefined;

const sharedCodes: AlarmCodes = (code) => shared[code];

/** `model`: of the device, empty where it is not known. */
export function alarmCodesOf(model: string): AlarmCodes {
  const own = ofModels.find(([names]) => names.test(model.toUpperCase()))?.[1];
  return own ? (code) => own[code] : sharedCodes;
}

export function addAlarm(alarms: AlarmName[], name: AlarmName | undefined): void {
  if (name && !alarms.includes(name)) alarms.push(name);
}
