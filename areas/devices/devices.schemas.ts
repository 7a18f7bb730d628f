import * as z from 'zod/mini';
import { plateUses } from '#kit/contract/formats/plate-use.ts';
import { boardStates, deviceProblems } from './health/health.contract.ts';

const count = z.int();
const text = z.nullable(z.string());
const number = z.nullable(z.number());
const flag = z.nullable(z.boolean());
const named = z.strictObject({ id: z.string(), label: z.string() });
const counts = (names: readonly string[]) => z.strictObject(Object.fromEntries(names.map((name) => [name, count])));

const healthRowSchema = z.strictObject({
  id: z.string(),
  identifier: z.string(),
  state: z.enum(boardStates),
  org: named,
  category: named,
  vehicle: z.nullable(z.extend(named, { plateUse: z.enum(plateUses) })),
  problems: z.array(z.enum(deviceProblems)),
  lastSeenAt: text,
  lastFixAt: text,
  protocol: text,
  connected: z.boolean(),
  proven: z.boolean(),
  frames: count,
  badFrames: count,
  badChecksums: count,
  unreadFrames: count,
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
  unreadKinds: z.array(z.strictObject({ kind: z.string(), frames: count })),
  clockRule: z.nullable(z.enum(['OFFSET', 'ARRIVAL'])),
  clockOffsetMin: z.nullable(count),
  offeredOffsetMin: z.nullable(count),
  day: z.strictObject({ fixes: count, unfit: z.array(z.strictObject({ reason: z.string(), fixes: count })) }),
});
export const bindingSchema = z.strictObject({
  id: z.string(),
  device: named,
  vehicle: z.extend(named, { plateUse: z.nullable(z.enum(plateUses)) }),
  fromAt: z.string(),
  toAt: text,
  endReason: text,
  by: text,
});
export const unknownSchema = z.strictObject({
  protocol: z.string(),
  identifier: z.string(),
  firstAt: z.string(),
  lastAt: z.string(),
  tries: count,
  address: text,
});
