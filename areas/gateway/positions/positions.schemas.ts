import * as z from 'zod/mini';

const count = z.int();
const text = z.nullable(z.string());
const number = z.nullable(z.number());
const flag = z.nullable(z.boolean());
const named = z.strictObject({ id: z.string(), label: z.string() });
const attributes = z.record(z.string(), z.unknown());

/** The answers of the calls about positions and frames, as positions.contract.ts has them. */
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
  isOffDuty: z.boolean(),
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
  unread: text,
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
