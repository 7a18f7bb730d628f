import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilterOrUnowned } from '#kit/server/db/tenant-filter.ts';
import { type HelpMailOne, type HelpMailRow, type HelpMailState, helpMailStates } from './help-mail.contract.ts';

const columns = `h.id, h.received_at as at, h.from_address as "from", h.from_name as "fromName", h.subject, h.state, h.reason,
  (select json_build_object('id', t.id, 'number', t.ticket_no) from help_desk t where t.id = h.ticket_id and t.deleted_at is null) as ticket,
  h.copies, h.files, h.way, h.proof`;

/** Mails that came in, newest first: those of the scope, and those that are nobody's yet. */
export async function listHelpMails(
  db: Queryable,
  scope: Scope,
  terms: readonly string[],
  params: Param[],
  { skip, take }: { skip: number; take: number },
): Promise<{ rows: HelpMailRow[]; count: number }> {
  const tenantSql = tenantFilterOrUnowned('help-mails', scope, 'h.org_id', params);
  const where = `${['true', ...terms].join(' and ')}${tenantSql}`;
  const rows = await db.query<HelpMailRow>(
    `select ${columns} from help_mail h where ${where} order by h.received_at desc, h.id desc limit ${take} offset ${skip}`,
    params,
  );
  const [total] = await db.query<{ count: number }>(`select count(*) from help_mail h where ${where}`, params);
  return { rows, count: total?.count ?? 0 };
}

export async function readHelpMail(db: Queryable, scope: Scope, id: string): Promise<HelpMailOne | undefined> {
  const params: Param[] = [id];
  const tenantSql = tenantFilterOrUnowned('help-mail', scope, 'h.org_id', params);
  const [row] = await db.query<HelpMailOne>(
    `select ${columns}, h.text, h.bytes, h.cipher is not null as kept, h.decided_at as "decidedAt",
       (select p.name from kit_person p where p.id = h.decided_by) as "decidedBy"
     from help_mail h where h.id = $1${tenantSql}`,
    params,
  );
  return row;
}

export async function countsByState(db: Queryable, scope: Scope): Promise<Record<HelpMailState, number>> {
  const params: Param[] = [];
  const tenantSql = tenantFilterOrUnowned('help-mail-states', scope, 'h.org_id', params);
  const rows = await db.query<{ state: HelpMailState; count: number }>(
    `select h.state, count(*) from help_mail h where true${tenantSql} group by h.state`,
    params,
  );
  const countOf = (state: HelpMailState) => rows.find((one) => one.state === state)?.count ?? 0;
  return Object.fromEntries(helpMailStates.map((state) => [state, countOf(state)])) as Record<HelpMailState, number>;
}
