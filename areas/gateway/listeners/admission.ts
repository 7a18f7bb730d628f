import type { Clock } from '#kit/server/clock.ts';
import type { Reading } from '#telematics/protocols/protocol.ts';
import type { Batch, Waiting } from '../ingest/batch.ts';
import type { DeviceRegistry, KnownDevice } from '../ingest/device-registry.ts';
import type { Ingest } from '../ingest/ingest.ts';
import { aheadMs, onTime } from '../ingest/device-clock.ts';
import { type LiveFigures, noteReading } from '../ingest/device-activity.store.ts';
import { alarmsOf, type DeviceAlarm } from '../alarms/device-alarm.ts';
import { type Position, positionOf } from '../positions/position.ts';
import type { DeviceActivity, UnregisteredDevices } from '#areas/devices/devices.server.ts';
import type { GatewayFigures } from './metrics.ts';
import type { GatewayLimits } from './limits.ts';
import type { WrongPasswords } from './wrong-passwords.ts';

/** What all doors have in common. */
export interface Hub {
  readonly registry: DeviceRegistry;
  /** Looks whether the list of devices changed, for a name that is not in it; null when that was done a moment ago. */
  readonly learn: () => Promise<void> | null;
  readonly ingest: Ingest;
  readonly live: LiveFigures;
  readonly unknown: UnregisteredDevices;
  readonly wrongPasswords: WrongPasswords;
  readonly figures: GatewayFigures;
  readonly limits: GatewayLimits;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Whether a peer is a proxy whose X-Forwarded-For is believed. */
  readonly trusts: (address: string, hop: number) => boolean;
  /** Compares a request's password with that of the device, see kit/server/sealed.ts. */
  readonly hashOf: (secret: string) => string;
}

/** A name that nobody has, or of a device that is not let in: counted, so that support staff see it. */
export function turnAway(hub: Hub, protocol: string, identity: string, address: string, now: number): void {
  hub.unknown.note(protocol, identity, address, now);
  hub.figures.unknown += 1;
}

/** The device of a name, when it is let in. */
export function admitted(hub: Hub, identity: string): KnownDevice | undefined {
  const device = hub.registry.find(identity);
  return device?.admitted === true ? device : undefined;
}

export interface Said {
  device: KnownDevice;
  activity: DeviceActivity;
  protocol: string;
  frame: Buffer;
  readings: readonly Reading[];
  /** The kind of a message that no reader has. */
  unread: string | undefined;
  /** Told when it is stored, if it has to be before it is acknowledged. */
  waiting: Waiting | null;
}

/**
 * Hands on what one frame of a known device brought. Gives the batch that has to be stored before it is acknowledged; null when
 * it has neither a fix nor an alarm. Its bytes are kept all the same.
 */
export function handOn(hub: Hub, said: Said, now: number): Batch | null {
  const { device, activity, protocol, frame } = said;
  const clock = hub.live.clockOf(device);
  const readings = onTime(said.readings, device.clock, clock, now);
  const positions: Position[] = [];
  const alarms: DeviceAlarm[] = [];
  let urgent = false;
  for (const reading of readings) {
    const position = positionOf(device.slot, reading, now, aheadMs(clock));
    if (position) positions.push(position);
    alarms.push(...alarmsOf(device.slot, reading, position, now));
    if (reading.alarms.includes('SOS')) urgent = true;
    noteReading(activity, clock, reading, position, now);
  }
  if (said.unread !== undefined) noteUnread(activity, `${protocol} ${said.unread}`);
  hub.figures.frames += 1;
  const isKept = alarms.length > 0 || positions.length > 0;
  const waiting = isKept ? said.waiting : null;
  const batch = hub.ingest.take({ device: device.slot, protocol, frame, positions, alarms, waiting, urgent });
  return isKept ? batch : null;
}

/** So many kinds of one device are told apart; it may invent any number of them. */
const maxKinds = 20;

function noteUnread({ unread }: DeviceActivity, kind: string): void {
  const known = kind in unread || Object.keys(unread).length < maxKinds ? kind : '…';
  unread[known] = (unread[known] ?? 0) + 1;
}

/** Reads what a device sent; a fault of ours ends its connection and not the process. */
export function guarded(hub: Hub, read: () => void, close: (reason: string) => void): void {
  try {
    read();
  } catch (error) {
    hub.log(
      `tracking: a frame was not read: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    close('fault');
  }
}
