import { createHash } from 'node:crypto';
import { sumInSteps } from '#kit/server/bounded/sum-in-steps.ts';
import type { AddressObject, Attachment, ParsedMail } from 'mailparser';
import { plainAddress } from '../mail-parts.ts';

/** A file that came with a mail, as the sender named it. */
export interface IncomingFile {
  name: string;
  type: string;
  bytes: Buffer;
  /** It stands in the text, like the picture of a signature. */
  isInline: boolean;
}

/** A mail as it was received. Addresses are in lower case, message ids without their angle brackets. */
export interface IncomingMail {
  messageId: string | null;
  inReplyTo: readonly string[];
  references: readonly string[];
  from: { address: string; name: string } | null;
  /** Everybody it was sent to, also by the servers on its way. */
  to: readonly string[];
  subject: string;
  /** Plain text, also of what came as HTML. */
  text: string;
  /** By their names in lower case; of several the first, but for `results`. */
  headers: ReadonlyMap<string, string>;
  /** Authentication-Results, the last server first. */
  results: readonly string[];
  /** Empty: the null return path of mails that nobody may answer. */
  returnPath: string | null;
  files: readonly IncomingFile[];
  /** Of a report about a mail of ours: its machine-readable part, and the head of that mail. */
  report: { status: string; original: string } | null;
}

/** Greatest mail in bytes. */
export const mostMailBytes = 20 * 1024 * 1024;
const mostHtml = 2_000_000;
const mostText = 500_000;
/** What is kept of a header, of how many of them, and of how many files: more than a mail that means something has. */
const mostHeader = 20_000;
const mostHeaders = 1_000;
const mostFiles = 1_000;

/**
 * Reads a mail of RFC 822, which takes seconds where somebody made it for that: see readMail.
 * @throws Error for what cannot be read at all
 */
export async function readIncoming(raw: Buffer): Promise<IncomingMail> {
  const { simpleParser } = await import('mailparser');
  const parsed = await simpleParser(raw, {
    skipTextToHtml: true,
    skipImageLinks: true,
    keepDeliveryStatus: true,
    maxHtmlLengthToParse: mostHtml,
  });
  const lines = linesOf(parsed);
  const first = new Map<string, string>();
  for (const { key, value } of lines) if (!first.has(key)) first.set(key, value);
  const [from] = parsed.from?.value ?? [];
  const address = from?.address === undefined ? undefined : plainAddress(from.address.trim());
  return {
    messageId: idsIn(first.get('message-id') ?? '')[0] ?? null,
    inReplyTo: idsIn(first.get('in-reply-to') ?? ''),
    references: idsIn(first.get('references') ?? ''),
    from: address === undefined ? null : { address: address.toLowerCase(), name: (from?.name ?? '').slice(0, 200) },
    to: [...new Set([...addressesIn(parsed.to), ...addressesIn(parsed.cc), ...deliveredTo(lines)])].slice(0, 500),
    subject: (parsed.subject ?? '').replace(/\s+/g, ' ').trim().slice(0, 1_000),
    // A picture of a mail of HTML stands in its text as an address.
    text: (parsed.text ?? '').slice(0, mostText).replace(/\[(?:https?|cid|data):[^\]\s]{1,2000}\]/g, ''),
    headers: first,
    results: lines.filter(({ key }) => key === 'authentication-results').map(({ value }) => value),
    returnPath: returnPathOf(first.get('return-path')),
    files: parsed.attachments
      .filter(({ contentType }) => !isReport(contentType))
      .slice(0, mostFiles)
      .map(fileOf),
    report: reportOf(parsed),
  };
}

/**
 * By what a mail is known when it comes again: its Message-ID with its sender, so that nobody keeps another's mail away, and for
 * one that has none all that it is.
 */
export async function keyOf(raw: Buffer): Promise<string> {
  const head = headOf(raw);
  const id = idsIn(head.get('message-id') ?? '')[0];
  const hash = createHash('sha256');
  if (id === undefined) return sumInSteps(hash.update('whole|'), raw);
  return hash.update(`id|${id}|${senderOf(head)}`).digest('hex');
}

/** The head of a mail, without reading the rest of it. */
export function headOf(raw: Buffer): Map<string, string> {
  const text = raw
    .subarray(0, 256 * 1024)
    .toString('latin1')
    .replace(/\r\n/g, '\n');
  const end = text.indexOf('\n\n');
  const head = new Map<string, string>();
  for (const line of (end < 0 ? text : text.slice(0, end)).replace(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const key = line.slice(0, colon).trim().toLowerCase();
    if (!head.has(key)) head.set(key, line.slice(colon + 1).trim());
  }
  return head;
}

/** The address in From, in lower case; empty where there is none. */
export function senderOf(head: ReadonlyMap<string, string>): string {
  const from = (head.get('from') ?? '').slice(0, 2_000);
  const inBrackets = /<([^<>\s]{1,254})>\s*$/.exec(from)?.[1];
  return (plainAddress(inBrackets ?? from.trim()) ?? '').toLowerCase();
}

/** Message ids in a header, without their brackets. */
export const idsIn = (header: string): string[] =>
  [...header.slice(0, 20_000).matchAll(/<([^<>\s]{1,500})>/g)].map(([, id]) => id as string).slice(-60);

const linesOf = (parsed: ParsedMail): { key: string; value: string }[] =>
  parsed.headerLines.slice(0, mostHeaders).map(({ key, line }) => ({
    key: key.toLowerCase().slice(0, 200),
    value: line
      .slice(line.indexOf(':') + 1)
      .slice(0, mostHeader)
      .replace(/\r?\n[ \t]+/g, ' ')
      .trim(),
  }));

function addressesIn(given: AddressObject | AddressObject[] | undefined): string[] {
  const all = given === undefined ? [] : Array.isArray(given) ? given : [given];
  return all
    .flatMap(({ value }) => value)
    .flatMap((one) => [one, ...(one.group ?? [])])
    .flatMap(({ address }) => (address ? [address.toLowerCase()] : []))
    .slice(0, 200);
}

const deliveredTo = (lines: readonly { key: string; value: string }[]): string[] =>
  lines
    .filter(({ key }) => key === 'delivered-to' || key === 'x-original-to' || key === 'envelope-to')
    .map(({ value }) => value.replace(/[<>]/g, '').trim().toLowerCase());

const returnPathOf = (given: string | undefined): string | null =>
  given === undefined ? null : given.replace(/[<>\s]/g, '').toLowerCase();

const isReport = (type: string) => type === 'message/delivery-status' || type === 'text/rfc822-headers';

const fileOf = (file: Attachment): IncomingFile => ({
  name: (file.filename ?? '').replace(/\s+/g, ' ').trim().slice(0, 200) || 'file',
  type: file.contentType.toLowerCase().slice(0, 100),
  bytes: file.content,
  isInline: file.related === true,
});

function reportOf(parsed: ParsedMail): IncomingMail['report'] {
  const part = (...types: string[]) =>
    parsed.attachments
      .find(({ contentType }) => types.includes(contentType))
      ?.content.subarray(0, 100_000)
      .toString('latin1');
  const status = part('message/delivery-status');
  if (status === undefined) return null;
  return { status, original: part('message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers') ?? '' };
}
