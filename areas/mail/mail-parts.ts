import { domainToASCII } from 'node:url';
import type { Clock } from '#kit/server/clock.ts';
import type { Database } from '#kit/server/db/database.ts';
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
  /** Left out: mails are kept instead of sent. */
  smtp?: SmtpSettings | undefined;
  timeouts?: SmtpTimeouts | undefined;
  log: (line: string) => void;
}

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
