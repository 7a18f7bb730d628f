import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { bulkReportSchema } from '#kit/server/catalogue/answer-schemas.ts';
import { idOf } from '#kit/server/catalogue/parts.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { type CatalogueKit, catalogueReads, mustRead } from '#kit/server/catalogue/store.ts';
import { checkSelection, chosenIds, filterOf, selectionShape } from '#kit/server/catalogue/write/bulk.routes.ts';
import { writeAnswer, writeToRecord } from '#kit/server/catalogue/write/write-answer.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { recordId } from '#kit/server/http/body-fields.ts';
import { type Call, need, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { bulkLimit } from '#kit/contract/list-query.ts';
import { vehicle } from '../vehicle/vehicle.contract.ts';
import { groupColours, type GroupOfVehicle, vehicleGroup } from './group.contract.ts';
import { addVehicles, removeVehicles, setVehicles } from './groups.store.ts';

const idList = z.array(recordId).check(z.maxLength(bulkLimit, { error: `At most ${bulkLimit} vehicles` }));
const chosenBody = z.strictObject(selectionShape);
const listBody = z.strictObject({ ids: idList });

const ofVehicle: z.ZodMiniType<GroupOfVehicle[]> = z.array(
  z.strictObject({ id: z.string(), name: z.string(), colour: z.enum(groupColours.map(({ value }) => value)) }),
);

const once = (ids: readonly string[]): string[] => [...new Set(ids)];

/** Which vehicles are in a group, and which groups a vehicle is in. */
export function addGroupRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  const groups = catalogueReads(kit, vehicleGroup);
  const vehicles = catalogueReads(kit, vehicle);
  const common = {
    tag: vehicleGroup.many,
    scope: 'organisation',
    access: { module: 'vehicle-group', action: 'edit' },
    whileImpersonating: 'allowed',
    // Ten thousand ids fill about 400 KB.
    bodyLimit: 512 * 1024,
    once: true,
  } as const;
  /** Ids of the vehicles that a call names or that its filter matches. */
  const chosen = async (call: Call): Promise<string[]> => {
    const { ids, filter } = call.body as z.infer<typeof chosenBody>;
    // Nothing is lost where every vehicle is added.
    checkSelection({ ids, filter, all: true });
    if (filter) need(call.session, vehicle.path, 'view');
    return chosenIds(vehicles, scopeOf(call.session), ids, filterOf(call.session, vehicle, filter));
  };
  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/vehicle-group/{id}/vehicles',
    summary: 'Add vehicles to a group, by ids or by a filter of the list of vehicles',
    body: chosenBody,
    answer: bulkReportSchema,
    handle: async (call) => {
      const id = idOf(call, vehicleGroup);
      const ids = await chosen(call);
      const input = { values: { ...(call.body as object) }, files: {} };
      return writeAnswer(kit, vehicleGroup, call, input, async (db, writer) => {
        const report = await addVehicles(db, scopeOf(call.session), writer, id, ids);
        const message = `${report.done} added, ${report.failed.length} failed`;
        return { status: 200, message, data: JSON.stringify(report) };
      });
    },
  });
  const answer = rowSchema(kit.registry, vehicleGroup);
  addRoute(app, {
    ...common,
    method: 'PUT',
    path: '/vehicle-group/{id}/vehicles',
    summary: 'Set the vehicles of a group: these and no others',
    body: listBody,
    answer,
    handle: (call) =>
      writeToRecord(kit, groups, call, 'Vehicle group updated successfully.', (db, scope, writer, id) =>
        setVehicles(db, scope, writer, id, once((call.body as z.infer<typeof listBody>).ids)),
      ),
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/vehicle-group/{id}/remove-vehicles',
    summary: 'Remove vehicles from a group',
    body: listBody,
    answer,
    handle: (call) =>
      writeToRecord(kit, groups, call, 'Removed from the group.', (db, scope, writer, id) =>
        removeVehicles(db, scope, writer, id, once((call.body as z.infer<typeof listBody>).ids)),
      ),
  });
  addRoute(app, {
    method: 'GET',
    path: '/vehicle/{id}/groups',
    summary: 'Groups that a vehicle is in, by name',
    tag: vehicleGroup.many,
    scope: 'organisation',
    access: { module: 'vehicle', action: 'view' },
    answer: ofVehicle,
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const { row } = await mustRead(vehicles, scope, idOf(call, vehicle));
      const data = await transact(kit.db, scope, (db) => {
        const params: Param[] = [row.id];
        return db.query<GroupOfVehicle>(
          `select g.id, g.name, g.colour from vehicle_group_member m join vehicle_group g on g.id = m.group_id
           where m.vehicle_id = $1 and g.deleted_at is null${tenantFilter('groups-of-vehicle', scope, 'g.org_id', params)}
           order by lower(g.name), g.id`,
          params,
        );
      });
      return { message: 'OK', data };
    },
  });
}
