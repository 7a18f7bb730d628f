import type { UnfitReason } from '#areas/devices/health/health.contract.ts';

/** A name with the id of what it names. */
interface Named {
  id: string;
  label: string;
}

/** A fix as it is stored: `GET /device/{id}/positions`, the latest first. */
export interface DevicePosition {
  fixAt: string;
  receivedAt: string;
  lat: number;
  lon: number;
  speedKmh: number | null;
  course: number | null;
  accuracyM: number | null;
  altitudeM: number | null;
  satellites: number | null;
  hdop: number | null;
  /** Null: it does not say. */
  ignition: boolean | null;
  /** Whether the device itself trusts it. */
  valid: boolean;
  /** Sent later than it was taken. */
  archived: boolean;
  /** Why it drives nothing; null: it does. */
  unfit: UnfitReason | null;
  /** What carried the device then. */
  vehicle: Named | null;
  /** That vehicle was off duty: staff alone are given it. */
  isOffDuty: boolean;
  attributes: Record<string, unknown>;
}

/** One record of a frame, as its protocol's reader has it today. */
export interface FrameReading {
  deviceTime: string | null;
  fix: { time: string | null; lat: number; lon: number; speedKmh: number | null; valid: boolean } | null;
  archived: boolean;
  alarms: string[];
  attributes: Record<string, unknown>;
}

/** What a device sent, byte for byte: `GET /device/{id}/frames`, the latest first. */
export interface DeviceFrame {
  /** Of the answer before: `after` goes on behind it. */
  id: string;
  receivedAt: string;
  protocol: string;
  bytes: number;
  /** Of the first 4,096 bytes. Of a request its method, address and body; passwords are not kept. */
  hex: string;
  /** Where all of it can be printed. */
  text: string | null;
  /** Whom the frame names. */
  identity: string | null;
  /** Why nothing of it could be used. */
  refused: string | null;
  /** The kind of a message that no reader has: it may say more than is shown. */
  unread: string | null;
  /** The first 20. */
  readings: FrameReading[];
  /** Of all its records. */
  records: number;
}
