import { uuidv7 } from 'uuidv7';
import { refreshVehicles, reviewAgain } from '#areas/documents/documents.server.ts';
import { endBindings, refuseWithTrips } from '#areas/tracking/tracking.server.ts';
import type { RowChange, RowGuard } from '#kit/server/catalogue/guard.ts';
import { endPeriods } from './assignments.ts';
import { completeVehicles } from './complete.ts';
import { situationDetails } from './details.ts';
import { withdrawTransfers } from './transfers.ts';

const endsDriving = ({ action, values }: RowChange): boolean =>
  action === 'delete' || (action === 'status' && values?.['status'] === 0);

export const vehicleGuard: RowGuard = {
  complete: completeVehicles,
  details: situationDetails,
  async check(db, _, { action, before }) {
    if (before !== null && action === 'purge') await refuseWithTrips(db, 'vehicle_id', before);
  },
  async afterMany(db, writer, changes, rows) {
    const made = rows.filter((_, at) => changes[at]?.action === 'create');
    if (made.length > 0)
      await db.query(
        `insert into vehicle_owner (id, org_id, vehicle_id, from_at, created_by, is_first)
         select o.id, o.org_id, o.vehicle_id, $2, $3, true from jsonb_to_recordset($1::jsonb) as o (id uuid, org_id uuid, vehicle_id uuid)`,
        [
          JSON.stringify(made.map((row) => ({ id: uuidv7(), org_id: row['orgId'], vehicle_id: row.id }))),
          writer.now.toISOString(),
          writer.actorId,
        ],
      );
    const ended = rows.filter((_, at) => endsDriving(changes[at] as RowChange)).map(({ id }) => id);
    await endPeriods(db, writer, { vehicles: ended }, 'Vehicle switched off or deleted');
    await endBindings(db, writer, { vehicles: ended }, 'Vehicle switched off or deleted');
    await withdrawTransfers(
      db,
      writer,
      rows.filter((_, at) => changes[at]?.action === 'delete').map(({ id }) => id),
    );
    await reviewAgain(db, writer, 'vehicle', changes, rows);
    const left = rows.filter((_, at) => changes[at]?.action !== 'delete' && changes[at]?.action !== 'purge');
    await refreshVehicles(
      db,
      writer,
      left.map(({ id }) => id),
    );
  },
};
