import { isIP } from 'node:net';
import {
  type ImapSettings,
  type IncomingSettings,
  isMailAddress,
  type MailAddress,
  type SmtpSettings,
} from '#areas/mail/mail.server.ts';

/** How mails leave and who they are from, and how they come in. */
export interface MailSettings {
  smtp?: SmtpSettings;
  from: MailAddress;
  support?: MailAddress;
  incoming?: IncomingSettings;
}

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);
const ports = { 'smtp:': 587, 'smtps:': 465 } as const;

/**
 * Reads SMTP_URL and MAIL_FROM, and of mails that come in MAIL_SUPPORT, IMAP_URL, MAIL_IN_SECRET and MAIL_IN_TRUSTED.
 * @throws Error with one line that names the variable, and never its value, which holds a password.
 */
export function readMail(value: (name: string) => string | undefined, publicUrl: URL | undefined): MailSettings {
  const url = value('SMTP_URL');
  const from = value('MAIL_FROM');
  return {
    ...(url === undefined ? {} : { smtp: readSmtp(url) }),
    from: from === undefined ? usualSender(publicUrl) : readSender('MAIL_FROM', from),
    ...readIncomingMail(value),
  };
}

function readIncomingMail(value: (name: string) => string | undefined): Pick<MailSettings, 'support' | 'incoming'> {
  const [support, url, secret, trustedServer] = [
    value('MAIL_SUPPORT'),
    value('IMAP_URL'),
    value('MAIL_IN_SECRET'),
    value('MAIL_IN_TRUSTED'),
  ];
  if (secret !== undefined && secret.length < 24)
    throw new Error('MAIL_IN_SECRET needs 24 or more characters: openssl rand -hex 24 makes one');
  if (trustedServer !== undefined && !/^[a-z0-9.-]{3,253}$/i.test(trustedServer))
    throw new Error(`MAIL_IN_TRUSTED must be the name of a mail server like mx.example.in, not '${trustedServer}'`);
  const incoming = {
    ...(url === undefined ? {} : { imap: readImap(url) }),
    ...(secret === undefined ? {} : { secret }),
    ...(trustedServer === undefined ? {} : { trustedServer }),
  };
  return {
    ...(support === undefined ? {} : { support: readSender('MAIL_SUPPORT', support) }),
    ...(url === undefined && secret === undefined ? {} : { incoming }),
  };
}

const imapPorts = { 'imap:': 143, 'imaps:': 993 } as const;

function readImap(text: string): ImapSettings {
  const wrong = (why: string) =>
    new Error(`IMAP_URL ${why}. It looks like imaps://user:password@mail.example.in:993/INBOX?every=60`);
  const url = URL.parse(text);
  if (!url) throw wrong('is not an address');
  if (url.protocol !== 'imap:' && url.protocol !== 'imaps:') throw wrong('must begin with imap:// or imaps://');
  if (!url.hostname) throw wrong('names no mail server');
  if ([...url.searchParams.keys()].some((key) => key !== 'every') || url.hash)
    throw wrong('takes every=seconds as its only parameter');
  const every = url.searchParams.get('every') ?? '60';
  const everyS = /^\d{1,4}$/.test(every) ? Number(every) : Number.NaN;
  if (!(everyS >= 10 && everyS <= 3_600)) throw wrong('needs every to be a number of seconds from 10 to 3600');
  const [user, password, folder] = [url.username, url.password, url.pathname.slice(1)].map(decoded);
  if (user === undefined || password === undefined || folder === undefined)
    throw wrong('has a user name, a password or a folder with a % that stands for nothing (write % as %25)');
  if (user === '' || password === '') throw wrong('needs user name and password');
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : imapPorts[url.protocol],
    tls: url.protocol === 'imaps:' ? 'implicit' : loopback.has(url.hostname) ? 'none' : 'required',
    user,
    password,
    folder: folder || 'INBOX',
    everyS,
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
function readSender(setting: string, text: string): MailAddress {
  const [, name = '', address = text] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  if (!isMailAddress(address) || /\p{Cc}/u.test(name))
    throw new Error(`${setting} must be an address like Roadkeeper <no-reply@example.in>, not '${text}'`);
  return { name: name.trim() || 'Roadkeeper', address };
}

function usualSender(publicUrl: URL | undefined): MailAddress {
  const host = publicUrl?.hostname ?? 'localhost';
  const isName = isIP(host.replace(/^\[|\]$/g, '')) === 0;
  return { name: 'Roadkeeper', address: `no-reply@${isName ? host : 'localhost'}` };
}
