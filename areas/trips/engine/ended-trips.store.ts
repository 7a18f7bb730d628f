import { type Database, everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { ceilingOf, type Position } from '#areas/gateway/gateway.server.ts';
import { happened } from '#kit/server/events.ts';
import { productWriter } from '#kit/server/history.ts';
import { trackOf } from './packed-tracks.store.ts';

/** A trip that ended and waits for who makes more of it, as matching it to roads. */
export interface WaitingTrip {
  id: string;
  orgId: string;
  vehicleId: string;
  deviceId: string;
  driverId: string | null;
  categoryId: string | null;
  /** Milliseconds, UTC. */
  start: number;
  end: number;
  tries: number;
}

interface Row extends Omit<WaitingTrip, 'start' | 'end'> {
  startAt: string;
  endAt: string;
  slot: number;
  rule: string | null;
  classes: string[] | null;
}

const columns = `t.id, t.org_id as "orgId", t.vehicle_id as "vehicleId", t.device_id as "deviceId", t.driver_id as "driverId",
  v.category_id as "categoryId", t.start_at as "startAt", t.end_at as "endAt", d.slot, d.trip_rule as rule, c.licence_classes as classes`;
const joins = `join devices_device d on d.id = t.device_id left join vehicles_vehicle v on v.id = t.vehicle_id
  left join vehicles_category c on c.id = v.category_id`;

/** Trips that ended and are due, the longest waiting first. */
export async function waitingTrips(db: Database, now: Date, most: number): Promise<(WaitingTrip & LogOf)[]> {
  const rows = await transact(db, everything, (db) =>
    db.query<Row>(
      `select ${columns}, e.tries from trip_ended e join trip t on t.id = e.trip_id ${joins}
       where e.due_at <= $1 order by e.due_at, e.trip_id limit ${most}`,
      [now.toISOString()],
    ),
  );
  return rows.map(withLog);
}

/** Trips that ended, by their ids and in that order; those that are gone or go on are left out. */
export async function endedTrips(db: Queryable, ids: readonly string[]): Promise<(WaitingTrip & LogOf)[]> {
  const rows = await db.query<Row>(
    `select ${columns}, 0 as tries from unnest($1::uuid[]) with ordinality as k (id, at) join trip t on t.id = k.id ${joins}
     where t.state <> 'LIVE' order by k.at`,
    [[...ids]],
  );
  return rows.map(withLog);
}

/** What the positions of a trip are read by. */
export interface LogOf {
  log: { device: number; start: number; end: number; rule: 'MOVEMENT' | 'SILENCE'; ceilingKmh: number };
}

function withLog({ startAt, endAt, slot, rule, classes, ...row }: Row): WaitingTrip & LogOf {
  const [start, end] = [Date.parse(startAt), Date.parse(endAt)];
  return {
    ...row,
    start,
    end,
    log: {
      device: slot,
      start,
      end,
      rule: rule === 'SILENCE' ? 'SILENCE' : 'MOVEMENT',
      ceilingKmh: ceilingOf(classes),
    },
  };
}

/** The positions of a trip that count, as its device sent them; none when they are no longer kept. */
export const positionsOf = (db: Database, { log }: LogOf): Promise<Position[]> => trackOf(db, log);

/**
 * To be called in the transaction that stores what came of a trip. False when the trip has changed meanwhile: nothing is to be stored. One that
 * waited for it is told of as completed.
 */
export async function tripIsDone(
  db: Queryable,
  trip: Pick<WaitingTrip, 'id' | 'orgId' | 'vehicleId' | 'driverId' | 'start' | 'end'>,
  now: Date,
): Promise<boolean> {
  const [row] = await db.query<{ startAt: string; endAt: string; distanceM: number; plate: string | null }>(
    `select start_at as "startAt", end_at as "endAt", distance_m as "distanceM",
       (select v.registration_no from vehicles_vehicle v where v.id = t.vehicle_id) as plate
     from trip t where id = $1 for no key update of t`,
    [trip.id],
  );
  if (!row || Date.parse(row.startAt) !== trip.start || Date.parse(row.endAt) !== trip.end) return false;
  const waited = await db.query('delete from trip_ended where trip_id = $1 returning trip_id', [trip.id]);
  if (waited.length > 0)
    await happened.raise(db, productWriter(now), [
      {
        event: 'trip.completed',
        // Cut again from positions that came late it is still the same one.
        key: trip.id,
        at: new Date(trip.end),
        orgId: trip.orgId,
        record: { module: 'vehicle-trips', id: trip.id, title: row.plate ?? '' },
        facts: {
          vehicleId: trip.vehicleId,
          driverId: trip.driverId,
          startAt: new Date(trip.start).toISOString(),
          endAt: new Date(trip.end).toISOString(),
          distanceM: Math.round(row.distanceM),
        },
      },
    ]);
  return true;
}

/** Tries a trip again later, ever later. */
export const putOffTrip = (db: Database, id: string, until: Date): Promise<unknown> =>
  transact(db, everything, (db) =>
    db.query('update trip_ended set due_at = $2, tries = tries + 1 where trip_id = $1', [id, until.toISOString()]),
  );
