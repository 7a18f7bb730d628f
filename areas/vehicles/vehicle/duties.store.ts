import { can } from '#kit/contract/rights.ts';
import type { DutySource } from '#kit/server/areas/duties.ts';
import { vehicle } from './vehicle.contract.ts';

/** Temporary and trade numbers by the day on which they end. */
export const vehicleDuties: readonly DutySource[] = [
  {
    key: 'NUMBER',
    name: 'Temporary numbers',
    order: 5,
    isFor: ({ grants }) => can(grants, vehicle.path, 'view'),
    sql: () => `
      select 'number:' || v.id as key, v.registration_ends_on as day, v.org_id, v.id as vehicle_id, 'Registration number' as what,
        null::text as detail, v.registration_no as subject, true as is_plate, null::text as state, 'RENEW' as step,
        '/${vehicle.path}/' || v.id as to, v.updated_at as changed_at
      from vehicle v where v.deleted_at is null and v.status = 1 and v.situation not in ('SOLD', 'RETIRED') and v.registration_ends_on is not null`,
    steps: ({ grants }) => ({ RENEW: can(grants, vehicle.path, 'edit') ? 'Enter permanent number' : 'View vehicle' }),
  },
];
