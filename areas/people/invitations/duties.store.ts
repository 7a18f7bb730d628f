import { can } from '#kit/contract/rights.ts';
import type { DutySource } from '#kit/server/areas/duties.ts';
import { invitationModule } from './invitation-ends.store.ts';

/** Invitations of drivers without an answer, by the day on which they end. */
export const invitationDuties: readonly DutySource[] = [
  {
    key: 'INVITATION',
    name: 'Invitations',
    order: 80,
    isFor: ({ grants }) => can(grants, invitationModule, 'view'),
    sql: ({ now }) => `
      select 'invitation:' || i.id as key, (i.expires_at at time zone 'Asia/Kolkata')::date as day, i.org_id, i.vehicle_id,
        'Invitation of a driver' as what, null::text as detail, i.name as subject, false as is_plate, 'Pending' as state, 'REMIND' as step,
        '/${invitationModule}?status=0' as to, i.created_at as changed_at
      from invitation i where i.type = 2 and i.status = 0 and i.expires_at > ${now}`,
    steps: ({ grants }) => ({
      REMIND: can(grants, invitationModule, 'edit') ? 'Send again or withdraw' : 'View invitations',
    }),
  },
];
