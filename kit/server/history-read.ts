import type { HistoryRow } from '#kit/contract/answers.ts';
import { sessionModule } from '#kit/contract/history.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter, tenantFilterOrUnowned } from '#kit/server/db/tenant-filter.ts';

/** The name clients see for whoever of the staff did something. */
export const staffName = 'Roadkeeper staff';

/**
 * The history as one pair of eyes may see it: what follows `from`, aliased h, with the columns of the table. Staff see it as
 * it is. Clients see their organisation's rows, and of people only those of their organisation: neither a name, an id nor an
 * address of anybody else is in it, so that no filter can find one out.
 */
export function historySource(scope: Scope, params: Param[]): string {
  const tenantSql = tenantFilterOrUnowned('history', scope, 'r.org_id', params);
  if (!scope.client) return tenantSql ? `(select * from history r where true${tenantSql}) h` : 'history h';
  const member = tenantFilter('history-people', scope, 'a.org_id', params);
  const own = (id: string) => `exists (select 1 from kit_person a where a.id = r.${id}${member})`;
  return `(select r.id, r.org_id, r.at, r.action, r.source, r.module, r.record_id, r.record_title, r.before, r.after,
      case when ${own('actor_id')} then r.actor_id end as actor_id,
      case when r.actor_id is null or ${own('actor_id')} then r.actor_name else '${staffName}' end as actor_name,
      case when ${own('on_behalf_of_id')} then r.on_behalf_of_id end as on_behalf_of_id,
      case when r.on_behalf_of_id is null or ${own('on_behalf_of_id')} then r.on_behalf_of_name else '${staffName}' end as on_behalf_of_name,
      case when ${own('actor_id')} then r.ip end as ip,
      case when ${own('actor_id')} then r.request_id end as request_id
    from history r where true${tenantSql}) h`;
}

/** Columns of a HistoryRow, over what historySource gives. */
export const historyColumns = `h.id, h.at, h.actor_id as "actorId", h.actor_name as "actorName", h.on_behalf_of_id as "onBehalfOfId",
  h.on_behalf_of_name as "onBehalfOfName", h.action, h.source, h.module, h.record_id as "recordId", h.record_title as "recordTitle",
  h.before, h.after, h.request_id as "requestId"`;

export interface RecordHistory {
  skip: number;
  take: number;
  /** What was done and how it was done; left out, whatever. */
  action?: string | undefined;
  source?: string | undefined;
}

/** History of one record that the scope may see, newest first. */
export async function historyOf(
  db: Queryable,
  scope: Scope,
  module: string,
  recordId: string,
  { skip, take, action, source }: RecordHistory,
): Promise<{ rows: HistoryRow[]; count: number }> {
  const params: Param[] = [];
  const bind = (param: Param) => `$${params.push(param)}`;
  const terms = [`h.record_id = ${bind(recordId)}`, `h.module = ${bind(module)}`];
  if (action !== undefined) terms.push(`h.action = ${bind(action)}`);
  if (source !== undefined) terms.push(`h.source = ${bind(source)}`);
  const found = `from ${historySource(scope, params)} where ${terms.join(' and ')}`;
  const rows = await db.query<HistoryRow>(
    `select ${historyColumns} ${found} order by h.at desc, h.id desc limit ${take} offset ${skip}`,
    params,
  );
  const [total] = await db.query<{ count: number }>(`select count(*) ${found}`, params);
  return { rows, count: total?.count ?? 0 };
}

/**
 * SQL: the ids of whoever made a record or wrote one of its fields, from the history.
 * @param module, recordId, fields SQL of the module's key, the record's id and an array of API names
 * @param unless a field: changes that wrote it as well do not count
 */
export const authorsSql = (module: string, recordId: string, fields: string, unless: string): string =>
  `select h.actor_id from history h where h.module = ${module} and h.record_id = ${recordId}
     and (h.action = 'create' or h.action = 'update' and h.after ?| ${fields} and not h.after ? '${unless}')`;

/** SQL: how much one account wrote as another between two times. Each is SQL; what tells of the session itself does not count. */
export const writesOnBehalfSql = (of: { actor: string; subject: string; from: string; to: string }): string =>
  `(select count(*) from history h where h.on_behalf_of_id = ${of.subject} and h.actor_id = ${of.actor}
     and h.at between ${of.from} and ${of.to} and h.module <> '${sessionModule}')`;

/** SQL: the place of an entry in the chain of the history; null while it is not chained. @param id SQL of the entry's id */
export const chainSeqSql = (id: string): string => `(select c.seq from history_chain c where c.history_id = ${id})`;
