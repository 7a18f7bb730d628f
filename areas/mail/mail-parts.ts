import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { Clock } from '#kit/server/clock.ts';
import type { Database, Queryable } from '#kit/server/db/database.ts';
import type { Jobs } from '#kit/server/jobs.ts';

export interface MailAddress {
  name: string;
  address: string;
}
/** How mails leave; read from SMTP_URL. */
export interface SmtpSettings {
  host: string;
  port: number;
  /**
   * `implicit`: TLS from the start. `required`: STARTTLS, or nothing is sent. `offered`: STARTTLS where the server has it.
   * `none`: never, for a server on this machine. Certificates are verified wherever there is TLS.
   */
  tls: 'implicit' | 'required' | 'offered' | 'none';
  user?: string;
  password?: string;
}
/** A mailbox that is read; from IMAP_URL. */
export interface ImapSettings {
  host: string;
  port: number;
  tls: SmtpSettings['tls'];
  user: string;
  password: string;
  folder: string;
  /** Seconds from one look to the next. */
  everyS: number;
}
/** The ways by which mails come in. */
export interface IncomingSettings {
  imap?: ImapSettings | undefined;
  /** Signs what is handed in at the webhook. */
  secret?: string | undefined;
  /** The mail server whose word on a sender is believed, as it names itself in Authentication-Results. */
  trustedServer?: string | undefined;
}
/** Milliseconds; for one mail. */
export interface SmtpTimeouts {
  connect: number;
  greeting: number;
  /** Silence in the middle of it. */
  socket: number;
  /** All of it: a server that says a little now and then is given up as well. */
  total: number;
  /** How long a stop waits for mails that are on their way. */
  grace: number;
}

/** What mail stands on. */
export interface MailKit {
  db: Database;
  clock: Clock;
  /** Seals secret links; see loadKey. */
  masterKey: Buffer;
  jobs: Pick<Jobs, 'add' | 'wake'>;
  /** Where people reach the product: scheme, host and port. Never taken from a request. */
  origin: () => string;
  from: MailAddress;
  /** Where answers go, if not to `from`. A mail that may be answered carries its reply key in it, behind a plus. */
  support?: MailAddress | undefined;
  /** How mails come in. Left out: they do not. */
  incoming?: IncomingSettings | undefined;
  /** Left out: mails are kept instead of sent. */
  smtp?: SmtpSettings | undefined;
  timeouts?: SmtpTimeouts | undefined;
  /**
   * Whether a person wants a mail: at once, not before a time, or not at all. Left out: everybody wants all. It may look over everybody's
   * rows, and leaves the transaction as it was.
   */
  choice?: MailChoice | undefined;
  log: (line: string) => void;
}

/** @param mail.matter key of its topic, else of its template. */
export type MailChoice = (
  db: Queryable,
  mail: { matter: string; accountId: string; now: Date },
) => Promise<'now' | 'never' | Date>;

/** Name of the job that sends what is due. */
export const mailJob = 'mail';
/** Tries before a mail is given up. */
export const maxAttempts = 5;

const host = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const addressForm = new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${host}(?:\\.${host})*$`);
/** True for a plain mail address of ASCII letters, as every mail server takes it. */
export const isMailAddress = (text: string): boolean => text.length <= 254 && addressForm.test(text);

/** An address as mail servers take it, with its domain in ASCII; undefined for what is none. */
export function plainAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  if (at < 1) return undefined;
  const address = `${text.slice(0, at)}@${domainToASCII(text.slice(at + 1))}`;
  return isMailAddress(address) ? address : undefined;
}

/** The same mail has the same id however often it is sent, so that a repetition is known as one. */
export const messageIdOf = (id: string, from: MailAddress): string =>
  `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`;

const letters = 'abcdefghijklmnopqrstuvwxyz234567';

/** What the mails about a record to one recipient carry so that answers find it: 130 bits that only this installation can make. */
export function replyKeyOf(kit: Pick<MailKit, 'masterKey'>, recordId: string, accountId: string): string {
  const bytes = createHmac('sha256', kit.masterKey).update(`reply key|${recordId}|${accountId}`).digest();
  let [bits, value, key] = [0, 0, ''];
  for (const byte of bytes.subarray(0, 17)) {
    value = ((value << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5 && key.length < 26; bits -= 5) key += letters[(value >> (bits - 5)) & 31] ?? '';
  }
  return key;
}

const domainOf = ({ address }: MailAddress): string => address.slice(address.lastIndexOf('@') + 1);

/** Headers by which the answer to a mail is known again. */
export function answerHeaders(kit: Pick<MailKit, 'from' | 'support'>, replyKey: string) {
  const { from, support } = kit;
  const thread = `<rk.${replyKey}@${domainOf(from)}>`;
  const at = support?.address.lastIndexOf('@') ?? -1;
  return {
    references: thread,
    inReplyTo: thread,
    ...(support
      ? {
          replyTo: {
            name: support.name,
            address: `${support.address.slice(0, at)}+${replyKey}${support.address.slice(at)}`,
          },
        }
      : {}),
  };
}

/** Our own addresses, in lower case. */
export const ownAddresses = ({ from, support }: Pick<MailKit, 'from' | 'support'>): Set<string> =>
  new Set([from.address, ...(support ? [support.address] : [])].map((one) => one.toLowerCase()));
