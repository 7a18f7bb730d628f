import type { FastifyInstance } from 'fastify';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { overKmh } from '#telematics/pipeline/trip.ts';
import { type TripDetail, tripDetail } from '../trip-answers.contract.ts';
import { type Naming, type StoredStop, stopsOf, type StoredTrip, tripColumns, withNames } from './trip-rows.store.ts';

interface StoredDetail extends StoredTrip {
  jumpLegs: number;
  beganBy: TripDetail['beganBy'];
  endedBy: TripDetail['endedBy'];
  offPoints: number;
  secondsOver: number[] | null;
  stops: StoredStop[];
  previousId: string | null;
  nextId: string | null;
}

/** GET /vehicle-trips/{id}: one trip with its stops. */
export function addTripDetail(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/vehicle-trips/{id}',
    summary: 'A trip with its stops, the seconds above speeds, and the trips of the vehicle before and after it',
    tag: 'Trips',
    access: { module: 'vehicle-trips', action: 'view' },
    scope: 'organisation',
    answer: tripDetail,
    handle: async ({ session, params: { id } }) => {
      const scope = scopeOf(session);
      const data = await transact(kit.db, scope, (db) => detailOf({ db, scope, places: kit.places }, id));
      if (!data) throw refuse.notFound('Trip not found');
      return { message: 'OK', data };
    },
  });
}

async function detailOf(naming: Naming, id: string | undefined): Promise<TripDetail | undefined> {
  if (!isId(id)) return undefined;
  const { db, scope, places } = naming;
  const params: Param[] = [id];
  const tenantSql = tenantFilter('trip', scope, 't.org_id', params);
  const before = tenantFilter('trip-before', scope, 'n.org_id', params);
  const after = tenantFilter('trip-after', scope, 'n.org_id', params);
  const [found] = await db.query<StoredDetail>(
    `select ${tripColumns}, t.jump_legs as "jumpLegs", t.began_by as "beganBy",
       t.ended_by as "endedBy", t.off_points as "offPoints", t.seconds_over as "secondsOver", t.stops,
       (select n.id from trip n where n.vehicle_id = t.vehicle_id and (n.start_at, n.id) < (t.start_at, t.id)${before}
        order by n.start_at desc, n.id desc limit 1) as "previousId",
       (select n.id from trip n where n.vehicle_id = t.vehicle_id and (n.start_at, n.id) > (t.start_at, t.id)${after}
        order by n.start_at, n.id limit 1) as "nextId"
     from trips_shown t where t.id = $1${tenantSql}`,
    params,
  );
  if (!found) return undefined;
  const { jumpLegs, beganBy, endedBy, offPoints, secondsOver, stops, previousId, nextId, ...trip } = found;
  const [row] = await withNames(naming, [trip]);
  return (
    row && {
      ...row,
      jumpLegs,
      beganBy,
      endedBy,
      offPoints,
      secondsOverKmh: secondsOver && Object.fromEntries(overKmh.map((kmh, at) => [String(kmh), secondsOver[at] ?? 0])),
      stops: stopsOf(stops, places),
      previousId,
      nextId,
    }
  );
}
