import { allowMs, type Database, everything, type Queryable, transact } from '#kit/server/db/database.ts';
import type { FenceFix, FenceState, VehicleState } from '#telematics/geofences/follow.ts';
import { isoOf } from './stored-fixes.store.ts';

/** What is kept of a vehicle over a stop. */
export interface SavedVehicle {
  doubted: FenceFix[];
  /** The last that was believed, as it was when this was saved. */
  last: FenceFix | null;
  fences: [string, FenceState][];
}

export interface StateRow {
  vehicleId: string;
  orgId: string;
  /** Null: nothing is to be remembered. */
  saved: SavedVehicle | null;
  lateFrom: number | null;
}

export const savedOf = ({ fences, last, teleports }: VehicleState): SavedVehicle | null =>
  fences.size === 0 && teleports.doubted.length === 0
    ? null
    : { doubted: teleports.doubted as FenceFix[], last, fences: [...fences] };

export function restoredOf({ doubted, fences, last }: SavedVehicle): VehicleState {
  return { teleports: { last, doubted }, last, fences: new Map(fences) };
}

/** Writes states; a vehicle of which nothing is to be remembered has none. */
export async function putStates(db: Queryable, rows: readonly StateRow[]): Promise<void> {
  const kept = rows.filter(({ saved, lateFrom }) => saved !== null || lateFrom !== null);
  const gone = rows.filter((row) => !kept.includes(row)).map(({ vehicleId }) => vehicleId);
  if (gone.length > 0) await db.query('delete from geofence_state where vehicle_id = any($1::uuid[])', [gone]);
  if (kept.length === 0) return;
  await db.query(
    `insert into geofence_state as s (vehicle_id, org_id, state, late_from)
     select r.vehicle_id, r.org_id, r.state::jsonb, r.late_from
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) as r (vehicle_id, org_id, state, late_from)
     join vehicles_vehicle v on v.id = r.vehicle_id
     on conflict (vehicle_id) do update set org_id = excluded.org_id, state = excluded.state, late_from = excluded.late_from`,
    [
      kept.map(({ vehicleId }) => vehicleId),
      kept.map(({ orgId }) => orgId),
      kept.map(({ saved }) => JSON.stringify(saved ?? { doubted: [], last: null, fences: [] })),
      kept.map(({ lateFrom }) => (lateFrom === null ? null : isoOf(lateFrom))),
    ],
  );
}

/** Everything that was received up to `mark` stands in what is stored. */
export async function putMark(db: Queryable, mark: number): Promise<void> {
  await db.query(
    `insert into geofence_mark as m (received_at) values ($1)
     on conflict (one) do update set received_at = excluded.received_at where m.received_at < excluded.received_at`,
    [isoOf(mark)],
  );
}

/** What was saved before a stop; null as the mark: nothing ever was. */
export function readStates(db: Database): Promise<{ mark: number | null; rows: StateRow[] }> {
  return transact(db, everything, async (db) => {
    await allowMs(db, 30_000);
    const [mark] = await db.query<{ receivedAt: string }>('select received_at as "receivedAt" from geofence_mark');
    const rows = await db.query<{ vehicleId: string; orgId: string; state: SavedVehicle; lateFrom: string | null }>({
      text: 'select vehicle_id as "vehicleId", org_id as "orgId", state, late_from as "lateFrom" from geofence_state',
      timeoutMs: 30_000,
    });
    return {
      mark: mark ? Date.parse(mark.receivedAt) : null,
      rows: rows.map(({ vehicleId, orgId, state, lateFrom }) => ({
        vehicleId,
        orgId,
        saved: state,
        lateFrom: lateFrom === null ? null : Date.parse(lateFrom),
      })),
    };
  });
}
