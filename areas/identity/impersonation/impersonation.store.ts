import { containing } from '#kit/server/db/containing.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { writesOnBehalfSql } from '#kit/server/history-read.ts';
import { type Asked, recordAct, sourceOf, type Writer } from '#kit/server/history.ts';
import { endFallenChildren } from '../sessions/child-sessions.store.ts';
import { endings, type ImpersonationRow } from './impersonation.contract.ts';

/** What the history tells of one: beside the names, why it began and how it ended. */
interface Unreported {
  id: string;
  org_id: string | null;
  actor_id: string;
  actor_name: string;
  actor_org_id: string | null;
  subject_id: string;
  subject_name: string;
  reason: string;
  ticket: string | null;
  started_at: string;
  ended_at: string;
  ended_why: string;
}

/**
 * Writes the history of those that have come to an end, each once.
 * @param request what ended one of them just now, where it was a request.
 */
export async function endImpersonations(db: Queryable, now: Date, request?: Asked): Promise<void> {
  const rows = await db.query<Unreported>(
    `update impersonation set told = true, ended_at = coalesce(ended_at, expires_at), ended_why = coalesce(ended_why, 'time ran out')
     where not told and (ended_at is not null or expires_at <= $1)
     returning id, org_id, actor_id, actor_name, actor_org_id, subject_id, subject_name, reason, ticket, started_at, ended_at, ended_why`,
    [now.toISOString()],
  );
  for (const row of rows) {
    const writer: Writer = {
      actorId: row.actor_id,
      actorName: row.actor_name,
      orgId: row.actor_org_id,
      source: request ? sourceOf(request) : 'job',
      ip: request?.ip ?? null,
      requestId: request?.id ?? null,
      now,
      touched: [],
    };
    await recordAct(db, writer, {
      action: 'return',
      recordId: row.subject_id,
      recordTitle: row.subject_name,
      orgId: row.org_id,
      after: {
        ending: row.ended_why,
        startedAt: row.started_at,
        endedAt: row.ended_at,
        reason: row.reason,
        ticket: row.ticket,
      },
    });
  }
}

/** To be called now and then, over everybody's rows: ends what its actor lost the right to, and tells of all that ended. */
export async function sweepImpersonations(db: Queryable, now: Date): Promise<void> {
  await endFallenChildren(db, now);
  await endImpersonations(db, now);
}

export interface WhichImpersonations {
  skip: number;
  take: number;
  /** Words in names, reason and ticket. */
  words: readonly string[];
  /** Only those of one account that was acted as. */
  subjectId?: string;
}

/** Who acted as whom, latest first. Of people outside their organisation clients see no name. */
export async function impersonations(
  db: Queryable,
  scope: Scope,
  now: Date,
  which: WhichImpersonations,
): Promise<{ rows: ImpersonationRow[]; count: number }> {
  const params: Param[] = [];
  const bind = (param: Param) => `$${params.push(param)}`;
  const isColleague = scope.client ? 'i.actor_org_id is not distinct from i.org_id' : 'true';
  const name = `case when ${isColleague} then i.actor_name else 'Roadkeeper staff' end`;
  const terms = [`true${tenantFilter('impersonations', scope, 'i.org_id', params)}`];
  if (which.subjectId !== undefined) terms.push(`i.subject_id = ${bind(which.subjectId)}`);
  for (const word of which.words) {
    const pattern = bind(containing(word));
    terms.push(`concat_ws(' ', ${name}, i.subject_name, i.reason, i.ticket) ilike ${pattern}`);
  }
  const found = `from impersonation i where ${terms.join(' and ')}`;
  const [total] = await db.query<{ count: number }>(`select count(*) ${found}`, [...params]);
  const at = `${bind(now.toISOString())}::timestamptz`;
  // What ran out is over before its end is written down.
  const ended = `coalesce(i.ended_at, case when i.expires_at <= ${at} then i.expires_at end)`;
  const why = `coalesce(i.ended_why, case when i.expires_at <= ${at} then 'time ran out' end)`;
  const rows = await db.query<ImpersonationRow>(
    `select i.id, case when ${isColleague} then i.actor_id end as "actorId", ${name} as "actorName",
       i.subject_id as "subjectId", i.subject_name as "subjectName", i.module,
       (select o.name from people_organisation o where o.id = i.org_id) as "orgName", i.reason, i.ticket, i.started_at as "startedAt",
       ${ended} as "endedAt", case when ${ended} is null then null when ${why} = any (${bind(endings)}) then ${why} else 'ended' end as ending,
       ${writesOnBehalfSql({ actor: 'i.actor_id', subject: 'i.subject_id', from: 'i.started_at', to: 'coalesce(i.ended_at, i.expires_at)' })} as writes
     ${found} order by i.started_at desc, i.id desc limit ${which.take} offset ${which.skip}`,
    params,
  );
  return { rows, count: total?.count ?? 0 };
}
