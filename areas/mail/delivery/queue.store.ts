import { uuidv7 } from 'uuidv7';
import type { Language } from '#kit/contract/words/languages.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { inLanguage } from '#kit/server/words/words.ts';
import { mailJob, type MailKit, plainAddress } from '../mail-parts.ts';
import type { MailState } from '../mail.contract.ts';
import {
  oneLine,
  renderMail,
  secretPlace,
  templateLimits,
  type TemplateText,
  type TemplateVariable,
} from '../templates/render.contract.ts';
import { sealMail } from '../sealed-mail.ts';
import { shippedOf, type TemplateKey, type TemplateValues } from '../templates/shipped-templates.ts';
import { usableText } from '../templates/templates.store.ts';

export interface NewMail<Key extends TemplateKey = TemplateKey> {
  template: Key;
  to: {
    address: string;
    name: string;
    accountId?: string | null;
    /** `address` is a mobile number: see sms.ts. */
    bySms?: boolean;
  };
  /** Whose matter it is about; null for the product's own and for staff. It must lie within the transaction's scope. */
  orgId: string | null;
  /** A value for each variable of the template, no more and no less. Of a link: its path, like `/reset-password#…`. */
  values: TemplateValues<Key>;
  /** When its secret link ends. Needed exactly for templates that have one. */
  expiresAt?: Date;
  /** What it is told of, where its template alone does not say that; see kit/server/notify/topic.ts. */
  topic?: string;
  /** The record that it is about. `module` and `id` make its address in the web app. */
  record?: { module: string; id: string; title: string };
  /** Whoever has no account, and so no language that is known, reads Hindi below the English. */
  alsoHindi?: boolean;
  /** A second mail of the same key is not queued, ever: for what may be sent once only, such as one reminder. */
  onceKey?: string;
  /** It leaves at this time at the earliest, and can be cancelled until then: see cancelMails. */
  heldUntil?: Date;
  /** The account that must never be shown the secret: whoever had it sent, to somebody who has no account. */
  keptFrom?: string | null;
  /** A file that goes with it: see storeAttachment. */
  attachmentId?: string;
  /** By what an answer to it is known: see replyKeyOf. Left out: nothing comes of an answer. */
  replyKey?: string;
}

/**
 * Queues a mail. Call it inside the transaction of the write that causes it: the mail is there exactly when the write is. It
 * leaves some seconds after the commit; `kit.jobs.wake()` after the transaction makes that at once.
 * @returns its id, or undefined when one of this `onceKey` was queued before, or when the person does not want such mails.
 * @throws Error for a variable that is unknown or missing, or a link that leads elsewhere. An address that no mail server takes
 * is not the write's fault: such a mail stands in the outbox as failed.
 */
export async function queueMail<Key extends TemplateKey>(
  db: Queryable,
  kit: MailKit,
  mail: NewMail<Key>,
): Promise<string | undefined> {
  const language = await languageOf(db, mail.to.accountId);
  const hindi = mail.alsoHindi && !mail.to.accountId ? await usableText(db, mail.template, 'hi') : undefined;
  return addMail(db, kit, mail, {
    ...(await usableText(db, mail.template, language)),
    language,
    ...(hindi ? { hindi } : {}),
  });
}

const laterOf = (one: Date, other: Date | undefined): Date => (other && other > one ? other : one);

/** A mail of whatever template; what the compiler does not know of it is checked here. */
export type AnyMail = Omit<NewMail, 'values'> & { values: Readonly<Record<string, string>> };

/** Queues a mail whose text is given; see queueMail. A `test` carries sample values: its link is none, so that nothing is sealed. */
export async function addMail(
  db: Queryable,
  kit: MailKit,
  mail: AnyMail,
  given: TemplateText & { version: number; language: Language; hindi?: TemplateText },
  test = false,
): Promise<string | undefined> {
  const { to, orgId, record } = mail;
  const { language } = given;
  const { text, variables, values } = withHindi(given, shippedOf(mail.template).variables, checkedValues(kit, mail));
  const now = kit.clock.now().toISOString();
  const { accountId = null } = to;
  const chosen =
    accountId === null || test
      ? 'now'
      : await kit.choice?.(db, { matter: mail.topic ?? mail.template, accountId, now: new Date(now) });
  if (chosen === 'never') return undefined;
  const heldUntil = chosen instanceof Date ? laterOf(chosen, mail.heldUntil) : mail.heldUntil;
  const address = to.bySms ? to.address : plainAddress(to.address);
  const secret = test ? undefined : variables.find(({ kind }) => kind === 'secret');
  if ((secret !== undefined) !== (mail.expiresAt !== undefined))
    throw new Error(
      `A mail of ${mail.template} ${secret ? 'needs the time when its link ends' : 'has no link that ends'}`,
    );
  const id = uuidv7();
  const place = kit.origin();
  const open = renderMail(
    text,
    variables,
    secret ? { ...values, [secret.name]: secretPlace } : values,
    place,
    language,
  );
  const sealed =
    secret &&
    sealMail(kit.masterKey, id, {
      ...renderMail(text, variables, values, place, language),
      link: values[secret.name] as string,
    });
  const [refused] = await db.query('select 1 from mail_suppression where address = $1', [
    (address ?? '').toLowerCase(),
  ]);
  const state: MailState = !address ? 'failed' : refused ? 'suppressed' : kit.smtp && !to.bySms ? 'queued' : 'kept';
  const [made] = await db.query(
    `insert into mail (id, org_id, to_address, to_name, to_account_id, template, template_version, subject, body_text, body_html,
       record_module, record_id, record_title, state, once_key, due_at, created_at, secret, expires_at, wrapped_key, iv, tag, cipher, test, last_error, kept_from, attachment_id, reply_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28)
     on conflict (once_key) do nothing returning id`,
    [
      id,
      orgId,
      address ?? oneLine(to.address).slice(0, 254),
      oneLine(to.name).slice(0, 200),
      to.accountId ?? null,
      mail.template,
      text.version,
      open.subject,
      open.text,
      open.html,
      record?.module ?? null,
      record?.id ?? null,
      record?.title ?? null,
      state,
      mail.onceKey ?? null,
      state === 'queued' ? (heldUntil?.toISOString() ?? now) : null,
      now,
      secret !== undefined,
      mail.expiresAt?.toISOString() ?? null,
      sealed?.wrappedKey ?? null,
      sealed?.iv ?? null,
      sealed?.tag ?? null,
      sealed?.cipher ?? null,
      test,
      address ? null : notMailable,
      mail.keptFrom ?? null,
      mail.attachmentId ?? null,
      mail.replyKey ?? null,
    ],
  );
  if (made && state === 'queued') await kit.jobs.add(db, { name: mailJob, ...(heldUntil ? { runAt: heldUntil } : {}) });
  return made ? id : undefined;
}

