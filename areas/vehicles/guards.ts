import { uuidv7 } from 'uuidv7';
import { refreshVehicles } from '#areas/documents/documents.server.ts';
import type { RowGuard } from '#kit/server/catalogue/guard.ts';
import { completeVehicles } from './complete.ts';

export const vehicleGuard: RowGuard = {
  complete: completeVehicles,
  async afterMany(db, writer, changes, rows) {
    const made = rows.filter((_, at) => changes[at]?.action === 'create');
    if (made.length > 0)
      await db.query(
        `insert into vehicle_owner (id, org_id, vehicle_id, from_at, created_by)
         select o.id, o.org_id, o.vehicle_id, $2, $3 from jsonb_to_recordset($1::jsonb) as o (id uuid, org_id uuid, vehicle_id uuid)`,
        [
          JSON.stringify(made.map((row) => ({ id: uuidv7(), org_id: row['orgId'], vehicle_id: row.id }))),
          writer.now.toISOString(),
          writer.actorId,
        ],
      );
    const left = rows.filter((_, at) => changes[at]?.action !== 'delete' && changes[at]?.action !== 'purge');
    await refreshVehicles(
      db,
      writer,
      left.map(({ id }) => id),
    );
  },
};
