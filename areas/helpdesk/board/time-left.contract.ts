import * as z from 'zod/mini';

/** Minutes of open time until a ticket is next due; below zero when it is late. Tickets whose clock does not run are left out. */
export const timeLeft = z.strictObject({ id: z.string(), minutes: z.int() });
export type TimeLeft = z.infer<typeof timeLeft>;
