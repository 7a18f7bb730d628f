import type { DeviceAlarm } from '../alarms/device-alarm.ts';
import type { Position } from '../positions/position.ts';

/** What was stored as one batch: all of it carries its moment, and nothing else does. */
export interface StoredBatch {
  receivedAt: number;
  positions: readonly Position[];
  /** Alarms that were not stored before. */
  alarms: readonly DeviceAlarm[];
}
