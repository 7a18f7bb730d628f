import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { device } from '#areas/devices/registry/device.contract.ts';
import { engineData } from '#areas/gateway/gateway.server.ts';
import { type EngineData, engineHours, engineMeasureNames } from '#areas/gateway/positions/engine-data.contract.ts';
import { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { idOf } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';

const name = z.enum(engineMeasureNames);
const engineDataSchema = z.strictObject({
  from: z.string(),
  to: z.string(),
  device: z.nullable(z.strictObject({ id: z.string(), label: z.string() })),
  isExpected: z.boolean(),
  values: z.array(z.strictObject({ name, value: z.number(), at: z.string() })),
  codes: z.array(z.strictObject({ code: z.string(), firstAt: z.string(), lastAt: z.string() })),
  series: z.array(z.strictObject({ name, points: z.array(z.strictObject({ at: z.string(), value: z.number() })) })),
});
const common = {
  method: 'GET',
  scope: 'organisation',
  query: {
    hours: {
      about: `Hours before now that readings and fault codes are of: ${engineHours.join(', ')}`,
      schema: { type: 'integer', enum: [...engineHours], default: engineHours[0] },
    },
  },
  answer: engineDataSchema,
} as const;

/** Engine data: of a vehicle for those who see where it is, of a device for those who see the device. */
export function addObdRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    ...common,
    path: '/vehicle/{id}/obd',
    summary: 'Engine data of a vehicle: last values, fault codes and readings, as its devices reported them',
    tag: 'Trips',
    access: { module: 'vehicle-trips', action: 'view' },
    handle: (call) => answer(kit, call, vehicleAsked),
  });
  addRoute(app, {
    ...common,
    path: '/device/{id}/obd',
    summary: 'Engine data that a device reported: last values, fault codes and readings',
    tag: 'Devices',
    access: { module: 'device', action: 'view' },
    handle: (call) => answer(kit, call, deviceAsked),
  });
}

interface Asked {
  device: EngineData['device'];
  isExpected: boolean;
  times: Parameters<typeof engineData>[1];
}

async function answer(kit: CatalogueKit, call: Call, ask: (db: Queryable, scope: Scope, call: Call) => Promise<Asked>) {
  const read = queryReader(call.query);
  const hours = Number(read.oneOf('hours', engineHours.map(String)) ?? engineHours[0]);
  read.done();
  const scope = scopeOf(call.session);
  const data = await transact(kit.db, scope, async (db): Promise<EngineData> => {
    const { device, isExpected, times } = await ask(db, scope, call);
    return { device, isExpected, ...(await engineData(db, times, { now: kit.clock.now().getTime(), hours })) };
  });
  return { message: 'OK', data };
}

/** Staff see what was sent under every owner, an organisation what was sent under itself. */
const sinceOf = (scope: Scope, since: string | null) =>
  scope.orgId === null && scope.orgIds === undefined ? null : since;

async function deviceAsked(db: Queryable, scope: Scope, call: Call): Promise<Asked> {
  const params: Param[] = [idOf(call, device)];
  const [found] = await db.query<{
    id: string;
    label: string;
    slot: number;
    since: string | null;
    isExpected: boolean;
  }>(
    `select d.id, d.identifier as label, d.slot, d.owned_since as since, coalesce('OBD' = any(c.capabilities), false) as "isExpected"
     from devices_device d left join devices_category c on c.id = d.category_id
     where d.id = $1 and d.deleted_at is null${tenantFilter('engine-data-of-device', scope, 'd.org_id', params)}`,
    params,
  );
  if (!found) throw refuse.notFound('Device not found');
  const { id, label, slot, since, isExpected } = found;
  const time = { slot, from: 0, to: Number.POSITIVE_INFINITY, since: sinceOf(scope, since) };
  return { device: { id, label }, isExpected, times: [time] };
}

interface Carried {
  id: string;
  label: string;
  slot: number;
  since: string | null;
  isExpected: boolean;
  fromAt: string;
  toAt: string | null;
}

async function vehicleAsked(db: Queryable, scope: Scope, call: Call): Promise<Asked> {
  const params: Param[] = [idOf(call, vehicle)];
  const [found] = await db.query<{ id: string; ownSince: string | null }>(
    // What it did before it came to its owner is not told.
    `select v.id, case when o.is_first then null else o.from_at end as "ownSince" from vehicles_vehicle v
     join vehicles_owner o on o.vehicle_id = v.id and o.to_at is null
     where v.id = $1 and v.deleted_at is null${tenantFilter('engine-data-of-vehicle', scope, 'v.org_id', params)}`,
    params,
  );
  if (!found) throw refuse.notFound('Vehicle not found');
  const carried = await db.query<Carried>(
    `select d.id, d.identifier as label, d.slot, d.owned_since as since, coalesce('OBD' = any(c.capabilities), false) as "isExpected",
       b.from_at as "fromAt", b.to_at as "toAt"
     from devices_installation b join devices_device d on d.id = b.device_id left join devices_category c on c.id = d.category_id
     where b.vehicle_id = $1 order by b.from_at desc limit 5`,
    [found.id],
  );
  const ownSince = found.ownSince === null ? 0 : Date.parse(found.ownSince);
  const now = carried.find(({ toAt }) => toAt === null);
  return {
    device: now ? { id: now.id, label: now.label } : null,
    isExpected: now?.isExpected ?? false,
    times: carried.map(({ slot, since, fromAt, toAt }) => ({
      slot,
      from: Math.max(Date.parse(fromAt), ownSince),
      to: toAt === null ? Number.POSITIVE_INFINITY : Date.parse(toAt),
      since: sinceOf(scope, since),
    })),
  };
}
