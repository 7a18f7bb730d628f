import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import type { Cell } from '#kit/server/export/columns.ts';
import { csvLine } from '#kit/server/export/csv.ts';
import { streamed } from '#kit/server/export/streamed.ts';
import { recordAct, writerOf } from '#kit/server/history.ts';
import { type Call, need, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { TripRow } from './trip.contract.ts';
import { pageOf, whereOf } from './trip-list.ts';
import { readTripQuery, tripFilters } from './trip-query.ts';

const chunkRows = 500;
const exportBody = z.strictObject({
  filter: z.optional(
    z.record(z.string(), z.string({ error: 'Filter values are written as in the address of the list' })),
  ),
});

const columns: readonly (readonly [heading: string, cell: (row: TripRow) => Cell])[] = [
  ['Vehicle', (row) => row.vehicle],
  ['Driver', (row) => row.driver],
  ['Device', (row) => row.device],
  ['Owner', (row) => row.org],
  ['State', (row) => row.state],
  ['Began', (row) => row.startAt],
  ['Ended', (row) => row.endAt],
  ['Duration (s)', (row) => row.durationS],
  ['Distance (m)', (row) => row.distanceM],
  ['Moving (s)', (row) => row.movingS],
  ['Standing with engine on (s)', (row) => row.idleS],
  ['Nothing heard (s)', (row) => row.gapS],
  ['Highest speed (km/h)', (row) => row.maxKmh],
  ['Average speed (km/h)', (row) => row.averageKmh],
  ['Stops', (row) => row.stopCount],
  ['From latitude', (row) => row.startLat],
  ['From longitude', (row) => row.startLon],
  ['To latitude', (row) => row.endLat],
  ['To longitude', (row) => row.endLon],
  ['Id', (row) => row.id],
];

/** POST /vehicle-trips/export: the trips that filters match as CSV, the latest first, of any length. */
export function addTripExport(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'POST',
    path: '/vehicle-trips/export',
    summary: 'Export trips as CSV: all that the filters of the list match',
    tag: 'Trips',
    access: { module: 'vehicle-trips', action: 'export' },
    scope: 'organisation',
    body: exportBody,
    raw: ['text/csv'],
    deadlineMs: null,
    handle: async (call) => {
      const { session, request, reply } = call;
      need(session, 'vehicle-trips', 'view');
      const { filter = {} } = call.body as z.infer<typeof exportBody>;
      const unknown = Object.keys(filter).filter((name) => !Object.hasOwn(tripFilters, name));
      if (unknown.length > 0) throw refuse.badInput({ filter: `Not a filter: ${unknown.join(', ')}` });
      const body = await streamed(lines(kit, call, filter), 2);
      const now = kit.clock.now();
      await transact(kit.db, scopeOf(session), (db) =>
        recordAct(db, writerOf(session, request, now), {
          action: 'export',
          module: 'vehicle-trips',
          recordTitle: 'Trips',
          after: { format: 'csv', filter },
          fields: ['format', 'filter'],
        }),
      );
      reply
        .header('content-disposition', `attachment; filename="trips-${now.toISOString().slice(0, 10)}.csv"`)
        .type('text/csv; charset=utf-8');
      return body;
    },
  });
}

/** The file piece by piece, each from a short transaction of its own: memory and connections stay free meanwhile. */
async function* lines(
  kit: CatalogueKit,
  { session }: Call,
  filter: Readonly<Record<string, string>>,
): AsyncGenerator<string> {
  const scope = scopeOf(session);
  // What is wrong with a filter is said before the file begins.
  readTripQuery(filter);
  yield `\uFEFF${csvLine(columns.map(([heading]) => heading))}\r\n`;
  let after: string | undefined;
  do {
    const asked = { ...readTripQuery(filter), take: chunkRows, ...(after ? { after } : {}) };
    const { rows, next } = await transact(kit.db, scope, async (db) =>
      pageOf(db, scope, asked, await whereOf(db, scope, asked)),
    );
    if (rows.length > 0) yield rows.map((row) => `${csvLine(columns.map(([, cell]) => cell(row)))}\r\n`).join('');
    after = next;
  } while (after);
}
