import * as z from 'zod/mini';
import { printable } from '#kit/contract/input.ts';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import type { helpDesk, ticketReply } from './ticket.contract.ts';
import type { TicketMails } from './ticket-mails.ts';

export type Tickets = CatalogueParts<typeof helpDesk>;
/** What acts of the desk are done with. */
export interface Desk {
  tickets: Tickets;
  replies: CatalogueParts<typeof ticketReply>;
  mails: TicketMails;
}

/** A text that somebody has to write. @param missing what they are told without one */
export const words = (max: number, missing: string) =>
  z
    .string({ error: missing })
    .check(
      z.trim(),
      z.minLength(1, { error: missing }),
      z.maxLength(max, { error: `At most ${max} characters` }),
      printable,
    );
