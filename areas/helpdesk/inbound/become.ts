import {
  authentication,
  automaticOf,
  type Bounce,
  bounceOf,
  type IncomingMail,
  mailsNamed,
  noteBounce,
  ownAddresses,
  ownMailIds,
  type Proof,
} from '#areas/mail/mail.server.ts';
import { authorityOf } from '#areas/rights/rights.server.ts';
import { can } from '#kit/contract/rights.ts';
import { narrow, everything, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { productWriter, type Writer } from '#kit/server/history.ts';
import { helpDesk, ticketReply } from '../tickets/ticket.contract.ts';
import { closed } from '../tickets/request-status.rules.ts';
import { lockTickets, type StoredTicket } from '../tickets/tickets.store.ts';
import { type Outcome, ticketsSince, writtenSince } from './help-mail.store.ts';
import type { Inbound } from './inbound-parts.ts';
import { receiveFiles, type ReceivedFiles } from './mail-files.ts';
import { mailCategory, type Matched, matchTicket, type Sender, senderNamed } from './senders.store.ts';
import { addNote, addTicket, addReply } from './write-words.ts';

/** Staff decide: who it is from. */
export interface Decided {
  sender: Sender;
}

const hourMs = 3_600_000;
/** Mails of one sender to one ticket, and tickets of one sender, within an hour: more wait for staff, for they may be of two programs that answer each other. */
export const mostPerHour = { mails: 10, tickets: 20 };

export interface Became extends Outcome {
  touched: Writer['touched'];
}

/** Makes of a mail what it is to be, in the transaction that writes that down. Everything that it writes is within that transaction. */
export async function become(
  db: Queryable,
  inbound: Inbound,
  mail: IncomingMail,
  proof: Proof,
  decided?: Decided,
): Promise<Became> {
  const writer = productWriter(inbound.kit.clock.now());
  const outcome = decided
    ? await ofSender(db, inbound, mail, proof, decided.sender, writer, true)
    : await byItself(db, inbound, mail, proof, writer);
  return { ...outcome, touched: writer.touched };
}

/** What the receiving server says of the sender of a mail. */
export const proofOf = ({ mail: { incoming } }: Inbound, mail: IncomingMail): Proof =>
  authentication(mail.results, incoming?.trustedServer, mail.from?.address ?? '');

async function byItself(
  db: Queryable,
  inbound: Inbound,
  mail: IncomingMail,
  proof: Proof,
  writer: Writer,
): Promise<Outcome> {
  const [own] = await mailsNamed(db, ownMailIds(mail.messageId === null ? [] : [mail.messageId]));
  if (own) return { state: 'LOOP', reason: 'It is an email of our own that came back', mailId: own.id };
  const bounce = bounceOf(mail);
  if (bounce) return ofBounce(db, inbound, bounce, writer);
  const automatic = automaticOf(mail, { addresses: ownAddresses(inbound.mail) });
  if (automatic) return { state: automatic.kind, reason: automatic.reason };
  if (mail.from === null) return held('It names no sender');
  const sender = await senderNamed(db, mail.from.address);
  if (!sender) {
    const matched = await matchTicket(db, mail);
    const of = matched?.sent ? ` It answers ${matched.ticket.ticketNo}.` : '';
    return held(`Nobody here has this address.${of}`);
  }
  return ofSender(db, inbound, mail, proof, sender, writer, false);
}

const held = (reason: string): Outcome => ({ state: 'HELD', reason });

/** A mail of ours did not arrive: the outbox knows, and so do the agents. */
async function ofBounce(db: Queryable, { mail: kit }: Inbound, bounce: Bounce, writer: Writer): Promise<Outcome> {
  const sent = (await mailsNamed(db, ownMailIds(bounce.messageIds))).find(({ to }) => bounce.to.includes(to));
  if (!sent) return { state: 'AUTO_REPLY', reason: 'A report about an email that is not ours' };
  if (!bounce.isFinal)
    return { state: 'AUTO_REPLY', reason: `An email to ${sent.to} is late (${bounce.code})`, mailId: sent.id };
  const said = `${bounce.code} ${bounce.words}`.trim();
  const ticket =
    sent.module === helpDesk.path && sent.recordId !== null
      ? (await lockTickets(db, [sent.recordId], null))[0]
      : undefined;
  const isNews = await noteBounce(db, kit, sent, bounce);
  if (ticket && isNews)
    await addNote(db, writer, ticket, `The email “${sent.subject}” did not reach ${sent.to}: ${said}`);
  return {
    state: 'BOUNCE',
    reason: `The email to ${sent.to} did not arrive: ${said}`,
    mailId: sent.id,
    ...(ticket ? { orgId: ticket.orgId, ticketId: ticket.id } : {}),
  };
}

/** A mail of somebody who is known: an answer in a ticket, or a new one. */
async function ofSender(
  db: Queryable,
  inbound: Inbound,
  mail: IncomingMail,
  proof: Proof,
  sender: Sender,
  writer: Writer,
  isDecided: boolean,
): Promise<Outcome> {
  const matched = await matchTicket(db, mail);
  const outcome =
    sender.kind === 'staff'
      ? await ofStaff(db, inbound, mail, proof, sender, matched, writer)
      : await ofCustomer(db, inbound, mail, proof, sender, matched, writer, isDecided);
  return { accountId: sender.id, mailId: matched?.sent?.id ?? null, ...outcome };
}

/** Somebody of the desk answers a mail that was sent to them: what they write is what customers read. */
async function ofStaff(
  db: Queryable,
  inbound: Inbound,
  mail: IncomingMail,
  proof: Proof,
  sender: Sender,
  matched: Matched | undefined,
  writer: Writer,
): Promise<Outcome> {
  const ticket = matched?.ticket;
  if (!ticket || matched.sent?.accountId !== sender.id)
    return held('It is from a member of staff, and answers no email of a ticket that was sent to them');
  if (proof === 'FAILED') return held('It says that it is from a member of staff, and that could not be proven');
  const who = { ...writer, actorId: sender.id, actorName: sender.name };
  const authority = await authorityOf(db, who);
  const isReached = !authority?.orgIds || authority.orgIds.includes(ticket.orgId);
  if (!authority || !isReached || !can(authority.grants, ticketReply.path, 'create'))
    return held(`${sender.name} may not answer customers`);
  if (!ticket.live) return held(`${ticket.ticketNo} is inactive`);
  if (ticket.requestStatus === closed) return held(`${ticket.ticketNo} is closed`);
  if (await isFlood(db, writer, mail, ticket)) return flood(ticket);
  const files = await receiveFiles(inbound.kit, mail.files, { orgId: ticket.orgId, actorId: sender.id });
  await addReply(db, inbound, { scope: everything, writer: who, ticket, mail, files });
  await tellRefused(db, writer, ticket, files);
  return { state: 'STAFF_REPLY', reason: null, orgId: ticket.orgId, ticketId: ticket.id };
}

async function ofCustomer(
  db: Queryable,
  inbound: Inbound,
  mail: IncomingMail,
  proof: Proof,
  sender: Sender,
  matched: Matched | undefined,
  writer: Writer,
  isDecided: boolean,
): Promise<Outcome> {
  const { orgId } = sender;
  if (orgId === null) return held(`${sender.name} belongs to no organisation`);
  const who = { ...writer, actorId: sender.id, actorName: sender.name, orgId };
  const scope: Scope = { orgId, client: true };
  const authority = await authorityOf(db, who);
  const may = (path: string) => authority !== undefined && can(authority.grants, path, 'create');
  // What somebody passed on, or guessed, opens no ticket of another organisation.
  const isOthers = matched !== undefined && matched.ticket.orgId !== orgId;
  if (isOthers && matched.sent && !isDecided) return held('It answers an email about a ticket of another organisation');
  // A number in a subject is easily guessed: it does not stand against a server that says that the sender is another.
  const ticket = isOthers || (matched?.sent === null && proof === 'FAILED') ? undefined : matched?.ticket;
  const isFollowing = ticket?.requestStatus === closed;
  if (ticket && !isFollowing) {
    if (!may(ticketReply.path)) return held(`${sender.name} may not write to the help desk`);
    if (!ticket.live) return held(`${ticket.ticketNo} is inactive`);
    if (!isDecided && (await isFlood(db, writer, mail, ticket))) return flood(ticket);
    const files = await receiveFiles(inbound.kit, mail.files, { orgId, actorId: sender.id });
    await narrow(db, scope);
    await addReply(db, inbound, { scope, writer: who, ticket, mail, files });
    await narrow(db, everything);
    await tellUnproven(db, writer, ticket, mail, proof);
    await tellRefused(db, writer, ticket, files);
    return { state: 'REPLY', reason: null, orgId, ticketId: ticket.id };
  }
  if (!may(helpDesk.path)) return held(`${sender.name} may not write to the help desk`);
  const made = await ticketsSince(db, sender.email, new Date(writer.now.getTime() - hourMs));
  if (!isDecided && made >= mostPerHour.tickets) return held('This sender asked too often within an hour');
  const category = await mailCategory(db);
  if (!category) return held('There is no help category to make a ticket in');
  const files = await receiveFiles(inbound.kit, mail.files, { orgId, actorId: sender.id });
  await narrow(db, scope);
  const id = await addTicket(db, inbound, {
    scope,
    writer: who,
    mail,
    files,
    categoryId: category.id,
    follows: isFollowing ? ticket : undefined,
  });
  await narrow(db, everything);
  const [added] = await lockTickets(db, [id], null);
  if (added) {
    await tellUnproven(db, writer, added, mail, proof);
    await tellRefused(db, writer, added, files);
  }
  const reason = isFollowing ? `${ticket.ticketNo} is closed: a new ticket follows it` : null;
  return { state: 'TICKET', reason, orgId, ticketId: id };
}

const isFlood = async (db: Queryable, { now }: Writer, mail: IncomingMail, { id }: StoredTicket): Promise<boolean> =>
  (await writtenSince(db, mail.from?.address ?? '', id, new Date(now.getTime() - hourMs))) >= mostPerHour.mails;

/** It may be two programs that answer each other, or somebody with much to say: staff see which, and let it in. */
const flood = (ticket: StoredTicket): Outcome => ({
  state: 'HELD',
  reason: `More than ${mostPerHour.mails} emails of this sender to ${ticket.ticketNo} within an hour`,
  orgId: ticket.orgId,
  ticketId: ticket.id,
});

async function tellUnproven(db: Queryable, writer: Writer, ticket: StoredTicket, mail: IncomingMail, proof: Proof) {
  if (proof === 'FAILED')
    await addNote(
      db,
      writer,
      ticket,
      `The sender of this email is not proven: the mail server says that it may not be from ${mail.from?.address ?? ''}. Ask before you act on it.`,
    );
}

async function tellRefused(db: Queryable, writer: Writer, ticket: StoredTicket, { refused }: ReceivedFiles) {
  if (refused.length > 0)
    await addNote(db, writer, ticket, `Files of the email that were not taken:\n${refused.join('\n')}`);
}
