import * as z from 'zod/mini';

/** How one ticket stands to another. What the desk alone is told is said here, and the database gives it to no client. */
export const linkKinds = ['RELATED', 'DUPLICATE_OF', 'CAUSED_BY', 'SPLIT_FROM'] as const;
export type LinkKind = (typeof linkKinds)[number];
/** Those that people make; a split makes its own. */
export const madeLinkKinds = ['RELATED', 'DUPLICATE_OF', 'CAUSED_BY'] as const;

/** Another ticket that a ticket is linked to. */
export const ticketLink = z.strictObject({
  id: z.string(),
  kind: z.enum(linkKinds),
  /** False: it is the other ticket that is a duplicate of this one, was caused by it, or was split from it. */
  isFrom: z.boolean(),
  ticketId: z.string(),
  ticketNo: z.string(),
  subject: z.string(),
  /** For clients, as they read it. */
  requestStatus: z.int(),
});
export type TicketLink = z.infer<typeof ticketLink>;
