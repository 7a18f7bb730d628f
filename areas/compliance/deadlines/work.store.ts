import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { can } from '#kit/contract/rights.ts';
import { workRows } from '#kit/contract/work.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { WorkSource } from '#kit/server/areas/work.ts';
import type { SubjectPath } from '#areas/documents/documents/subjects.contract.ts';
import { backDays, deadlinesSql } from './deadlines.store.ts';

/** Documents, licences and fitness certificates that expire within 30 days, and those that have expired. */
export const nearDeadlines: WorkSource = {
  key: 'deadlines-near',
  module: 'obligation',
  order: 20,
  isFor: ({ grants }) => can(grants, 'obligation', 'view'),
  async read({ db, scope, now }) {
    const today = indiaDay(now);
    const params: Param[] = [today];
    const source = `(${deadlinesSql('$1')}) o where o.due between $1::date - ${backDays} and $1::date + 30${tenantFilter('work-deadlines', scope, 'o.org_id', params)}`;
    const [found] = await db.query<{ month: number; week: number; expired: number }>(
      `select count(*) filter (where o.due >= $1::date) as month, count(*) filter (where o.due between $1::date and $1::date + 7) as week,
         count(*) filter (where o.due < $1::date) as expired from ${source}`,
      params,
    );
    const rows = await db.query<{
      subject: string;
      subjectPath: SubjectPath;
      plateUse: PlateUse | null;
      what: string;
      due: string;
      to: string;
    }>(
      `select o.subject, o."subjectPath", (select v.plate_use from vehicles_vehicle v where v.id = o.vehicle_id) as "plateUse", o.what, o.due, o.to from ${source} and o.due >= $1::date order by o.due, o.key limit ${workRows}`,
      params,
    );
    const list = (from: string | undefined, to: string) => `/obligations?${from ? `from=${from}&` : ''}to=${to}`;
    return {
      count: found?.month ?? 0,
      to: list(today, addDays(today, 30)),
      parts: [
        { key: 'expired', tone: 'bad', count: found?.expired ?? 0, to: list(undefined, addDays(today, -1)) },
        { key: 'week', tone: 'due', count: found?.week ?? 0, to: list(today, addDays(today, 7)) },
      ],
      rows: rows.map(({ subject, subjectPath, plateUse, what, due, to }) => ({
        label: subject,
        isPlate: subjectPath === 'vehicle',
        plateUse,
        note: what,
        at: due,
        to,
      })),
    };
  },
};
