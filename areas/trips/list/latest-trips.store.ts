import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { TripRow } from '../trip-answers.contract.ts';
import { type Naming, type StoredTrip, tripColumns, withNames } from './trip-rows.store.ts';

/** The trips that began last, and how many are in progress. */
export async function latestTrips(naming: Naming, take: number): Promise<{ inProgress: number; trips: TripRow[] }> {
  const { db, scope } = naming;
  const params: Param[] = [];
  const own = `true${tenantFilter('latest-trips', scope, 't.org_id', params)}`;
  const [live] = await db.query<{ count: number }>(
    `select count(*) from trip t where t.state = 'LIVE' and ${own}`,
    params,
  );
  const stored = await db.query<StoredTrip>(
    `select ${tripColumns} from trips_shown t where ${own} order by t.start_at desc, t.id desc limit ${take}`,
    params,
  );
  return { inProgress: live?.count ?? 0, trips: await withNames(naming, stored) };
}
