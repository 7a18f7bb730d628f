import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { type CatalogueKit, catalogueReads } from '#kit/server/catalogue/store.ts';
import { writeToRecord } from '#kit/server/catalogue/write/write-answer.ts';
import type { Call } from '#kit/server/http/call.ts';
import { moment, note, recordId } from '#kit/server/http/body-fields.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { bindDevice, unbindDevice } from './installations.store.ts';
import { device } from '../registry/device.contract.ts';
import { deviceSituations } from '../health/health.contract.ts';
import { giveDevice } from '../registry/change-owner.ts';
import { setDeviceOperationalStatus } from '../registry/operational-status.ts';

const tag = 'Devices';
const bindBody = z.strictObject({
  vehicleId: recordId,
  from: z.optional(moment),
  to: z.optional(moment),
  swap: z.optional(z.boolean()),
});
const endBody = z.strictObject({ at: z.optional(moment), reason: z.optional(note) });
const ownerBody = z.strictObject({ orgId: recordId });
const situationBody = z.strictObject({
  situation: z.enum(deviceSituations, { error: `Must be one of ${deviceSituations.join(', ')}` }),
  note: z.optional(note),
});

/** What people change about a device: its vehicle, its operational status and its owner. */
export function addBindingRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  const reads = catalogueReads(kit, device);
  const act = (call: Call, message: string, work: Parameters<typeof writeToRecord>[4]) =>
    writeToRecord(kit, reads, call, message, work);
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
      'Install a device in a vehicle, now, from a past time, or for a past period; with swap, replacing the installed device',
    body: bindBody,
    handle: async (call) => {
      const { vehicleId, from, to, swap } = call.body as z.infer<typeof bindBody>;
      return act(call, 'Device installed.', (db, scope, writer, id) =>
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
    summary: 'Remove a device from its vehicle, now or as of a past time',
    body: endBody,
    handle: async (call) => {
      const { at, reason } = call.body as z.infer<typeof endBody>;
      return act(call, 'Device removed.', (db, scope, writer, id) =>
        unbindDevice(db, scope, writer, id, at === undefined ? writer.now : new Date(at), reason ?? 'Taken out'),
      );
    },
  });
  addRoute(app, {
    ...common,
    path: '/device/situation/{id}',
    summary: 'Change the operational status of a device: faulty, retired, or in use again',
    body: situationBody,
    handle: async (call) => {
      const { situation, note } = call.body as z.infer<typeof situationBody>;
      return act(call, 'Device updated successfully.', (db, scope, writer, id) =>
        setDeviceOperationalStatus(db, scope, writer, id, situation, note),
      );
    },
  });
  addRoute(app, {
    ...common,
    path: '/device/owner/{id}',
    summary: 'Transfer a device to another organisation, which sees its data from then on',
    access: { module: 'device', action: 'approve' },
    body: ownerBody,
    handle: async (call) => {
      const { orgId } = call.body as z.infer<typeof ownerBody>;
      return act(call, 'Device transferred.', (db, scope, writer, id) =>
        giveDevice(db, scope, writer, id, orgId.toLowerCase()),
      );
    },
  });
}
