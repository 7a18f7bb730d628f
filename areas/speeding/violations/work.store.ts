import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import { can } from '#kit/contract/rights.ts';
import { workRows } from '#kit/contract/work.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { WorkSource } from '#kit/server/areas/work.ts';

const list = '/violation?state=TO_REVIEW';

/** Violations that wait for a decision, for those who decide; the worst first. */
export const violationsToReview: WorkSource = {
  key: 'violations-to-review',
  module: 'violation',
  order: 7,
  isFor: ({ grants }) => can(grants, 'violation', 'approve'),
  async read({ db, scope }) {
    const params: Param[] = [];
    const where = `x.state = 'TO_REVIEW'${tenantFilter('work-violations', scope, 'x.org_id', params)}`;
    const [found] = await db.query<{ count: number; critical: number }>(
      `select count(*), count(*) filter (where x.severity = 'CRITICAL') as critical from violation x where ${where}`,
      params,
    );
    const rows = await db.query<{ id: string; vehicle: string; plateUse: PlateUse | null; road: string; at: string }>(
      `select x.id, coalesce(v.registration_no, '') as vehicle, v.plate_use as "plateUse", x.road_name as road, x.from_at as at
       from violation x left join vehicles_vehicle v on v.id = x.vehicle_id where ${where}
       order by x.severity = 'CRITICAL' desc, x.from_at desc, x.id desc limit ${workRows}`,
      params,
    );
    return {
      count: found?.count ?? 0,
      to: list,
      parts: [{ key: 'critical', tone: 'bad', count: found?.critical ?? 0, to: `${list}&severity=CRITICAL` }],
      rows: rows.map(({ id, vehicle, plateUse, road, at }) => ({
        label: vehicle,
        isPlate: true,
        plateUse,
        note: road,
        at,
        to: `/violation/${id}?state=TO_REVIEW`,
      })),
    };
  },
};
