import type { AlarmName } from '../alarms.ts';
import type { Attributes } from '../protocol.ts';

/** Bits are 1 while nothing happens: 0 vibration, 1 and 18 SOS, 2 overspeed, 19 power cut; 10 is the ignition. */
export function readH02Status(status: number, attributes: Attributes, alarms: AlarmName[]): void {
  attributes['status'] = status;
  attributes['ignition'] = (status & (1 << 10)) !== 0;
  if ((status & 1) === 0) alarms.push('VIBRATION');
  if ((status & 2) === 0 || (status & (1 << 18)) === 0) alarms.push('SOS');
  if ((status & 4) === 0) alarms.push('OVERSPEED');
  if ((status & (1 << 19)) === 0) alarms.push('POWER_CUT');
}
