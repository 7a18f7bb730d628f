import type { SmtpSettings } from '../mail-parts.ts';
import { oneLine, secretPlace } from '../templates/render.contract.ts';

/** What became of a try, and what to say of it. */
export type Compliance =
  | { outcome: 'sent'; message: null }
  | { outcome: 'later' | 'interrupted'; message: string }
  /** `gone`: the address itself takes no mail, so that nothing more is sent there. */
  | { outcome: 'refused'; message: string; gone: boolean };

interface Failure extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  cause?: unknown;
}

/**
 * What a failed try means, in plain words. Refused for good is only what the server says of the recipient or of the mail: a
 * wrong password or a refused sender is ours to mend, and mails wait for that.
 */
export function verdictOf(thrown: unknown, { host, port }: SmtpSettings, secret?: string): Compliance {
  /** A server's words, which may be anything, also what it was just given. */
  const shortened = (text: string) => oneLine(withoutSecret(text, secret)).slice(0, 300);
  const error: Failure = thrown instanceof Error ? thrown : new Error(String(thrown));
  const server = `the mail server ${host}:${port}`;
  const reply = error.response ? `: ${shortened(error.response)}` : '';
  const later = (message: string): Compliance => ({ outcome: 'later', message });
  const status = error.responseCode ?? 0;
  const isForGood = status >= 500 && status < 600 && status !== 503;
  if (error.command === 'RCPT TO' && isForGood)
    return { outcome: 'refused', message: `The address was refused${reply}`, gone: !isPolicy(error.response) };
  if (error.command === 'DATA' && isForGood)
    return { outcome: 'refused', message: `The mail was refused${reply}`, gone: isOfAddress(error.response) };
  if (status >= 400 && status < 500) return later(`${capital(server)} asked to try later${reply}`);
  switch (error.code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return later(`${capital(server)} does not take the user name and password of SMTP_URL${reply}`);
    case 'EDNS':
      return later(`No address is known for the mail server ${host}`);
    case 'ETIMEDOUT':
      return later(`${capital(server)} did not answer in time`);
    case 'ETLS':
      return later(`No safe connection to ${server}: ${shortened(error.message)}`);
    case 'ESOCKET':
    case 'ECONNECTION':
      return later(
        isCertificate(error)
          ? `The certificate of ${server} is not trusted: ${shortened(error.message)}`
          : error.message.includes('ECONNREFUSED')
            ? `${capital(server)} cannot be reached: nothing answers there`
            : `The connection to ${server} was lost: ${shortened(error.message)}`,
      );
    default:
      return later(
        error.command === 'MAIL FROM'
          ? `${capital(server)} does not take mail from the address of MAIL_FROM${reply}`
          : `${capital(server)} could not be used: ${shortened(error.response ?? error.message)}`,
      );
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
function withoutSecret(text: string, link?: string): string {
  if (!link) return text;
  // What makes it secret is its last part.
  const key = link.split(/[#?=/]/).at(-1) ?? '';
  const without = text.replaceAll(link, secretPlace);
  return key.length < 8 ? without : without.replaceAll(key, '…');
}
/** The class of an enhanced status code (RFC 3463) as its second and third number: '5.1.1' gives '1.1'. */
const detailOf = (response = '') => /\b5\.(\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
/** 5.7: refused for who sends, not for who receives. Others must not lose their mails over that. */
const isPolicy = (response?: string) => detailOf(response)?.startsWith('7.') ?? false;
/** Some servers look at the recipient only after the mail: 5.1 is the address, 5.2.1 its mailbox. */
const isOfAddress = (response?: string) => /^(1\.\d+|2\.1)$/.test(detailOf(response) ?? '');
const isCertificate = (error: Failure) =>
  /certificate|self.signed|altname|CERT_|UNABLE_TO_/i.test(`${error.message} ${codeOf(error.cause)}`);
const codeOf = (cause: unknown) => (cause instanceof Error && 'code' in cause ? String(cause.code) : '');
