import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
/** What people say of a device; IN_USE says nothing, so what is heard of it decides. */
export const deviceSituations = ['IN_USE', 'FAULTY', 'RETIRED'] as const;
export type DeviceOperationalStatus = (typeof deviceSituations)[number];

/** What can be wrong with a device that is in use. */
export const deviceProblems = [
  'SILENT',
  'LONG_SILENT',
  'NEVER_HEARD',
  'LOW_BATTERY',
  'JUMPS',
  'CLOCK',
  'IGNITION',
  'UNREAD',
  'REFUSED_FRAMES',
] as const;
export type DeviceProblem = (typeof deviceProblems)[number];

/** Why a position is kept and not used. */
export type UnfitReason =
  | 'invalid'
  | 'nowhere'
  | 'off the earth'
  | 'no clock'
  | 'future'
  | 'week rollover'
  | 'few satellites'
  | 'diluted';

export const boardStates = ['IN_STOCK', 'ASSIGNED', 'ACTIVE', 'OFFLINE', 'LONG_OFFLINE', 'FAULTY', 'RETIRED'] as const;
type BoardState = (typeof boardStates)[number];

/** A name with the id of what it names. */
interface Named {
  id: string;
  label: string;
}

/** A period in which a vehicle carried a device: `GET /device/{id}/bindings` and `GET /vehicle/{id}/devices`. Half-open. */
export interface BindingPeriod {
  id: string;
  device: Named;
  /** Its colour is null where the reader does not see the vehicle. */
  vehicle: Named & { plateUse: PlateUse | null };
  fromAt: string;
  toAt: string | null;
  endReason: string | null;
  /** Who bound it; null: the product. */
  by: string | null;
}

/** What is heard of a device. Nothing is known before its first message: all null and 0. */
export interface LastActivity {
  lastSeenAt: string | null;
  lastFixAt: string | null;
  protocol: string | null;
  /** Whether it is connected just now; devices that speak HTTP never are. */
  connected: boolean;
  /** Whether more than its name says that it is this device. */
  proven: boolean;
  frames: number;
  badFrames: number;
  badChecksums: number;
  /** Messages of kinds that no reader has; they may carry places. */
  unreadFrames: number;
  unfitFixes: number;
  /** Fixes that were nowhere near, in trips of the last 24 hours. */
  jumps: number;
  /** The server's clock less the device's. */
  clockOffsetS: number | null;
  batteryV: number | null;
  batteryPercent: number | null;
  powerV: number | null;
  charging: boolean | null;
}

/** A line of the board. */
export interface DeviceHealthRow extends LastActivity {
  id: string;
  identifier: string;
  state: BoardState;
  org: Named;
  category: Named;
  vehicle: (Named & { plateUse: PlateUse }) | null;
  problems: DeviceProblem[];
}

/** `GET /device-health`: every count opens the rows that it counts, by `problem` or `state`. */
export interface DeviceBoard {
  asOf: string;
  states: Record<BoardState, number>;
  problems: Record<DeviceProblem, number>;
  /** Devices that knocked and that nobody knows; null to those who may not see them. */
  unknownCallers: number | null;
  rows: DeviceHealthRow[];
  /** Of the rows that match. */
  count: number;
}

/** `GET /device/{id}/health` */
export interface DeviceHealth extends DeviceHealthRow {
  /** Seconds; its own, its category's, or the usual. */
  intervalS: number;
  /** Where it connects from. */
  address: string | null;
  lastAlarm: string | null;
  lastAlarmAt: string | null;
  /** How often each kind came that no reader has, the most first. */
  unreadKinds: { kind: string; frames: number }[];
  /** How its times are taken, and by how many minutes its clock is ahead of UTC where that is said. */
  clockRule: 'OFFSET' | 'ARRIVAL' | null;
  clockOffsetMin: number | null;
  /** The offset in minutes that its clock seems to have, where it shows the time of another zone. */
  offeredOffsetMin: number | null;
  /** Its fixes of the last 24 hours: how many, and how many of them drive nothing, by the reason. */
  day: { fixes: number; unfit: { reason: UnfitReason; fixes: number }[] };
}

/** Who knocked and is not known: `GET /unknown-device`. */
export interface UnknownDevice {
  protocol: string;
  identifier: string;
  firstAt: string;
  lastAt: string;
  tries: number;
  address: string | null;
}
