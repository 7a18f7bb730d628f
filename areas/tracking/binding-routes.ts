import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { vehicle } from '#areas/vehicles/vehicle.contract.ts';
import { isId } from '#kit/contract/input.ts';
import { withRights } from '#kit/server/catalogue/guard.ts';
import { idOf } from '#kit/server/catalogue/parts.ts';
import { rowSchema } from '#kit/server/catalogue/row-schema.ts';
import { type CatalogueKit, catalogueReads, mustRead } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write-answer.ts';
import { type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { fence } from '#kit/server/db/fence.ts';
import type { Writer } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { bindingSchema } from './answer-schemas.ts';
import { bindDevice, unbindDevice } from './bindings.ts';
import { device } from './device.contract.ts';
import { type BindingPeriod, deviceSituations } from './device-health.contract.ts';
import { giveDevice } from './device-owner.ts';
import { setDeviceSituation } from './device-situation.ts';

const tag = 'Devices';
const id = z.string().check(z.refine(isId, { error: 'Must be the id of a record' }));
const note = z
  .string()
  .check(
    z.trim(),
    z.minLength(2, { error: 'Say a little more' }),
    z.maxLength(300, { error: 'At most 300 characters' }),
  );
const moment = z.iso.datetime({ offset: true, error: 'Must be a time, like 2026-11-21T04:30:00Z' });
const bindBody = z.strictObject({
  vehicleId: id,
  from: z.optional(moment),
  to: z.optional(moment),
  swap: z.optional(z.boolean()),
});
const endBody = z.strictObject({ at: z.optional(moment), reason: z.optional(note) });
const ownerBody = z.strictObject({ orgId: id });
const situationBody = z.strictObject({
  situation: z.enum(deviceSituations, { error: `Must be one of ${deviceSituations.join(', ')}` }),
  note: z.optional(note),
});

/** Which vehicle carries which device, over time; and what people say of a device. */
export function addBindingRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  const reads = catalogueReads(kit, device);
  const vehicles = catalogueReads(kit, vehicle);
  const act = (
    call: Call,
    message: string,
    work: (db: Queryable, scope: Scope, writer: Writer, id: string) => Promise<unknown>,
  ) => {
    const scope = scopeOf(call.session);
    const input = { values: { ...(call.body as object) }, files: {} };
    return writeAnswer(kit, device, call, input, async (db, writer) => {
      const deviceId = idOf(call, device);
      await work(db, scope, writer, deviceId);
      const { json, row } = await mustRead(reads, scope, deviceId, db);
      const data = withRights(kit.guards, device, call.session, json);
      return { status: 200, message, data, version: row.version };
    });
  };
  const common = {
    method: 'POST',
    tag,
    scope: 'organisation',
    access: { module: 'device', action: 'edit' },
    whileImpersonating: 'allowed',
    once: true,
    answer: rowSchema(kit.registry, device),
  } as const;
  addRoute(app, {
    ...common,
    path: '/device/vehicle/{id}',
    summary:
      'Put a device into a vehicle, now, from a past moment on, or for a period that is over; with swap, in place of what is there',
    body: bindBody,
    handle: async (call) => {
      const { vehicleId, from, to, swap } = call.body as z.infer<typeof bindBody>;
      return act(call, 'Device bound.', (db, scope, writer, id) =>
        bindDevice(db, scope, writer, id, {
          vehicleId: vehicleId.toLowerCase(),
          from: from === undefined ? writer.now : new Date(from),
          to: to === undefined ? null : new Date(to),
          swap: swap ?? false,
        }),
      );
    },
  });
  addRoute(app, {
    ...common,
    path: '/device/vehicle-end/{id}',
    summary: 'Take a device out of its vehicle, now or as of a past moment',
    body: endBody,
    handle: async (call) => {
      const { at, reason } = call.body as z.infer<typeof endBody>;
      return act(call, 'Device taken out.', (db, scope, writer, id) =>
        unbindDevice(db, scope, writer, id, at === undefined ? writer.now : new Date(at), reason ?? 'Taken out'),
      );
    },
  });
  addRoute(app, {
    ...common,
    path: '/device/situation/{id}',
    summary: 'Say what became of a device: faulty, retired, or in use again',
    body: situationBody,
    handle: async (call) => {
      const { situation, note } = call.body as z.infer<typeof situationBody>;
      return act(call, 'Device updated successfully.', (db, scope, writer, id) =>
        setDeviceSituation(db, scope, writer, id, situation, note),
      );
    },
  });
  addRoute(app, {
    ...common,
    path: '/device/owner/{id}',
    summary: 'Give a device to another organisation, which sees what it sends from then on',
    access: { module: 'device', action: 'approve' },
    body: ownerBody,
    handle: async (call) => {
      const { orgId } = call.body as z.infer<typeof ownerBody>;
      return act(call, 'Device given.', (db, scope, writer, id) =>
        giveDevice(db, scope, writer, id, orgId.toLowerCase()),
      );
    },
  });
  const list = {
    method: 'GET',
    tag,
    scope: 'organisation',
    access: { module: 'device', action: 'view' },
    answer: z.array(bindingSchema),
  } as const;
  addRoute(app, {
    ...list,
    path: '/device/{id}/bindings',
    summary: 'Which vehicles carried a device, the latest first',
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const { row } = await mustRead(reads, scope, idOf(call, device));
      const data = await transact(kit.db, scope, (db) => {
        const params: Param[] = [row.id];
        return db.query<BindingPeriod>(
          periods('device_id', fence('bindings-of-device', scope, 'b.org_id', params)),
          params,
        );
      });
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    ...list,
    path: '/vehicle/{id}/devices',
    summary: 'Which devices a vehicle carried, the latest first',
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const { row } = await mustRead(vehicles, scope, idOf(call, vehicle));
      const data = await transact(kit.db, scope, (db) => {
        const params: Param[] = [row.id];
        return db.query<BindingPeriod>(
          periods('vehicle_id', fence('devices-of-vehicle', scope, 'b.org_id', params)),
          params,
        );
      });
      return { message: 'OK', data };
    },
  });
}

// What went to another owner has no name here any more, but its period stays.
const periods = (column: 'vehicle_id' | 'device_id', fenced: string) =>
  `select b.id, json_build_object('id', b.device_id, 'label', coalesce(d.identifier, '–')) as device,
     json_build_object('id', b.vehicle_id, 'label', coalesce(v.registration_no, '–')) as vehicle,
     b.from_at as "fromAt", b.to_at as "toAt", b.end_reason as "endReason", a.name as by
   from device_binding b left join vehicle v on v.id = b.vehicle_id left join device d on d.id = b.device_id left join account a on a.id = b.created_by
   where b.${column} = $1${fenced} order by b.from_at desc limit 500`;
