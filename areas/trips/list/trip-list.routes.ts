import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { afterSql, decodeCursor, encodeCursor } from '#kit/server/catalogue/read/list-sql.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { containing } from '#kit/server/db/containing.ts';
import { allowMs, overall, type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { type TripRow, tripRow } from '../trip-answers.contract.ts';
import { readTripQuery, tripFilters, tripPages, type TripQuery } from './trip-query.ts';
import { type Naming, type StoredTrip, tripColumns, withNames } from './trip-rows.store.ts';

/**
 * GET /vehicle-trips: trips of the organisations whose the vehicles were when they began, the latest first.
 * @param positionDays days that positions are kept; what trips are made of is gone after them, and the trips stay.
 */
export function addTripList(app: FastifyInstance, kit: CatalogueKit, positionDays: number | null): void {
  addRoute(app, {
    method: 'GET',
    path: '/vehicle-trips',
    summary: 'Trips that match filters, with their number; from and to give those that touch the range',
    tag: 'Trips',
    access: { module: 'vehicle-trips', action: 'view' },
    scope: 'organisation',
    query: { ...tripFilters, ...tripPages },
    answer: z.strictObject({ rows: z.array(tripRow), count: z.int() }),
    beside: { next: z.optional(z.string()), positionDays: z.nullable(z.int()) },
    searches: true,
    handle: async ({ session, query }) => {
      const asked = readTripQuery(query);
      const scope = scopeOf(session);
      return transact(kit.db, scope, async (db) => {
        const where = await whereOf(db, scope, asked);
        await allowMs(db, listMs);
        const { rows, next } = await tripsOfPage({ db, scope, places: kit.places }, asked, where);
        const count = knownCount(asked, rows.length) ?? (await countOf(db, asked, where));
        return { message: 'OK', data: { rows, count }, positionDays, ...(next ? { next } : {}) };
      });
    },
  });
}

/** Orders but the usual one look at all that match, of which there may be a million. */
const listMs = 2_300;

/** A page that is not full is the last one, and says how many there are. */
const knownCount = ({ skip, take, after }: TripQuery, rows: number): number | undefined =>
  after === undefined && rows < take && (rows > 0 || skip === 0) ? skip + rows : undefined;

async function countOf(db: Queryable, { from, params }: TripQuery, where: string): Promise<number> {
  const [total] = await db.query<{ count: number }>(
    { text: `select count(*) from ${from} t where ${where}`, timeoutMs: listMs },
    params,
  );
  return total?.count ?? 0;
}

/** The condition of the trips that are asked for, within the scope. */
export async function whereOf(db: Queryable, scope: Scope, asked: TripQuery): Promise<string> {
  const tenantSql = tenantFilter('trips', scope, 't.org_id', asked.params);
  const terms = [...asked.terms, ...(await plateTerms(db, scope, asked))];
  return `true${tenantSql}${terms.map((term) => ` and ${term}`).join('')}`;
}

/** A page of trips, and the cursor of the next one. */
export async function tripsOfPage(
  naming: Naming,
  { from, params, after, skip, take, sort, order }: TripQuery,
  where: string,
): Promise<{ rows: TripRow[]; next: string | undefined }> {
  const bound = [...params];
  const behind = after === undefined ? '' : ` and ${afterSql(order, decodeCursor({ after, sort }), bound)}`;
  const way = order.descending ? 'desc' : 'asc';
  const by = `order by ${order.sql} ${way}${order.nullable ? ' nulls last' : ''}, t.id ${way}`;
  const stored = await naming.db.query<StoredTrip>(
    {
      // The page is cut first: what is sorted are ids, not trips with all that is known of them.
      text: `select ${tripColumns} from (select t.id from ${from} t where ${where}${behind} ${by} limit ${take}${skip > 0 ? ` offset ${skip}` : ''}) page
        join trips_shown t on t.id = page.id ${by}`,
      timeoutMs: listMs,
    },
    bound,
  );
  const last = stored.length === take ? stored.at(-1) : undefined;
  const rows = await withNames(naming, stored);
  return { rows, next: last && encodeCursor(sort, order.valueOf(last), last.id) };
}

const holds = (words: readonly string[], params: Param[]) =>
  words.map((word) => `v.registration_no ilike $${params.push(containing(word))}`).join(' and ');

/** Trips of vehicles whose number holds the words, of those as well that are somebody else's by now. */
async function plateTerms(db: Queryable, scope: Scope, { words, params }: TripQuery): Promise<string[]> {
  if (words.length === 0) return [];
  if (scope.orgId === null && !scope.orgIds)
    return [`t.vehicle_id in (select v.id from vehicles_vehicle v where ${holds(words, params)})`];
  const found = await overall(db, scope, () => {
    const bound: Param[] = [];
    const tenantSql = tenantFilter('trip-plates', scope, 'o.org_id', bound);
    return db.query<{ id: string }>(
      `select v.id from vehicles_vehicle v where v.id in (select o.vehicle_id from vehicles_owner o where true${tenantSql}) and ${holds(words, bound)}`,
      bound,
    );
  });
  return [`t.vehicle_id = any($${params.push(found.map(({ id }) => id))}::uuid[])`];
}
