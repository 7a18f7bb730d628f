import { can } from '#kit/contract/rights.ts';
import { type DutySource, labelSql } from '#kit/server/areas/duties.ts';
import { challan, challanSources, challanStatuses, dueKinds } from '../challan/challan.contract.ts';

const labels: Readonly<Record<string, string>> = Object.fromEntries(dueKinds.map(({ value, label }) => [value, label]));
/** What each side does by itself; the rest it waits for. */
const own = { staff: ['NOTIFY', 'DECIDE'], client: ['ANSWER', 'PAY_OR_CONTEST', 'PAY'] } as const;

/** Challans by what is due next: to answer, to pay or contest, to decide. */
export const challanDuties: readonly DutySource[] = [
  {
    key: 'CHALLAN',
    name: 'Challans',
    order: 50,
    isFor: ({ grants }) => can(grants, challan.path, 'view'),
    sql: () => `
      select 'challan:' || c.id as key, c.due_on as day, c.org_id, c.vehicle_id, ${labelSql('c.source', challanSources)} as what,
        c.challan_no as detail, coalesce(v.registration_no, c.plate, '') as subject, true as is_plate,
        ${labelSql('c.challan_status', challanStatuses)} as state, c.due as step, '/${challan.path}/' || c.id as to, c.updated_at as changed_at
      from challan c left join vehicles_vehicle v on v.id = c.vehicle_id
      where c.deleted_at is null and c.status = 1 and c.due_on is not null`,
    steps: ({ user, grants }) => {
      const isTheirs = (step: string) =>
        (own[user.kind] as readonly string[]).includes(step) &&
        can(grants, challan.path, user.kind === 'staff' ? 'approve' : 'edit');
      return Object.fromEntries(
        dueKinds.map(({ value }) => [value, isTheirs(value) ? (labels[value] ?? value) : 'View challan']),
      );
    },
  },
];
