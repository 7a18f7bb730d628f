import * as z from 'zod/mini';

const fileRef = z.object({
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  bytes: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
});

/** One thing that was said or happened in a ticket. Clients are given replies and turns that concern them, and no names of staff. */
export const conversationItem = z.strictObject({
  id: z.string(),
  /** A QUESTION is that of a ticket that was merged into this one. */
  kind: z.enum(['QUESTION', 'REPLY', 'NOTE', 'FORWARD', 'MERGE', 'SPLIT_FROM', 'SPLIT_INTO', 'STATUS']),
  at: z.string(),
  /** The name of who wrote; for clients, of staff always `Help desk`. */
  author: z.string(),
  byStaff: z.boolean(),
  /** Empty for a turn. */
  text: z.string(),
  /** Of what came by mail: what stood below it, like the text that it answers. */
  quoted: z.nullable(z.string()),
  attachments: z.array(fileRef),
  editedAt: z.nullable(z.string()),
  /** Until when the reader may change it, ISO UTC; null: not at all. */
  editableUntil: z.nullable(z.string()),
  /** Of what was written to a ticket that was merged into this one: its number. */
  ofTicket: z.nullable(z.string()),
  /** Of a turn. */
  fromStatus: z.nullable(z.int()),
  toStatus: z.nullable(z.int()),
  /** Of a forward: the team, person or role it went to. */
  to: z.nullable(z.string()),
  version: z.nullable(z.int()),
});
export type ConversationItem = z.infer<typeof conversationItem>;

const stretch = z.strictObject({
  from: z.string(),
  until: z.nullable(z.string()),
  isCounted: z.boolean(),
  /** Why the clock stood still; null while it ran. */
  why: z.nullable(z.enum(['WAITING', 'INACTIVE', 'RESOLVED', 'CLOSED', 'MERGED'])),
  /** What the customer was told or asked by it, cut after 200 letters; of a merged ticket, the number of the one it is in. */
  words: z.nullable(z.string()),
});
/** What a day counted, or will: from when to when, the minutes of that, and the name of a holiday. */
const dayCounted = z.strictObject({
  day: z.string(),
  spans: z.array(z.strictObject({ from: z.string(), until: z.string() })),
  minutes: z.number(),
  holiday: z.nullable(z.string()),
});
export type CountedDay = z.infer<typeof dayCounted>;
const goal = z.strictObject({
  state: z.enum(['RUNNING', 'PAUSED', 'STOPPED']),
  /** Minutes of open time: used, and promised. Of what is over, as they were kept when it ended; null: nothing was. */
  usedMin: z.nullable(z.number()),
  targetMin: z.nullable(z.number()),
  dueAt: z.nullable(z.string()),
  missedAt: z.nullable(z.string()),
  /** The days from now until it is due, at most 60. */
  coming: z.array(dayCounted),
});
/** Why a ticket is due when it is. */
export const dueExplained = z.strictObject({
  first: goal,
  solution: goal,
  /** When the clock ran, and when it stood still. */
  stretches: z.array(stretch),
  /**
   * The days that counted from the beginning until now, or until the end. Empty for what is over where the hours have changed since, so that
   * these days can no longer be told.
   */
  days: z.array(dayCounted),
  /** The business hours that it is counted in; for staff alone. */
  hours: z.nullable(z.string()),
});
export type DueExplained = z.infer<typeof dueExplained>;

/** Whether the reader watches a ticket, and the names of all who do. For staff alone. */
export const watching = z.strictObject({ watching: z.boolean(), watchers: z.array(z.string()) });
export type Watching = z.infer<typeof watching>;
