import { can } from '#kit/contract/rights.ts';
import type { DutySource } from '#kit/server/areas/duties.ts';
import { device } from './device.contract.ts';

/** Days of devices, each with an index of its own, and what is done by then. */
const days = [
  ['subscription_upto', 'Device subscription', 'SUBSCRIPTION'],
  ['warranty_upto', 'Device warranty', 'WARRANTY'],
  ['tac_upto', 'Type approval of the device', 'CERTIFICATE'],
  ['enforcement_upto', 'Certificate of the device', 'CERTIFICATE'],
] as const;

/** Subscriptions, warranties and certificates of devices that are in use. */
export const deviceDuties: readonly DutySource[] = [
  {
    key: 'DEVICE',
    name: 'Devices',
    order: 70,
    isFor: ({ grants }) => can(grants, device.path, 'view'),
    sql: () =>
      days
        .map(
          ([column, what, step]) => `
      select 'device-${column}:' || d.id as key, d.${column} as day, d.org_id, d.vehicle_id, '${what}' as what, d.identifier as detail,
        coalesce(v.registration_no, d.identifier) as subject, v.id is not null as is_plate, null::text as state, '${step}' as step,
        '/${device.path}/' || d.id as to, d.updated_at as changed_at
      from device d left join vehicles_vehicle v on v.id = d.vehicle_id
      where d.deleted_at is null and d.status = 1 and d.situation <> 'RETIRED' and d.${column} is not null`,
        )
        .join(' union all '),
    steps: ({ grants }) => {
      const mayEdit = can(grants, device.path, 'edit');
      return {
        SUBSCRIPTION: mayEdit ? 'Renew subscription' : 'View device',
        WARRANTY: 'View device',
        CERTIFICATE: mayEdit ? 'Renew certificate' : 'View device',
      };
    },
  },
];
