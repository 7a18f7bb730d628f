import * as z from 'zod/mini';
import { plateUses } from '#kit/contract/formats/plate-use.ts';

/** Most days of one call. */
export const calendarLimits = { days: 92, take: 50, maxTake: 100, feedName: 60, feeds: 10 } as const;

/** How far back what is overdue is looked for, in days. */
export const overdueDays = 90;

/** Something that has to be done by a day. */
export const dutyAnswer = z.strictObject({
  /** Stays the same while the day moves. */
  key: z.string(),
  kind: z.string(),
  day: z.string(),
  /** From today; negative: so many days ago. */
  daysLeft: z.int(),
  what: z.string(),
  /** A number by which it is told apart. */
  detail: z.nullable(z.string()),
  subject: z.string(),
  /** The subject is a registration number. */
  isPlate: z.boolean(),
  /** Of a registration number: what gives the plate its colour. */
  plateUse: z.nullable(z.enum(plateUses)),
  vehicleId: z.nullable(z.string()),
  org: z.strictObject({ id: z.string(), label: z.string() }),
  state: z.nullable(z.string()),
  /** What is done next, and where. */
  step: z.string(),
  to: z.string(),
  /** Days on which a reminder went out, the latest first. */
  reminded: z.array(z.string()),
});
export type DutyAnswer = z.infer<typeof dutyAnswer>;

/** How many there are on the days that were asked for. */
export const dayCounts = z.strictObject({
  today: z.string(),
  from: z.string(),
  to: z.string(),
  /** Kinds that the reader sees, whether there are any or not. */
  kinds: z.array(z.strictObject({ key: z.string(), name: z.string() })),
  /** Days that have any. */
  days: z.array(z.strictObject({ day: z.string(), count: z.int(), kinds: z.record(z.string(), z.int()) })),
  /** The days of what is called overdue: to be counted by a call of its own, for there may be many. */
  overdue: z.strictObject({ from: z.string(), to: z.string() }),
});
export type DayCounts = z.infer<typeof dayCounts>;

/** A secret link by which a calendar program fetches deadlines. */
export const calendarFeed = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Null: all kinds, also those to come. */
  kinds: z.nullable(z.array(z.string())),
  /** Its last characters. */
  hint: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type CalendarFeed = z.infer<typeof calendarFeed>;

/** The link itself is told this one time. */
export const madeFeed = z.extend(calendarFeed, { link: z.string() });
export type MadeFeed = z.infer<typeof madeFeed>;
