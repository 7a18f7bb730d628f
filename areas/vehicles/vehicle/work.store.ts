import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import { workRows } from '#kit/contract/work.ts';
import { can } from '#kit/contract/rights.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { WorkSource } from '#kit/server/areas/work.ts';

/** Vehicles that may not run today, whatever the reason, and those that soon may not: as the tabs of their list have them. */
export const blockedVehicles: WorkSource = {
  key: 'vehicles-blocked',
  module: 'vehicle',
  order: 10,
  isFor: ({ grants }) => can(grants, 'vehicle', 'view'),
  async read({ db, scope }) {
    const params: Param[] = [];
    const active = `v.deleted_at is null and v.status = 1${tenantFilter('work-vehicles', scope, 'v.org_id', params)}`;
    const blocked = `v.verdict = 'RED'`;
    const [found] = await db.query<{ blocked: number; soon: number; drafts: number }>(
      // Each from an index of its own: in a large fleet few are blocked.
      `select count(*) filter (where v.verdict = 'RED') as blocked, count(*) filter (where v.verdict = 'AMBER') as soon,
         (select count(*) from vehicle v where ${active} and v.state = 'DRAFT') as drafts
       from vehicle v where ${active} and v.verdict in ('RED', 'AMBER')`,
      params,
    );
    const rows = await db.query<{ id: string; plate: string; plateUse: PlateUse; reason: string | null }>(
      `select v.id, v.registration_no as plate, v.plate_use as "plateUse", v.verdict_line as reason from vehicle v where ${active} and ${blocked}
       order by v.state = 'DRAFT', v.updated_at desc, v.id limit ${workRows}`,
      params,
    );
    return {
      count: found?.blocked ?? 0,
      to: '/vehicle?verdict=RED&status=1',
      parts: [
        { key: 'soon', tone: 'due', count: found?.soon ?? 0, to: '/vehicle?verdict=AMBER&status=1' },
        { key: 'drafts', tone: 'info', count: found?.drafts ?? 0, to: '/vehicle?state=DRAFT&status=1' },
      ],
      rows: rows.map(({ id, plate, plateUse, reason }) => ({
        label: plate,
        isPlate: true,
        plateUse,
        note: reason,
        at: null,
        to: `/vehicle/${id}`,
      })),
    };
  },
};
