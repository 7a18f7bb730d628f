import { can } from '#kit/contract/rights.ts';
import { workRows } from '#kit/contract/work.ts';
import type { WorkReader, WorkSource } from '#kit/server/areas/work.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { helpDesk, ticketNote } from '../tickets/ticket.contract.ts';

const list = (filters: Readonly<Record<string, string>>) =>
  `/${helpDesk.path}?${new URLSearchParams({ ...filters, status: '1', sort: 'dueAt' }).toString().replaceAll('%2C', ',')}`;
const active = '0,1,2,3,6';

/** Tickets `t` of some kind, and how many of them are urgent; those that are due first in front. */
async function readTickets({ db, scope }: WorkReader, kind: string, urgent: string) {
  const params: Param[] = [];
  const where = `${kind} and t.status = 1 and t.deleted_at is null${tenantFilter('work-tickets', scope, 't.org_id', params)}`;
  const [found] = await db.query<{ count: number; urgent: number }>(
    `select count(*), count(*) filter (where ${urgent}) as urgent from help_desk t where ${where}`,
    params,
  );
  const rows = await db.query<{ id: string; about: string; subject: string; at: string | null }>(
    `select t.id, h.name as about, t.subject, t.due_at as at from help_desk t join help_category h on h.id = t.category_id where ${where} order by t.due_at, t.id limit ${workRows}`,
    params,
  );
  return {
    count: found?.count ?? 0,
    urgent: found?.urgent ?? 0,
    rows: rows.map(({ id, about, subject, at }) => ({
      label: subject,
      isPlate: false,
      note: about,
      at,
      to: `/${helpDesk.path}/${id}`,
    })),
  };
}

/** Tickets that are late or due soon, for those who answer them; questions of the desk, for those who asked it. */
export const ticketWork: readonly WorkSource[] = [
  {
    key: 'tickets-due',
    module: helpDesk.path,
    order: 12,
    isFor: ({ user, grants }) => user.kind === 'staff' && can(grants, ticketNote.path, 'create'),
    async read(reader) {
      const { count, urgent, rows } = await readTickets(
        reader,
        `t.promise in ('LATE', 'DUE_SOON') and t.request_status not in ('4', '5')`,
        `t.promise = 'LATE'`,
      );
      return {
        count,
        to: list({ promise: 'LATE,DUE_SOON', requestStatus: active }),
        parts: [{ key: 'late', tone: 'bad', count: urgent, to: list({ promise: 'LATE', requestStatus: active }) }],
        rows,
      };
    },
  },
  {
    key: 'questions-to-answer',
    module: helpDesk.path,
    order: 18,
    isFor: ({ user, grants }) => user.kind === 'client' && can(grants, helpDesk.path, 'create'),
    async read(reader) {
      const { count, rows } = await readTickets(reader, `t.request_status = '2'`, 'false');
      return { count, to: list({ requestStatus: '2' }), parts: [], rows: rows.map((row) => ({ ...row, at: null })) };
    },
  },
];
