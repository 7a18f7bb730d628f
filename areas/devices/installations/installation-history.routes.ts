import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { idOf } from '#kit/server/catalogue/parts.ts';
import { type CatalogueKit, catalogueReads, mustRead } from '#kit/server/catalogue/store.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { bindingSchema } from '../devices.schemas.ts';
import type { BindingPeriod } from '../health/health.contract.ts';
import { device } from '../registry/device.contract.ts';

/** Which vehicles carried a device, and which devices a vehicle carried. */
export function addInstallationHistory(app: FastifyInstance, kit: CatalogueKit): void {
  const reads = catalogueReads(kit, device);
  const vehicles = catalogueReads(kit, vehicle);
  const list = {
    method: 'GET',
    tag: 'Devices',
    scope: 'organisation',
    access: { module: 'device', action: 'view' },
    answer: z.array(bindingSchema),
  } as const;
  addRoute(app, {
    ...list,
    path: '/device/{id}/bindings',
    summary: 'Installation history of a device, the latest first',
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const { row } = await mustRead(reads, scope, idOf(call, device));
      const data = await transact(kit.db, scope, (db) => {
        const params: Param[] = [row.id];
        return db.query<BindingPeriod>(
          periods('device_id', tenantFilter('bindings-of-device', scope, 'b.org_id', params)),
          params,
        );
      });
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    ...list,
    path: '/vehicle/{id}/devices',
    summary: 'Installation history of a vehicle, the latest first',
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const { row } = await mustRead(vehicles, scope, idOf(call, vehicle));
      const data = await transact(kit.db, scope, (db) => {
        const params: Param[] = [row.id];
        return db.query<BindingPeriod>(
          periods('vehicle_id', tenantFilter('devices-of-vehicle', scope, 'b.org_id', params)),
          params,
        );
      });
      return { message: 'OK', data };
    },
  });
}

// What went to another owner has no name here any more, but its period stays.
const periods = (column: 'vehicle_id' | 'device_id', tenantSql: string) =>
  `select b.id, json_build_object('id', b.device_id, 'label', coalesce(d.identifier, '–')) as device,
     json_build_object('id', b.vehicle_id, 'label', coalesce(v.registration_no, '–'), 'plateUse', v.plate_use) as vehicle,
     b.from_at as "fromAt", b.to_at as "toAt", b.end_reason as "endReason", a.name as by
   from device_binding b left join vehicles_vehicle v on v.id = b.vehicle_id left join device d on d.id = b.device_id left join identity_person a on a.id = b.created_by
   where b.${column} = $1${tenantSql} order by b.from_at desc limit 500`;
