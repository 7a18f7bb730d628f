import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import { can } from '#kit/contract/rights.ts';
import { workRows } from '#kit/contract/work.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { WorkSource } from '#kit/server/areas/work.ts';
import { healthFrom } from './health.store.ts';

/** Devices that have been offline for more than a day, and those that went offline since. */
export const offlineDevices: WorkSource = {
  key: 'devices-offline',
  module: 'device-health',
  order: 40,
  isFor: ({ grants }) => can(grants, 'device-health', 'view'),
  async read({ db, scope, now }) {
    const params: Param[] = [];
    const live = `d.deleted_at is null and d.status = 1${tenantFilter('work-devices', scope, 'd.org_id', params)}`;
    const [found] = await db.query<{ long: number; short: number }>(
      `select count(*) filter (where d.state = 'LONG_OFFLINE') as long, count(*) filter (where d.state = 'OFFLINE') as short
       from device d where ${live}`,
      params,
    );
    const at = `$${params.push(now.toISOString())}::timestamptz`;
    const rows = await db.query<{
      id: string;
      identifier: string;
      plate: string | null;
      plateUse: PlateUse | null;
      at: string | null;
    }>(
      `select d.id, d.identifier, v.registration_no as plate, v.plate_use as "plateUse", coalesce(l.last_seen_at, d.last_seen_at) as at
       from ${healthFrom(at)} and ${live} and d.state = 'LONG_OFFLINE' order by 5 desc nulls last, d.id limit ${workRows}`,
      params,
    );
    const list = (state: string) => `/device-health?state=${state}`;
    return {
      count: found?.long ?? 0,
      to: list('LONG_OFFLINE'),
      parts: [{ key: 'short', tone: 'due', count: found?.short ?? 0, to: list('OFFLINE') }],
      rows: rows.map(({ id, identifier, plate, plateUse, at }) => ({
        label: plate ?? identifier,
        isPlate: plate !== null,
        plateUse,
        note: null,
        at,
        to: `/device/${id}`,
      })),
    };
  },
};
