import type { IncomingMail } from './incoming-mail.ts';

/** What tells that no person wrote a mail, or that it is one of our own. */
export type Automatic = { kind: 'AUTO_REPLY' | 'LOOP'; reason: string };

/** What is our own. Addresses in lower case. */
export interface Own {
  addresses: ReadonlySet<string>;
}

const robots = /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?|daemon)(?:[+=._-].*)?$/;
const bulk = new Set(['bulk', 'list', 'junk', 'auto_reply']);

/** Whether a program wrote it; undefined for what a person did. Such mails are answered by nobody, so that two programs never talk. */
export function automaticOf(mail: IncomingMail, own: Own): Automatic | undefined {
  const loop = (reason: string): Automatic => ({ kind: 'LOOP', reason });
  const auto = (reason: string): Automatic => ({ kind: 'AUTO_REPLY', reason });
  const from = mail.from?.address ?? '';
  if (own.addresses.has(from)) return loop('It came from our own address');
  const header = (name: string) => (mail.headers.get(name) ?? '').toLowerCase().trim();
  const submitted = header('auto-submitted').split(';')[0]?.trim() ?? '';
  if (submitted !== '' && submitted !== 'no') return auto('A program wrote it (Auto-Submitted)');
  if (bulk.has(header('precedence'))) return auto('It was sent to many (Precedence)');
  if (header('list-id') !== '' || header('list-unsubscribe') !== '') return auto('It came from a mailing list');
  const suppress = header('x-auto-response-suppress');
  if (suppress !== '' && suppress !== 'none') return auto('It asks for no automatic answer (X-Auto-Response-Suppress)');
  if (header('x-autoreply') !== '' || header('x-autorespond') !== '') return auto('An automatic answer');
  if (mail.returnPath === '') return auto('It came without a return address');
  if (robots.test(from.slice(0, Math.max(0, from.lastIndexOf('@'))))) return auto(`No person reads ${from}`);
  return undefined;
}

/** What the receiving mail server found out about the sender: see `authentication`. */
export type Proof = 'PASSED' | 'FAILED' | 'UNKNOWN';

/**
 * Reads Authentication-Results (RFC 8601) of the one server that is trusted: anybody can write such a header, and only the first
 * of ours counts. Passed: DKIM or SPF of the domain of From, or DMARC. Failed: DMARC failed, or both others did.
 */
export function authentication(results: readonly string[], trustedServer: string | undefined, from: string): Proof {
  if (trustedServer === undefined) return 'UNKNOWN';
  const ours = results.find((one) => one.trim().split(/[;\s]/, 1)[0]?.toLowerCase() === trustedServer.toLowerCase());
  if (ours === undefined) return 'UNKNOWN';
  const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase();
  const parts = ours
    .toLowerCase()
    // Remarks in brackets are for people.
    .replace(/\([^()]{0,500}\)/g, ' ')
    .split(';')
    .slice(1)
    .map((one) => one.trim());
  const verdict = (method: string) =>
    parts.filter((one) => one.startsWith(`${method}=`)).map((one) => one.slice(method.length + 1));
  const passes = (one: string) => one.startsWith('pass');
  const fails = (one: string) => /^(?:fail|softfail|permerror)/.test(one);
  const isOf = (one: string) =>
    [...one.matchAll(/(?:header\.d|header\.i|smtp\.mailfrom)=(\S{1,255})/g)].some(([, said = '']) =>
      isWithin(said.slice(said.lastIndexOf('@') + 1), domain),
    );
  if (verdict('dmarc').some(passes)) return 'PASSED';
  if (verdict('dmarc').some(fails)) return 'FAILED';
  if ([...verdict('dkim'), ...verdict('spf')].some((one) => passes(one) && isOf(one))) return 'PASSED';
  return [...verdict('dkim'), ...verdict('spf')].some(fails) ? 'FAILED' : 'UNKNOWN';
}

/** A domain, or one that it stands below, or one below it. */
const isWithin = (one: string, other: string): boolean =>
  one === other || one.endsWith(`.${other}`) || (one.includes('.') && other.endsWith(`.${one}`));
