import { can } from '#kit/contract/rights.ts';
import { type DutySource, labelSql } from '#kit/server/areas/duties.ts';
import { helpDesk, promiseStates, ticketNote } from '../tickets/ticket.contract.ts';

/** Tickets by the day on which the next answer or solution is due. */
export const ticketDuties: readonly DutySource[] = [
  {
    key: 'TICKET',
    name: 'Tickets',
    order: 60,
    isFor: ({ grants }) => can(grants, helpDesk.path, 'view'),
    // The index is on the moment, not on its day.
    sql: ({ from, to }) => `
      select 'ticket:' || t.id as key, (t.due_at at time zone 'Asia/Kolkata')::date as day, t.org_id, t.vehicle_id, 'Ticket' as what,
        t.ticket_no as detail, t.subject, false as is_plate, ${labelSql('t.promise', promiseStates)} as state, 'ANSWER' as step,
        '/${helpDesk.path}/' || t.id as to, t.updated_at as changed_at
      from help_desk t where t.deleted_at is null and t.status = 1 and t.request_status not in ('4', '5')
        and t.due_at >= ${from}::timestamp at time zone 'Asia/Kolkata' and t.due_at < (${to} + 1)::timestamp at time zone 'Asia/Kolkata'`,
    steps: ({ user, grants }) => ({
      ANSWER: user.kind === 'staff' && can(grants, ticketNote.path, 'create') ? 'Answer ticket' : 'View ticket',
    }),
  },
];
