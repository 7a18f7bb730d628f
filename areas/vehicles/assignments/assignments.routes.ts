import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { plateUses } from '#kit/contract/formats/plate-use.ts';
import type { MailKit } from '#areas/mail/mail.server.ts';
import { idOf } from '#kit/server/catalogue/parts.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { type CatalogueKit, catalogueReads, mustRead } from '#kit/server/catalogue/store.ts';
import { writeToRecord } from '#kit/server/catalogue/write/write-answer.ts';
import { type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { moment, note, recordId } from '#kit/server/http/body-fields.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { driver } from '#areas/people/drivers/driver.contract.ts';
import { endAssignments, assignDriver, lockVehicle } from './assignments.store.ts';
import { setOperationalStatus } from '../vehicle/operational-status.ts';
import { situations, vehicle } from '../vehicle/vehicle.contract.ts';

const tag = 'Vehicles';

const situationBody = z.strictObject({
  situation: z.enum(situations, { error: `Must be one of ${situations.join(', ')}` }),
  note: z.optional(note),
});
const giveBody = z.strictObject({ driverId: recordId, from: z.optional(moment) });
const endBody = z.strictObject({
  reason: z.optional(note),
  at: z.optional(moment),
  assignmentId: z.optional(recordId),
});

const periodSchema = z.strictObject({
  id: z.string(),
  vehicleId: z.string(),
  vehicle: z.string(),
  plateUse: z.nullable(z.enum(plateUses)),
  driverId: z.string(),
  driver: z.string(),
  fromAt: z.string(),
  toAt: z.nullable(z.string()),
  endReason: z.nullable(z.string()),
  state: z.enum(['PLANNED', 'CURRENT', 'PAST']),
});
type Period = z.infer<typeof periodSchema>;

/** Who drives what, over time; and what people say of a vehicle. */
export function addAssignmentRoutes(app: FastifyInstance, kit: CatalogueKit, mail: MailKit): void {
  const reads = catalogueReads(kit, vehicle);
  const drivers = catalogueReads(kit, driver);
  const answer = rowSchema(kit.registry, vehicle);
  const act = (call: Call, message: string, work: Parameters<typeof writeToRecord>[4]) =>
    writeToRecord(kit, reads, call, message, work);
  const common = {
    method: 'POST',
    tag,
    scope: 'organisation',
    access: { module: 'vehicle', action: 'edit' },
    whileImpersonating: 'allowed',
    once: true,
    answer,
  } as const;
  addRoute(app, {
    ...common,
    path: '/vehicle/situation/{id}',
    summary:
      'Change the operational status of a vehicle: under maintenance, accident, stolen, retired, sold, or in service again',
    body: situationBody,
    handle: async (call) => {
      const { situation, note } = call.body as z.infer<typeof situationBody>;
      return act(call, 'Vehicle updated successfully.', (db, scope, writer, id) =>
        setOperationalStatus(db, scope, writer, mail, id, situation, note),
      );
    },
  });
  addRoute(app, {
    ...common,
    path: '/vehicle/driver/{id}',
    summary:
      'Assign a driver to a vehicle, now or from a given time; refused with the reason if the driver may not drive it',
    body: giveBody,
    handle: async (call) => {
      const { driverId, from } = call.body as z.infer<typeof giveBody>;
      return act(call, 'Driver assigned.', (db, scope, writer, id) =>
        assignDriver(db, scope, writer, id, driverId.toLowerCase(), from === undefined ? writer.now : new Date(from)),
      );
    },
  });
  addRoute(app, {
    ...common,
    path: '/vehicle/driver-end/{id}',
    summary: 'Unassign a driver, now or at a given time; a planned assignment is cancelled',
    body: endBody,
    handle: async (call) => {
      const { reason, at, assignmentId } = call.body as z.infer<typeof endBody>;
      return act(call, 'Assignment ended.', async (db, scope, writer, id) => {
        const locked = await lockVehicle(db, scope, id);
        const when = at === undefined ? writer.now : new Date(at);
        if (when.getTime() < writer.now.getTime()) throw refuse.badInput({ at: 'The end cannot be in the past' });
        const period = await openPeriod(db, scope, locked.id, writer.now, assignmentId);
        if (!period) throw refuse.conflict(`${locked.title} has no driver assigned`);
        await endAssignments(db, writer, { id: period }, reason ?? 'Ended', when);
      });
    },
  });
  const list = { method: 'GET', tag, scope: 'organisation', answer: z.array(periodSchema) } as const;
  addRoute(app, {
    ...list,
    path: '/vehicle/{id}/drivers',
    summary: 'Drivers of a vehicle: planned, current and past, the latest first',
    access: { module: 'vehicle', action: 'view' },
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const { row } = await mustRead(reads, scope, idOf(call, vehicle));
      const data = await transact(kit.db, scope, (db) => {
        const params: Param[] = [row.id, kit.clock.now().toISOString()];
        return db.query<Period>(
          periods('vehicle_id', tenantFilter('drivers-of-vehicle', scope, 'a.org_id', params)),
          params,
        );
      });
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    ...list,
    path: '/drivers/{id}/vehicles',
    summary: 'Vehicles of a driver: planned, current and past, the latest first',
    access: { module: 'drivers', action: 'view' },
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const { row } = await mustRead(drivers, scope, idOf(call, driver));
      const data = await transact(kit.db, scope, (db) => {
        const params: Param[] = [row.id, kit.clock.now().toISOString()];
        return db.query<Period>(
          periods('driver_id', tenantFilter('vehicles-of-driver', scope, 'a.org_id', params)),
          params,
        );
      });
      return { message: 'OK', data };
    },
  });
}

// A vehicle that went to another owner has no name here any more, but its period stays.
const periods = (column: 'vehicle_id' | 'driver_id', tenantSql: string) =>
  `select a.id, a.vehicle_id as "vehicleId", coalesce(v.registration_no, '–') as vehicle, v.plate_use as "plateUse", a.driver_id as "driverId", coalesce(d.name, '–') as driver,
     a.from_at as "fromAt", a.to_at as "toAt", a.end_reason as "endReason",
     case when a.from_at > $2 then 'PLANNED' when a.to_at is null or a.to_at > $2 then 'CURRENT' else 'PAST' end as state
   from driver_assignment a left join vehicle v on v.id = a.vehicle_id left join people_driver d on d.id = a.driver_id
   where a.${column} = $1${tenantSql} order by a.from_at desc limit 500`;

/** The period that is meant: the one named, or else the one that runs now, or else the next that is planned. */
async function openPeriod(
  db: Queryable,
  scope: Scope,
  vehicleId: string,
  now: Date,
  assignmentId: string | undefined,
): Promise<string | undefined> {
  const params: Param[] = [vehicleId, now.toISOString(), assignmentId ?? null];
  const [found] = await db.query<{ id: string }>(
    `select a.id from driver_assignment a where a.vehicle_id = $1 and (a.to_at is null or a.to_at > $2) and ($3::uuid is null or a.id = $3)
     ${tenantFilter('end-driver', scope, 'a.org_id', params)} order by a.from_at limit 1 for update`,
    params,
  );
  if (!found && assignmentId !== undefined) throw refuse.badInput({ assignmentId: 'This assignment has ended' });
  return found?.id;
}
