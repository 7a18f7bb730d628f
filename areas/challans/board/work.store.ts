import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { can } from '#kit/contract/rights.ts';
import { workRows } from '#kit/contract/work.ts';
import type { WorkReader, WorkSource } from '#kit/server/areas/work.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { challan } from '../challan/challan.contract.ts';
import { listOf } from './board.rules.ts';

interface Waiting {
  /** SQL over challans `c`, and the same as filters of their list. */
  where: string;
  filters: Readonly<Record<string, string>>;
  /** A part of them that is more urgent. */
  urgent?: { key: string; where: (day: string) => string; filters: (day: string) => Readonly<Record<string, string>> };
}

/** Challans that wait for somebody, those that are due first in front. */
async function readWaiting({ db, scope, now }: WorkReader, { where, filters, urgent }: Waiting) {
  const day = indiaDay(now);
  const params: Param[] = [];
  const from = `challan c join challan_type t on t.id = c.challan_type_id left join vehicles_vehicle v on v.id = c.vehicle_id
    where ${where} and c.status = 1 and c.deleted_at is null${tenantFilter('work-challans', scope, 'c.org_id', params)}`;
  const [found] = await db.query<{ count: number; urgent: number }>(
    `select count(*) as count, count(*) filter (where ${urgent?.where(day) ?? 'false'}) as urgent from ${from}`,
    params,
  );
  const rows = await db.query<{
    id: string;
    vehicle: string;
    plateUse: PlateUse | null;
    what: string;
    paise: number | null;
    due: string | null;
  }>(
    `select c.id, coalesce(v.registration_no, c.plate, '') as vehicle, v.plate_use as "plateUse", t.name as what, c.amount_paise as paise, c.due_on::text as due from ${from}
     order by c.due_on, c.id limit ${workRows}`,
    params,
  );
  return {
    count: found?.count ?? 0,
    to: listOf({ ...filters, sort: 'dueOn' }),
    parts: urgent
      ? [
          {
            key: urgent.key,
            tone: 'bad' as const,
            count: found?.urgent ?? 0,
            to: listOf({ ...filters, ...urgent.filters(day), sort: 'dueOn' }),
          },
        ]
      : [],
    rows: rows.map(({ id, vehicle, plateUse, what, paise, due }) => ({
      label: vehicle,
      isPlate: true,
      plateUse,
      note: what,
      paise,
      at: due,
      to: `/challan/${id}`,
    })),
  };
}

const ofStaff: WorkSource['isFor'] = ({ user, grants }) =>
  user.kind === 'staff' && can(grants, challan.path, 'approve');
const ofClients: WorkSource['isFor'] = ({ user, grants }) =>
  user.kind === 'client' && can(grants, challan.path, 'view') && can(grants, 'challan-contest', 'create');

const within = (days: number) => (day: string) => addDays(day, days);

/** What waits for somebody of challans: decisions and notices for staff; payments and answers for clients. */
export const challanWork: readonly WorkSource[] = [
  {
    key: 'challans-to-decide',
    module: challan.path,
    order: 14,
    isFor: ofStaff,
    read: (reader) =>
      readWaiting(reader, {
        where: `c.challan_status = 'CONTESTED'`,
        filters: { challanStatus: 'CONTESTED' },
        urgent: {
          key: 'week',
          where: (day) => `c.due_on <= '${within(7)(day)}'`,
          filters: (day) => ({ dueOnTo: within(7)(day) }),
        },
      }),
  },
  {
    key: 'notices-to-send',
    module: challan.path,
    order: 15,
    isFor: ofStaff,
    read: (reader) =>
      readWaiting(reader, { where: `c.challan_status = 'ISSUED'`, filters: { challanStatus: 'ISSUED' } }),
  },
  {
    key: 'challans-to-pay',
    module: challan.path,
    order: 16,
    isFor: ofClients,
    read: (reader) =>
      readWaiting(reader, {
        where: `c.challan_status in ('NOTIFIED', 'DEEMED_ACCEPTED', 'UPHELD')`,
        filters: { challanStatus: 'NOTIFIED,DEEMED_ACCEPTED,UPHELD' },
        urgent: { key: 'overdue', where: () => 'c.overdue', filters: () => ({ overdue: 'true' }) },
      }),
  },
  {
    key: 'challans-to-answer',
    module: challan.path,
    order: 17,
    isFor: ofClients,
    read: (reader) =>
      readWaiting(reader, {
        where: `c.challan_status = 'DRAFT' and c.asked_at is not null and c.due = 'ANSWER'`,
        filters: { due: 'ANSWER' },
      }),
  },
];
