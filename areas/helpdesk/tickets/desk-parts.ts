import * as z from 'zod/mini';
import { printable } from '#kit/contract/input.ts';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import { withRights } from '#kit/server/catalogue/policy.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { helpDesk, ticketNote, ticketReply } from './ticket.contract.ts';
import type { TicketMails } from './ticket-mails.ts';

export type Tickets = CatalogueParts<typeof helpDesk>;
/** What acts of the desk are done with. */
export interface Desk {
  tickets: Tickets;
  replies: CatalogueParts<typeof ticketReply>;
  notes: CatalogueParts<typeof ticketNote>;
  mails: TicketMails;
}

/** A text that somebody has to write. @param missing what they are told without one */
export const words = (max: number, missing: string, min = 1) =>
  z
    .string({ error: missing })
    .check(
      z.trim(),
      z.minLength(min, { error: missing }),
      z.maxLength(max, { error: `At most ${max} characters` }),
      printable,
    );

/** What a call answers with after something happened to a ticket. */
export const answering =
  (kit: CatalogueKit, { definition, reads }: Tickets) =>
  async (db: Queryable, call: Call, scope: Scope, id: string, message: string, warnings: readonly string[] = []) => {
    const { json, row } = await mustRead(reads, scope, id, db);
    return {
      status: 200,
      message,
      data: withRights(kit.policies, definition, call.session, json),
      version: row.version,
      warnings,
    };
  };
