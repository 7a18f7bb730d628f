import { idsIn, type IncomingMail } from './incoming-mail.ts';

/** A report that a mail could not be delivered (RFC 3464). */
export interface Bounce {
  /** Addresses that it did not reach, in lower case. */
  to: readonly string[];
  /** Like 5.1.1; its first digit is 5 for what is final. */
  code: string;
  /** What the other server said. */
  words: string;
  /** It is given up, and not only late. */
  isFinal: boolean;
  /** The address itself is at fault: nothing is sent there any more. */
  isGone: boolean;
  /** Message ids of what was reported, without brackets. */
  messageIds: readonly string[];
}

/** Reads a report; undefined for a mail that is none. */
export function bounceOf({ report, text, references, inReplyTo }: IncomingMail): Bounce | undefined {
  if (report === null) return undefined;
  const groups = report.status
    .replace(/\r\n/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/);
  const recipients = groups.map(fieldsOf).filter((one) => one.has('final-recipient') || one.has('original-recipient'));
  const failed = recipients.filter((one) => (one.get('action') ?? 'failed').toLowerCase() === 'failed');
  const said = (failed[0] ?? recipients[0])?.get('status') ?? '';
  const code = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(said)?.[1] ?? '5.0.0';
  const isFinal = failed.length > 0 && code.startsWith('5');
  return {
    to: (failed.length > 0 ? failed : recipients).flatMap((one) => addressOf(one)),
    code,
    words: (failed[0]?.get('diagnostic-code') ?? '').replace(/^[\w-]{1,20};\s*/, '').slice(0, 500),
    isFinal,
    // No such mailbox, no such domain, mailbox moved or given up: RFC 3463.
    isGone: isFinal && /^5\.(?:1\.[1-36]|1\.10|2\.1)$/.test(code),
    messageIds: [
      ...new Set([
        ...[...report.original.matchAll(/^message-id:[ \t\r\n]*(<[^<>\s]{1,500}>)/gim)].flatMap(([, id = '']) =>
          idsIn(id),
        ),
        ...references,
        ...inReplyTo,
        ...idsIn(text),
      ]),
    ],
  };
}

function fieldsOf(group: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of group.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return fields;
}

/** `rfc822; asha@example.in` */
const addressOf = (fields: ReadonlyMap<string, string>): string[] =>
  ['original-recipient', 'final-recipient'].flatMap((name) => {
    const said = fields.get(name);
    return said === undefined
      ? []
      : [
          said
            .slice(said.indexOf(';') + 1)
            .replace(/[<>\s]/g, '')
            .toLowerCase(),
        ];
  });
