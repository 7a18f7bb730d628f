import { isIP } from 'node:net';
import { isMailAddress, type MailAddress, type SmtpSettings } from '#areas/mail/mail.server.ts';

/** How mails leave and who they are from. */
export interface MailSettings {
  smtp?: SmtpSettings;
  from: MailAddress;
}

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);
const ports = { 'smtp:': 587, 'smtps:': 465 } as const;

/**
 * Reads SMTP_URL and MAIL_FROM.
 * @throws Error with one line that names the variable, and never its value, which holds a password.
 */
export function readMail(value: (name: string) => string | undefined, publicUrl: URL | undefined): MailSettings {
  const url = value('SMTP_URL');
  const from = value('MAIL_FROM');
  return {
    ...(url === undefined ? {} : { smtp: readSmtp(url) }),
    from: from === undefined ? usualSender(publicUrl) : readSender(from),
  };
}

function readSmtp(text: string): SmtpSettings {
  const wrong = (why: string) =>
    new Error(`SMTP_URL ${why}. It looks like smtp://user:password@mail.example.in:587, or smtps://…:465`);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw wrong('is not an address');
  }
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') throw wrong('must begin with smtp:// or smtps://');
  if (!url.hostname) throw wrong('names no mail server');
  if ((url.pathname !== '' && url.pathname !== '/') || url.hash) throw wrong('has something behind the port');
  const unknown = [...url.searchParams.keys()].find((key) => key !== 'tls');
  if (unknown !== undefined) throw wrong(`has a parameter other than tls`);
  const asked = url.searchParams.get('tls');
  if (asked !== null && (asked !== 'optional' || url.protocol === 'smtps:'))
    throw wrong('takes tls=optional as its only parameter, and only with smtp://');
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (user === undefined || password === undefined)
    throw wrong('has a user name or a password with a % that stands for nothing (write % as %25)');
  if ((user === '') !== (password === '')) throw wrong('needs user name and password, or neither');
  const isLocal = loopback.has(url.hostname);
  if (asked === 'optional' && user && !isLocal) throw wrong('with tls=optional would send its password readable');
  return {
    // An IPv6 address stands in brackets in a URL only.
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : ports[url.protocol],
    tls: url.protocol === 'smtps:' ? 'implicit' : asked === 'optional' ? 'offered' : isLocal ? 'none' : 'required',
    ...(user ? { user, password } : {}),
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** `Name <address>`, `"Name" <address>` or an address alone. */
function readSender(text: string): MailAddress {
  const [, name = '', address = text] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  if (!isMailAddress(address) || /\p{Cc}/u.test(name))
    throw new Error(`MAIL_FROM must be an address like Roadkeeper <no-reply@example.in>, not '${text}'`);
  return { name: name.trim() || 'Roadkeeper', address };
}

function usualSender(publicUrl: URL | undefined): MailAddress {
  const host = publicUrl?.hostname ?? 'localhost';
  const isName = isIP(host.replace(/^\[|\]$/g, '')) === 0;
  return { name: 'Roadkeeper', address: `no-reply@${isName ? host : 'localhost'}` };
}
