import { uuidv7 } from 'uuidv7';
import { isTakenOut, type RowChange, type RowPolicy } from '#kit/server/catalogue/policy.ts';
import { endAssignments } from '../assignments/assignments.store.ts';
import type { vehicle } from './vehicle.contract.ts';
import { requestModels } from '../catalogue/model-requests.store.ts';
import { completeVehicles } from './complete-vehicle.ts';
import { recountGroupsOf } from '../groups/groups.store.ts';
import { operationalStatusDetails } from './vehicle-details.ts';
import { withdrawTransfers } from '../transfers/transfers.store.ts';
import { vehiclePurging, vehiclesChanged, vehiclesReleased, vehiclesWritten } from '../vehicles.events.ts';

export const vehiclePolicy: RowPolicy<typeof vehicle> = {
  complete: completeVehicles,
  details: operationalStatusDetails,
  async check(db, writer, { action, before }) {
    if (action === 'purge') await vehiclePurging.raise(db, writer, before);
  },
  async afterMany(db, writer, changes, rows) {
    const made = rows.filter((_, at) => changes[at]?.action === 'create');
    if (made.length > 0)
      await db.query(
        `insert into vehicle_owner (id, org_id, vehicle_id, from_at, created_by, is_first)
         select o.id, o.org_id, o.vehicle_id, $2, $3, true from jsonb_to_recordset($1::jsonb) as o (id uuid, org_id uuid, vehicle_id uuid)`,
        [
          JSON.stringify(made.map((row) => ({ id: uuidv7(), org_id: row.orgId, vehicle_id: row.id }))),
          writer.now.toISOString(),
          writer.actorId,
        ],
      );
    const ended = rows.filter((_, at) => isTakenOut(changes[at] as RowChange)).map(({ id }) => id);
    await endAssignments(db, writer, { vehicles: ended }, 'Vehicle deactivated or deleted');
    await vehiclesReleased.raise(db, writer, { ids: ended, reason: 'Vehicle deactivated or deleted' });
    await withdrawTransfers(
      db,
      writer,
      rows.filter((_, at) => changes[at]?.action === 'delete').map(({ id }) => id),
    );
    await recountGroupsOf(
      db,
      writer,
      rows.filter((_, at) => ['delete', 'restore'].includes(changes[at]?.action ?? '')).map(({ id }) => id),
    );
    await vehiclesWritten.raise(db, writer, { changes, rows });
    await requestModels(
      db,
      writer,
      rows.flatMap(({ orgId, unlistedModel }, at) =>
        unlistedModel && !['delete', 'purge'].includes((changes[at] as RowChange).action)
          ? [{ orgId, name: unlistedModel, note: null }]
          : [],
      ),
    );
    const left = rows.filter((_, at) => changes[at]?.action !== 'delete' && changes[at]?.action !== 'purge');
    await vehiclesChanged.raise(
      db,
      writer,
      left.map(({ id }) => id),
    );
  },
};
