import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import { can } from '#kit/contract/rights.ts';
import { workRows } from '#kit/contract/work.ts';
import type { WorkSource } from '#kit/server/areas/work.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { alarm } from '../alarm/alarm.contract.ts';

/** Alarms that nobody has acknowledged, for those who may. */
export const newAlarms: WorkSource = {
  key: 'alarms-new',
  module: alarm.path,
  order: 2,
  isFor: ({ grants }) => can(grants, alarm.path, 'edit'),
  async read({ db, scope }) {
    const params: Param[] = [];
    const where = `a.alarm_state = 'NEW' and a.status = 1 and a.deleted_at is null${tenantFilter('work-alarms', scope, 'a.org_id', params)}`;
    const [found] = await db.query<{ count: number }>(`select count(*) from alarm a where ${where}`, params);
    const rows = await db.query<{
      id: string;
      plate: string;
      plateUse: PlateUse;
      what: string;
      place: string | null;
      at: string;
    }>(
      `select a.id, v.registration_no as plate, v.plate_use as "plateUse", a.what, a.place, a.last_at as at
       from alarm a join vehicles_vehicle v on v.id = a.vehicle_id where ${where}
       order by a.last_at desc, a.id desc limit ${workRows}`,
      params,
    );
    return {
      isUrgent: true,
      count: found?.count ?? 0,
      to: `/${alarm.path}?alarmState=NEW&status=1`,
      parts: [],
      rows: rows.map(({ id, plate, plateUse, what, place, at }) => ({
        label: plate,
        isPlate: true,
        plateUse,
        note: what,
        place,
        at,
        to: `/${alarm.path}/${id}`,
      })),
    };
  },
};
