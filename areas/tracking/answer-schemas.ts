import * as z from 'zod/mini';
import { boardStates, deviceProblems } from './device-health.contract.ts';

const count = z.int();
const text = z.nullable(z.string());
const number = z.nullable(z.number());
const flag = z.nullable(z.boolean());
const named = z.strictObject({ id: z.string(), label: z.string() });
const attributes = z.record(z.string(), z.unknown());
const counts = (names: readonly string[]) => z.strictObject(Object.fromEntries(names.map((name) => [name, count])));

const healthRowSchema = z.strictObject({
  id: z.string(),
  identifier: z.string(),
  state: z.enum(boardStates),
  org: named,
  category: named,
  vehicle: z.nullable(named),
  problems: z.array(z.enum(deviceProblems)),
  lastSeenAt: text,
  lastFixAt: text,
  protocol: text,
  connected: z.boolean(),
  proven: z.boolean(),
  frames: count,
  badFrames: count,
  badChecksums: count,
  unfitFixes: count,
  jumps: count,
  clockOffsetS: number,
  batteryV: number,
  batteryPercent: number,
  powerV: number,
  charging: flag,
});

/** The answers of calls about devices, as device-health.contract.ts has them. */
export const boardSchema = z.strictObject({
  asOf: z.string(),
  states: counts(boardStates),
  problems: counts(deviceProblems),
  unknownCallers: z.nullable(count),
  rows: z.array(healthRowSchema),
  count,
});
export const healthSchema = z.extend(healthRowSchema, {
  intervalS: count,
  address: text,
  lastAlarm: text,
  lastAlarmAt: text,
  day: z.strictObject({ fixes: count, unfit: z.array(z.strictObject({ reason: z.string(), fixes: count })) }),
});
export const bindingSchema = z.strictObject({
  id: z.string(),
  device: named,
  vehicle: named,
  fromAt: z.string(),
  toAt: text,
  endReason: text,
  by: text,
});
export const positionSchema = z.strictObject({
  fixAt: z.string(),
  receivedAt: z.string(),
  lat: z.number(),
  lon: z.number(),
  speedKmh: number,
  course: number,
  accuracyM: number,
  altitudeM: number,
  satellites: number,
  hdop: number,
  ignition: flag,
  valid: z.boolean(),
  archived: z.boolean(),
  unfit: text,
  vehicle: z.nullable(named),
  attributes,
});
export const frameSchema = z.strictObject({
  id: z.string(),
  receivedAt: z.string(),
  protocol: z.string(),
  bytes: count,
  hex: z.string(),
  text,
  identity: text,
  refused: text,
  readings: z.array(
    z.strictObject({
      deviceTime: text,
      fix: z.nullable(
        z.strictObject({ time: text, lat: z.number(), lon: z.number(), speedKmh: number, valid: z.boolean() }),
      ),
      archived: z.boolean(),
      alarms: z.array(z.string()),
      attributes,
    }),
  ),
  records: count,
});
export const unknownSchema = z.strictObject({
  protocol: z.string(),
  identifier: z.string(),
  firstAt: z.string(),
  lastAt: z.string(),
  tries: count,
  address: text,
});
