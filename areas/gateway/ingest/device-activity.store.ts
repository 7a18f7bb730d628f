import { type DeviceActivity, markAllDisconnected, writeDeviceActivity } from '#areas/devices/devices.server.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import type { Reading } from '#telematics/protocols/protocol.ts';
import { type ClockWatch, newClockWatch, noteClock } from './device-clock.ts';
import type { KnownDevice } from './device-registry.ts';
import type { Position } from '../positions/position.ts';

/** How devices are, gathered in memory and written down now and then. */
export interface LiveFigures {
  /** Notes that something came. What else is known of it is added to what this gives. */
  activityOf(device: KnownDevice, protocol: string, address: string, now: number): DeviceActivity;
  /** What is known of its clock. */
  clockOf(device: KnownDevice): ClockWatch;
  /** Its connection ended. */
  gone(device: KnownDevice): void;
  /** Writes down what is new, of at most so many devices, once what is being written is there. */
  write(): Promise<void>;
  /** After a start nobody is connected. To be called once. */
  begin(): Promise<void>;
}

/** In one round: what is more waits for the next. */
const maxRows = 2_000;

export function createLiveFigures(db: Database): LiveFigures {
  const bySlot = new Map<number, DeviceActivity>();
  const clocks = new Map<number, ClockWatch>();
  /** In the order in which they became new. */
  let fresh = new Map<number, DeviceActivity>();
  let writing: Promise<void> = Promise.resolve();
  const blank = (deviceId: string): DeviceActivity => ({
    deviceId,
    protocol: '',
    address: '',
    isConnected: false,
    isProven: false,
    seenAt: 0,
    fixAt: null,
    frames: 0,
    badFrames: 0,
    badChecksums: 0,
    unread: {},
    unfit: 0,
    clockOffsetS: null,
    batteryV: null,
    batteryPercent: null,
    powerV: null,
    charging: null,
    alarm: null,
    alarmAt: null,
  });
  return {
    activityOf(device, protocol, address, now) {
      let activity = bySlot.get(device.slot);
      if (activity?.deviceId !== device.id) bySlot.set(device.slot, (activity = blank(device.id)));
      activity.protocol = protocol;
      activity.address = address;
      activity.seenAt = now;
      fresh.set(device.slot, activity);
      return activity;
    },
    clockOf({ slot }) {
      let clock = clocks.get(slot);
      if (!clock) clocks.set(slot, (clock = newClockWatch()));
      return clock;
    },
    gone(device) {
      const activity = bySlot.get(device.slot);
      if (!activity) return;
      activity.isConnected = false;
      fresh.set(device.slot, activity);
    },
    write: () => (writing = writing.then(write, write)),
    async begin() {
      await transact(db, everything, (db) => markAllDisconnected(db));
    },
  };

  async function write(): Promise<void> {
    const entries = [...fresh].slice(0, maxRows);
    if (entries.length === 0) return;
    for (const [slot] of entries) fresh.delete(slot);
    const rows = entries.map(([, activity]) => ({ ...activity, unread: { ...activity.unread } }));
    const count = (activity: DeviceActivity, times: 1 | -1, from: DeviceActivity) => {
      activity.frames -= times * from.frames;
      activity.badFrames -= times * from.badFrames;
      activity.badChecksums -= times * from.badChecksums;
      activity.unfit -= times * from.unfit;
      for (const [kind, frames] of Object.entries(from.unread)) {
        const left = (activity.unread[kind] ?? 0) - times * frames;
        if (left > 0) activity.unread[kind] = left;
        else delete activity.unread[kind];
      }
    };
    entries.forEach(([, activity], at) => count(activity, 1, rows[at] as DeviceActivity));
    try {
      await transact(db, everything, (db) => writeDeviceActivity(db, rows));
    } catch (error) {
      entries.forEach(([, activity], at) => count(activity, -1, rows[at] as DeviceActivity));
      fresh = new Map([...entries, ...fresh]);
      throw error;
    }
  }
}

/** A measure that a column of seven digits holds. */
const measure = (value: unknown, before: number | null): number | null =>
  typeof value === 'number' && Math.abs(value) < 1e30 ? value : before;

/** Adds what a reading says of its device. */
export function noteReading(
  activity: DeviceActivity,
  clock: ClockWatch,
  reading: Reading,
  position: Position | null,
  now: number,
): void {
  const { attributes, alarms, deviceTime, archived } = reading;
  activity.batteryV = measure(attributes['battery'], activity.batteryV);
  activity.batteryPercent = measure(attributes['batteryLevel'], activity.batteryPercent);
  activity.powerV = measure(attributes['power'], activity.powerV);
  if (typeof attributes['charge'] === 'boolean') activity.charging = attributes['charge'];
  if (alarms[0] !== undefined && !archived) {
    activity.alarm = alarms[0];
    activity.alarmAt = now;
  }
  if (!position) return;
  if (position.unfit !== 0) activity.unfit += 1;
  else if (activity.fixAt === null || position.fixAt > activity.fixAt) activity.fixAt = position.fixAt;
  if (!archived) noteClock(activity, clock, deviceTime ?? position.fixAt, now);
}
