import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { can } from '#kit/contract/rights.ts';
import { workRows } from '#kit/contract/work.ts';
import type { WorkSource } from '#kit/server/areas/work.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { dueDays } from './policy-state.rules.ts';

/** Premiums of cancelled policies that wait for somebody to credit them to the wallet that paid. */
export const premiumsToRefund: WorkSource = {
  key: 'premiums-to-refund',
  module: 'app-user-policy',
  order: 23,
  isFor: ({ grants }) => can(grants, 'app-user-policy', 'view') && can(grants, 'wallet', 'edit'),
  async read({ db, scope }) {
    const params: Param[] = [];
    const where = `p.refund_due_paise is not null and p.deleted_at is null${tenantFilter('work-refunds', scope, 'p.org_id', params)}`;
    const [found] = await db.query<{ count: number }>(
      `select count(*) as count from app_user_policy p where ${where}`,
      params,
    );
    const rows = await db.query<{
      id: string;
      insurer: string;
      paise: number;
      vehicle: string;
      plateUse: PlateUse | null;
      on: string;
    }>(
      `select p.id, i.name as insurer, p.refund_due_paise as paise, coalesce(v.registration_no, '') as vehicle, v.plate_use as "plateUse", p.cancelled_on as on
       from app_user_policy p join insurer i on i.id = p.insurer_id left join vehicles_vehicle v on v.id = p.vehicle_id where ${where}
       order by p.cancelled_on, p.id limit ${workRows}`,
      params,
    );
    return {
      count: found?.count ?? 0,
      to: '/app-user-policy?refundDuePaiseFrom=1&sort=nextEnd',
      parts: [],
      rows: rows.map(({ id, insurer, paise, vehicle, plateUse, on }) => ({
        label: vehicle,
        isPlate: true,
        plateUse,
        note: insurer,
        paise,
        at: on,
        to: `/app-user-policy/${id}`,
      })),
    };
  },
};

/** Policies that are due for renewal within 30 days, for those who renew them. */
export const policiesDue: WorkSource = {
  key: 'policies-due',
  module: 'app-user-policy',
  order: 22,
  isFor: ({ grants }) => can(grants, 'app-user-policy', 'create'),
  async read({ db, scope, now }) {
    const day = indiaDay(now);
    const list = (days: number) =>
      `/app-user-policy?state=DUE&status=1&nextEndFrom=${day}&nextEndTo=${addDays(day, days)}&sort=nextEnd`;
    const params: Param[] = [day];
    const where = `p.state = 'DUE' and p.status = 1 and p.deleted_at is null and p.next_end between $1::date and $1::date + ${dueDays}${tenantFilter('work-policies', scope, 'p.org_id', params)}`;
    const [found] = await db.query<{ count: number; week: number }>(
      `select count(*) as count, count(*) filter (where p.next_end <= $1::date + 7) as week from app_user_policy p where ${where}`,
      params,
    );
    const rows = await db.query<{
      id: string;
      vehicle: string;
      plateUse: PlateUse | null;
      insurer: string;
      ends: string;
    }>(
      `select p.id, coalesce(v.registration_no, '') as vehicle, v.plate_use as "plateUse", i.name as insurer, p.next_end as ends
       from app_user_policy p join insurer i on i.id = p.insurer_id left join vehicles_vehicle v on v.id = p.vehicle_id where ${where} order by p.next_end, p.id limit ${workRows}`,
      params,
    );
    return {
      count: found?.count ?? 0,
      to: list(dueDays),
      parts: [{ key: 'week', tone: 'bad', count: found?.week ?? 0, to: list(7) }],
      rows: rows.map(({ id, vehicle, plateUse, insurer, ends }) => ({
        label: vehicle,
        isPlate: true,
        plateUse,
        note: insurer,
        at: ends,
        to: `/app-user-policy/${id}`,
      })),
    };
  },
};
