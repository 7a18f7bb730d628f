import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { LiveVehicle } from './live-vehicles.contract.ts';

/** Tables whose rows say who may see which vehicle, and since when. */
export const visibleTables = ['vehicle'];

/** Vehicles in use that a scope sees, as those who own them now. */
function visible(scope: Scope, columns: string, params: Param[], joins = ''): string {
  return `select ${columns} from vehicles_vehicle v join vehicles_owner o on o.vehicle_id = v.id and o.to_at is null ${joins}
    where v.deleted_at is null and v.status = 1${tenantFilter('live-vehicles', scope, 'v.org_id', params)}`;
}

/**
 * Slots of the vehicles that a scope sees, and for those that came from another owner since when: what they did before is not told.
 * @returns texts: slot, and milliseconds UTC or null.
 */
export async function visibleSlots(db: Queryable, scope: Scope): Promise<(readonly [number, number])[]> {
  const params: Param[] = [];
  const since = 'case when o.is_first then null else extract(epoch from o.from_at) * 1000 end';
  const rows = await db.text({ text: visible(scope, `v.slot, ${since}`, params) }, params);
  return rows.map(([slot, from]) => [Number(slot), from === null ? 0 : Number(from)] as const);
}

/** Slots of vehicles by their ids, everybody's; of unknown ids there are none. */
export async function slotsOf(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ id: string; slot: number }>(
    { name: 'live-slots', text: 'select id, slot from vehicles_vehicle where id = any($1::uuid[])' },
    [[...ids]],
  );
  return new Map(rows.map(({ id, slot }) => [id, slot]));
}

/** Vehicles by their slots, everybody's that the transaction sees. */
export async function slotIds(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<number, string>> {
  return new Map([...(await slotsOf(db, ids))].map(([id, slot]) => [slot, id]));
}

/** Who these vehicles are, by registration number. */
export async function liveVehicles(db: Queryable, scope: Scope): Promise<LiveVehicle[]> {
  const params: Param[] = [];
  const columns = `v.slot, v.id as "vehicleId", v.registration_no as vehicle, m.name as model, c.is_transport as "isTransport", v.plate_use as "plateUse",
    case when c.is_emergency is not true then c.speed_class end as "speedClass", v.category_id as "categoryId",
    v.org_id as "orgId", g.name as org, d.id as "driverId", d.name as driver, v.verdict,
    array(select r.group_id from vehicles_group_member r where r.vehicle_id = v.id order by r.group_id)::text[] as "groupIds",
    (select max(greatest(${leastSilenceS}, 3 * coalesce(e.interval_s, k.interval_s, ${usualIntervalS}))) from devices_installation b
       join devices_device e on e.id = b.device_id join devices_category k on k.id = e.category_id
      where b.vehicle_id = v.id and b.to_at is null)::int as "silentAfterS"`;
  const joins = `join people_organisation g on g.id = v.org_id left join vehicles_model m on m.id = v.model_id
    left join vehicles_category c on c.id = v.category_id left join people_driver d on d.id = v.driver_id`;
  return db.query<LiveVehicle>(
    `${visible(scope, columns, params, joins)} order by lower(v.registration_no), v.id`,
    params,
  );
}

// As the state of a device is told, in areas/devices/health/device-states.store.ts.
const leastSilenceS = 300;
const usualIntervalS = 60;
