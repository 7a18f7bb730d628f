import { reachesSql } from '#areas/rights/rights.server.ts';
import { can } from '#kit/contract/rights.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Hub } from '#kit/server/live/hub.ts';
import type { Relay } from '#kit/server/live/relay.ts';
import { deskPeopleSql } from '../people/people.store.ts';
import { ticketNote } from '../tickets/ticket.contract.ts';
import type { Warning } from '../sla/promise.store.ts';
import { deskRunners, risesTo } from './desk-runners.store.ts';
import { type DueNotice, dueTopic } from './due-notice.contract.ts';

/** A notice with whom it is for. */
export interface ToldNotice extends DueNotice {
  accountId: string;
  orgId: string;
}

/** Staff who have a ticket, its team, and those of its role; those who run the desk where that is nobody, and of what rises to them. */
export async function noticesOf(
  db: Queryable,
  ticket: {
    id: string;
    orgId: string;
    ticketNo: string;
    subject: string;
    teamId: string | null;
    roleId: string | null;
    assigneeId: string | null;
  },
  { goal, isLate, isRisen, dueAt }: Warning,
): Promise<ToldNotice[]> {
  const { id, orgId, ticketNo, subject, teamId, roleId, assigneeId } = ticket;
  const people = await db.query<{ id: string }>(
    `select a.id from ${deskPeopleSql}
     where (a.id = $1 or a.id in (select account_id from help_team_member where team_id = $2) or a.role_id = $3)
       and ${reachesSql('$4')} order by a.id`,
    [assigneeId, teamId, roleId, orgId],
  );
  const told = isRisen
    ? await risesTo(db, ticket, people.length > 0)
    : people.length > 0
      ? people
      : await deskRunners(db, orgId);
  return told.map((one) => ({
    id,
    orgId,
    ticketNo,
    subject,
    isLate,
    isRisen,
    isAnswer: goal === 'FIRST',
    dueAt,
    isOwn: one.id === assigneeId,
    accountId: one.id,
  }));
}

/** Who may write notes of the desk may follow what becomes late; clients hold no such right. */
export const addDueTopic = (live: Pick<Hub, 'addTopic'>): void =>
  live.addTopic({ name: dueTopic, authorise: ({ grants }) => can(grants, ticketNote.path, 'view') });

/** Tells open browsers, here and at other processes. */
export function tellDue(live: Pick<Hub, 'publish'>, relay: Relay, notices: readonly ToldNotice[]): void {
  if (notices.length === 0) return;
  publish(live, notices);
  if (relay.isShared) relay.tell(dueTopic, Buffer.from(JSON.stringify(notices)));
}

/** Hears what other processes tell. */
export const hearDue = (live: Pick<Hub, 'publish'>, relay: Relay): (() => void) =>
  relay.hear(dueTopic, (bytes) => publish(live, JSON.parse(Buffer.from(bytes).toString('utf8')) as ToldNotice[]));

function publish(live: Pick<Hub, 'publish'>, notices: readonly ToldNotice[]): void {
  for (const { accountId, orgId, ...notice } of notices)
    live.publish(
      dueTopic,
      { accountId, organisations: [orgId], right: { module: ticketNote.path, action: 'view' } },
      notice.id,
      notice,
    );
}