/** What the receiver reads, where the write that mails them may see whom it writes to; English else. */
async function languageOf(db: Queryable, accountId: string | null | undefined): Promise<Language> {
  if (!accountId) return 'en';
  const [person] = await db.query<{ language: Language | null }>('select language from identity_person where id = $1', [
    accountId,
  ]);
  return person?.language ?? 'en';
}

/** A text with its Hindi below it, where it has any: holes of the Hindi part are filled with the words of that language. */
function withHindi(
  given: TemplateText & { version: number; language: Language; hindi?: TemplateText },
  variables: readonly TemplateVariable[],
  all: Readonly<Record<string, string>>,
) {
  const { hindi, language } = given;
  const values = inWordsOf(language, all);
  if (!hindi) return { text: given, variables, values };
  const named = (name: string) => `${name}InHindi`;
  const inHindi = (part: string) =>
    part.replaceAll(/\{\{([A-Za-z0-9]{1,40})\}\}/g, (_, name: string) => `{{${named(name)}}}`);
  return {
    text: {
      ...given,
      subject: `${given.subject} · ${inHindi(hindi.subject)}`,
      body: `${given.body.trim()}\n\n———\n\n${inHindi(hindi.body)}`,
    },
    variables: [...variables, ...variables.map((one) => ({ ...one, name: named(one.name) }))],
    values: {
      ...values,
      ...Object.fromEntries(Object.entries(inWordsOf('hi', all)).map(([name, value]) => [named(name), value])),
    },
  };
}

/** Variables that the product fills with words of its own; the others hold names, numbers and what people wrote. */
const ownWords = new Set([
  'change',
  'count',
  'day',
  'days',
  'decision',
  'due',
  'effect',
  'event',
  'kind',
  'minutes',
  'paper',
  'report',
  'time',
  'what',
  'when',
  'where',
  'whose',
]);

const inWordsOf = (language: Language, values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  language === 'en'
    ? values
    : Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, ownWords.has(name) ? inLanguage(language, value) : value]),
      );

/**
 * Cancels mails whose matter was undone. Gives false where one of them has left or is leaving: what it says can no longer be
 * unsaid, and the caller refuses.
 */
export async function cancelMails(db: Queryable, ids: readonly string[]): Promise<boolean> {
  const mails = await db.query<{ state: MailState }>(
    'select state from mail where id = any($1::uuid[]) order by id for update',
    [[...ids]],
  );
  if (mails.some(({ state }) => state === 'sent' || state === 'sending' || state === 'bounced')) return false;
  await db.query(
    `update mail set state = 'cancelled', due_at = null where id = any($1::uuid[]) and state in ('queued', 'suppressed', 'kept')`,
    [[...ids]],
  );
  return true;
}

/**
 * Cancels mails to a person that wait for the end of their quiet hours: they want none of the kind any more. Those of other templates than
 * these, or with other keys, still come. What was tried already, or is due, is on its way.
 */
export const cancelHeld = (
  db: Queryable,
  accountId: string,
  of: { templates: readonly string[]; onceKeys: readonly string[] },
  now: Date,
): Promise<void> =>
  db.send(
    `update mail set state = 'cancelled', due_at = null where to_account_id = $1 and state = 'queued' and attempts = 0 and due_at > $2
       and (template = any($3::text[]) or once_key = any($4::text[]))`,
    [accountId, now.toISOString(), [...of.templates], [...of.onceKeys]],
  );

const notMailable = 'This is no address that mail can be sent to';

/** The values with links as addresses of this product. */
function checkedValues(kit: MailKit, mail: AnyMail): Record<string, string> {
  const { variables } = shippedOf(mail.template);
  const given = mail.values;
  const unknown = Object.keys(given).filter((name) => !variables.some((one) => one.name === name));
  if (unknown.length > 0) throw new Error(`The template ${mail.template} has no variable ${unknown.join(', ')}`);
  return Object.fromEntries(
    variables.map(({ name, kind, isCode, isLines }) => {
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      if (typeof value !== 'string') throw new Error(`The template ${mail.template} needs a text for ${name}`);
      if (kind === 'text') return [name, value.slice(0, isLines ? templateLimits.lines : templateLimits.value)];
      if (isCode) {
        if (!/^\d{6}$/.test(value)) throw new Error(`The code ${name} must be six digits`);
        return [name, value];
      }
      // One leading slash: an address of our own, whatever stands behind it.
      if (!/^\/(?!\/)[\x21-\x7e]*$/.test(value)) throw new Error(`The link ${name} must be a path of the product`);
      return [name, kit.origin() + value];
    }),
  );
}
