import { type Database, everything, transact } from '#kit/server/db/database.ts';
import type { Reading } from '#telematics/protocols/protocol.ts';
import type { KnownDevice } from './device-book.ts';
import type { Position } from './position.ts';

/** What was heard of a device since it was last written down. */
export interface Heard {
  readonly deviceId: string;
  protocol: string;
  address: string;
  isConnected: boolean;
  isProven: boolean;
  /** Milliseconds, by the server's clock. */
  seenAt: number;
  /** Of its latest fix that drives something. */
  fixAt: number | null;
  frames: number;
  badFrames: number;
  badChecksums: number;
  unfit: number;
  clockOffsetS: number | null;
  batteryV: number | null;
  batteryPercent: number | null;
  powerV: number | null;
  charging: boolean | null;
  alarm: string | null;
  alarmAt: number | null;
}

/** How devices are, gathered in memory and written down now and then. */
export interface LiveFigures {
  /** Notes that something came. What else is known of it is added to what this gives. */
  heard(device: KnownDevice, protocol: string, address: string, now: number): Heard;
  /** Its connection ended. */
  gone(device: KnownDevice): void;
  /** Writes down what is new, of at most so many devices. */
  write(): Promise<void>;
  /** After a start nobody is connected. To be called once. */
  begin(): Promise<void>;
}

/** In one round: what is more waits for the next. */
const maxRows = 2_000;

export function createLiveFigures(db: Database): LiveFigures {
  const bySlot = new Map<number, Heard>();
  /** In the order in which they became new. */
  let fresh = new Map<number, Heard>();
  const blank = (deviceId: string): Heard => ({
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
    heard(device, protocol, address, now) {
      let heard = bySlot.get(device.slot);
      if (heard?.deviceId !== device.id) bySlot.set(device.slot, (heard = blank(device.id)));
      heard.protocol = protocol;
      heard.address = address;
      heard.seenAt = now;
      fresh.set(device.slot, heard);
      return heard;
    },
    gone(device) {
      const heard = bySlot.get(device.slot);
      if (!heard) return;
      heard.isConnected = false;
      fresh.set(device.slot, heard);
    },
    async write() {
      const entries = [...fresh].slice(0, maxRows);
      if (entries.length === 0) return;
      for (const [slot] of entries) fresh.delete(slot);
      const rows = entries.map(([, heard]) => ({ ...heard }));
      const count = (heard: Heard, times: 1 | -1, from: Heard) => {
        heard.frames -= times * from.frames;
        heard.badFrames -= times * from.badFrames;
        heard.badChecksums -= times * from.badChecksums;
        heard.unfit -= times * from.unfit;
      };
      entries.forEach(([, heard], at) => count(heard, 1, rows[at] as Heard));
      try {
        await transact(db, everything, (db) => db.query(writeSql, columnsOf(rows)));
      } catch (error) {
        entries.forEach(([, heard], at) => count(heard, -1, rows[at] as Heard));
        fresh = new Map([...entries, ...fresh]);
        throw error;
      }
    },
    async begin() {
      await transact(db, everything, (db) => db.query('update device_live set connected = false where connected'));
    },
  };
}

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
const columnsOf = (rows: readonly Heard[]) => [
  rows.map((row) => row.deviceId),
  rows.map((row) => iso(row.seenAt)),
  rows.map((row) => iso(row.fixAt)),
  rows.map((row) => row.protocol),
  rows.map((row) => row.address),
  rows.map((row) => String(row.isConnected)),
  rows.map((row) => String(row.isProven)),
  rows.map((row) => row.frames),
  rows.map((row) => row.badFrames),
  rows.map((row) => row.badChecksums),
  rows.map((row) => row.unfit),
  rows.map((row) => row.clockOffsetS),
  rows.map((row) => row.batteryV),
  rows.map((row) => row.batteryPercent),
  rows.map((row) => row.powerV),
  rows.map((row) => (row.charging === null ? null : String(row.charging))),
  rows.map((row) => row.alarm),
  rows.map((row) => iso(row.alarmAt)),
];

const writeSql = `insert into device_live as l (device_id, last_seen_at, last_fix_at, protocol, address, connected, proven, frames,
    bad_frames, bad_checksums, unfit_fixes, clock_offset_s, battery_v, battery_percent, power_v, charging, last_alarm, last_alarm_at)
  select a.* from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::text[], $5::text[], $6::boolean[], $7::boolean[],
      $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::real[], $13::real[], $14::real[], $15::real[], $16::boolean[],
      $17::text[], $18::timestamptz[]) as a (device_id)
    where exists (select 1 from device d where d.id = a.device_id)
  on conflict (device_id) do update set last_seen_at = greatest(l.last_seen_at, excluded.last_seen_at),
    last_fix_at = greatest(l.last_fix_at, excluded.last_fix_at), protocol = excluded.protocol, address = excluded.address,
    connected = excluded.connected, proven = excluded.proven, frames = l.frames + excluded.frames,
    bad_frames = l.bad_frames + excluded.bad_frames, bad_checksums = l.bad_checksums + excluded.bad_checksums,
    unfit_fixes = l.unfit_fixes + excluded.unfit_fixes, clock_offset_s = coalesce(excluded.clock_offset_s, l.clock_offset_s),
    battery_v = coalesce(excluded.battery_v, l.battery_v), battery_percent = coalesce(excluded.battery_percent, l.battery_percent),
    power_v = coalesce(excluded.power_v, l.power_v), charging = coalesce(excluded.charging, l.charging),
    last_alarm = coalesce(excluded.last_alarm, l.last_alarm), last_alarm_at = coalesce(excluded.last_alarm_at, l.last_alarm_at)`;

/** A measure that a column of seven digits holds. */
const measure = (value: unknown, before: number | null): number | null =>
  typeof value === 'number' && Math.abs(value) < 1e30 ? value : before;

/** Adds what a reading says of its device. */
export function noteReading(heard: Heard, reading: Reading, position: Position | null, now: number): void {
  const { attributes, alarms, deviceTime, archived } = reading;
  heard.batteryV = measure(attributes['battery'], heard.batteryV);
  heard.batteryPercent = measure(attributes['batteryLevel'], heard.batteryPercent);
  heard.powerV = measure(attributes['power'], heard.powerV);
  if (typeof attributes['charge'] === 'boolean') heard.charging = attributes['charge'];
  if (alarms[0] !== undefined && !archived) {
    heard.alarm = alarms[0];
    heard.alarmAt = now;
  }
  if (!position) return;
  if (position.unfit !== 0) heard.unfit += 1;
  else if (heard.fixAt === null || position.fixAt > heard.fixAt) heard.fixAt = position.fixAt;
  if (!archived) heard.clockOffsetS = measure((now - (deviceTime ?? position.fixAt)) / 1_000, heard.clockOffsetS);
}
