import { uuidv7 } from 'uuidv7';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { historyOf } from '#kit/server/history-read.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { refuse } from '#kit/server/refusals.ts';
import { type MailKit, messageIdOf, plainAddress } from '../mail-parts.ts';
import type { MailEvent, MailOne, MailRow } from '../mail.contract.ts';
import type { SealedColumns } from '../sealed-mail.ts';
import { isTemplateKey, shippedOf, type TemplateKey } from '../templates/shipped-templates.ts';

const rowColumns = `m.id, m.created_at as at, m.to_address as "to", m.to_name as "toName", m.to_account_id as "toAccountId",
  m.org_id as "orgId", m.template, m.subject, m.state, m.attempts, case when m.state = 'queued' then m.due_at end as "nextTryAt",
  m.sent_at as "sentAt", m.last_error as error, m.test, m.secret`;

type Listed = Omit<MailRow, 'templateName'>;
const named = <Row extends Listed>(row: Row) => ({
  ...row,
  templateName: isTemplateKey(row.template) ? shippedOf(row.template).name : row.template,
});

/** A page of mails, newest first, and how many there are. `where` speaks of `m`. */
export async function listMails(
  db: Queryable,
  where: string,
  params: readonly Param[],
  page: { skip: number; take: number },
): Promise<{ rows: MailRow[]; count: number }> {
  const rows = await db.query<Listed>(
    `select ${rowColumns} from mail m where ${where} order by m.created_at desc, m.id desc limit ${page.take} offset ${page.skip}`,
    params,
  );
  const [total] = await db.query<{ count: number }>(`select count(*) from mail m where ${where}`, params);
  return { rows: rows.map(named), count: total?.count ?? 0 };
}

/** A mail with what decides about it. */
export interface FullRow extends Omit<MailOne, 'log' | 'may' | 'stays' | 'templateName' | 'messageId' | 'record'> {
  recordModule: string | null;
  recordId: string | null;
  recordTitle: string | null;
  /** Level of the recipient's role; null when the address belongs to no account. */
  level: number | null;
  /** Where mails to the recipient's account go today. */
  addressNow: string | null;
  /** Who must not be shown its secret, where it goes to somebody without an account. */
  keptFrom: string | null;
  refuses: boolean;
}

/** One mail of the scope, or undefined. `lock` keeps others from changing it until the transaction ends. */
export async function readMail(db: Queryable, scope: Scope, id: string, lock = false): Promise<FullRow | undefined> {
  const params: Param[] = [id];
  const within = tenantFilter('mail', scope, 'm.org_id', params);
  const [row] = await db.query<FullRow>(
    `select ${rowColumns}, m.template_version as "templateVersion", m.body_text as text, m.body_html as html,
       m.record_module as "recordModule", m.record_id as "recordId", m.record_title as "recordTitle",
       m.expires_at as "expiresAt", m.cipher is not null as sealed, r.level, a.email as "addressNow", m.kept_from as "keptFrom",
       exists (select 1 from mail_suppression s where s.address = lower(coalesce(a.email, m.to_address))) as refuses
     from mail m left join identity_person a on a.id = m.to_account_id and a.deleted_at is null left join rights_role r on r.id = a.role_id
     where m.id = $1${within}${lock ? ' for update of m' : ''}`,
    params,
  );
  return row;
}

/** What happened to a mail, oldest first, as far as the reader may know. */
async function eventsOf(db: Queryable, scope: Scope, row: FullRow): Promise<MailEvent[]> {
  const tries = await db.query<MailEvent>(
    `select at, 'try' as kind, outcome, message, null as by from mail_try where mail_id = $1 order by at, id`,
    [row.id],
  );
  const { rows } = await historyOf(db, scope, 'mail', row.id, { skip: 0, take: 100 });
  const entries = rows.toReversed().map(
    ({ at, after, actorName }): MailEvent => ({
      at,
      kind: after?.['revealed'] === true ? 'revealed' : 'resent',
      outcome: null,
      message: null,
      by: actorName,
    }),
  );
  const queued: MailEvent = { at: row.at, kind: 'queued', outcome: null, message: null, by: null };
  return [queued, ...[...entries, ...tries].sort((a, b) => a.at.localeCompare(b.at))];
}

/** A mail as it is answered. `may` and `stays` are for whoever asks. */
export async function answered(
  db: Queryable,
  kit: MailKit,
  scope: Scope,
  row: FullRow,
  policy: Pick<MailOne, 'may' | 'stays'>,
): Promise<MailOne> {
  const { recordModule, recordId, recordTitle, level: _, addressNow: __, refuses: ___, keptFrom: ____, ...rest } = row;
  return {
    ...named(rest),
    messageId: messageIdOf(row.id, kit.from),
    record: recordModule && recordId ? { module: recordModule, id: recordId, title: recordTitle ?? '' } : null,
    log: await eventsOf(db, scope, row),
    ...policy,
  };
}

/** SQL: when a record was last written about with a template; null: never. @param recordId SQL of its id */
export const lastMailSql = (template: TemplateKey, recordId: string): string =>
  `(select max(m.created_at) from mail m where m.template = '${template}' and m.record_id = ${recordId})`;

/**
 * SQL: where the latest mail of a template about a record stands; null: there is none. `failed` is also one that was cancelled, and
 * `bounced` one whose address refuses mail.
 * @param recordId SQL of its id
 */
export const deliverySql = (template: TemplateKey, recordId: string): string =>
  `(select case when m.state = 'sending' then 'queued' when m.state = 'suppressed' then 'bounced' when m.state = 'cancelled' then 'failed'
     else m.state end
   from mail m where m.template = '${template}' and m.record_id = ${recordId} order by m.created_at desc, m.id desc limit 1)`;

/** A mail of the caller's scope; anything else is answered like one that never was. */
export async function mustReadMail(db: Queryable, { session, params }: Call, lock = false): Promise<FullRow> {
  const id = params['id'];
  const row = isId(id) ? await readMail(db, scopeOf(session), id, lock) : undefined;
  if (!row) throw refuse.notFound('Mail not found');
  return row;
}

/** Queues a mail anew, to the address its account has today. Gives the id it is sent as. */
export async function queueAgain(db: Queryable, row: FullRow, now: Date): Promise<string> {
  const to = plainAddress(row.addressNow ?? row.to) ?? row.to;
  const at = now.toISOString();
  if (row.state !== 'sent') {
    await db.query(
      `update mail set state = 'queued', due_at = $2, attempts = 0, last_error = null, to_address = $3 where id = $1`,
      [row.id, at, to],
    );
    return row.id;
  }
  // With the id of the first the mail server of the reader would know it as a repetition and drop it.
  const id = uuidv7();
  await db.query(
    `insert into mail (id, org_id, to_address, to_name, to_account_id, template, template_version, subject, body_text, body_html,
       record_module, record_id, record_title, state, due_at, created_at, test, attachment_id, reply_key)
     select $2, org_id, $4, to_name, to_account_id, template, template_version, subject, body_text, body_html,
       record_module, record_id, record_title, 'queued', $3, $3, test, attachment_id, reply_key from mail where id = $1`,
    [row.id, id, at, to],
  );
  return id;
}

/** The encrypted part of a mail: its secret link. */
export async function sealedOf(db: Queryable, id: string): Promise<SealedColumns | undefined> {
  const [sealed] = await db.query<SealedColumns>('select wrapped_key, iv, tag, cipher from mail where id = $1', [id]);
  return sealed;
}
