import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { placeNameText } from '#kit/contract/places.ts';
import { pageParameters } from '#kit/contract/page.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { addCsvExportRoute, csvChunk, type CsvColumn } from '#kit/server/export/csv-route.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { type GeofenceEvent, geofenceEvent } from '../event-answers.contract.ts';
import { eventFilters, readEventQuery } from './event-query.ts';
import { countEvents, readEvents } from './event-rows.store.ts';

const limits = { maxSkip: 9_999, maxTake: 200, take: 50 };

/** GET /geofence-event and its export: what happened at geofences, the latest first. */
export function addEventRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/geofence-event',
    summary:
      'Geofence alerts that match filters, the latest first, with their number; kept when the geofence is deleted',
    tag: 'Geofences',
    access: { module: 'geofence-event', action: 'view' },
    scope: 'organisation',
    query: { ...eventFilters, ...pageParameters(limits) },
    answer: z.array(geofenceEvent),
    beside: { count: z.int() },
    searches: true,
    handle: async ({ session, query }) => {
      const { read, terms } = readEventQuery(query);
      const { skip, take } = read.page(limits);
      const scope = scopeOf(session);
      const { params } = read;
      return transact(kit.db, scope, async (db) => {
        const data = await readEvents({ db, scope, places: kit.places }, { terms, params, skip, take });
        return { message: 'OK', data, count: await countEvents({ db, scope }, { terms, params }) };
      });
    },
  });
  addCsvExportRoute<GeofenceEvent>(app, kit, {
    path: 'geofence-event',
    summary: 'Export geofence alerts as CSV: all that the filters of the list match',
    tag: 'Geofences',
    title: 'Geofence alerts',
    filters: eventFilters,
    columns: () => columns,
    rows({ session }, filter) {
      readEventQuery(filter).read.done();
      return pages(kit, session, filter);
    },
  });
}

const columns: readonly CsvColumn<GeofenceEvent>[] = [
  ['Vehicle', (row) => row.vehicle],
  ['Driver', (row) => row.driver],
  ['Owner', (row) => row.org],
  ['Geofence', (row) => row.geofence],
  ['Event', (row) => row.kind],
  ['Time', (row) => row.at],
  ['Visit began', (row) => row.visitAt],
  ['Speed (km/h)', (row) => row.speedKmh],
  ['Place', ({ place }) => place && placeNameText(place)],
  ['Latitude', (row) => row.lat],
  ['Longitude', (row) => row.lon],
  ['Trip', (row) => row.tripId],
  ['Id', (row) => row.id],
];

async function* pages(
  kit: CatalogueKit,
  session: Parameters<typeof scopeOf>[0],
  filter: Readonly<Record<string, string>>,
): AsyncGenerator<GeofenceEvent[]> {
  const scope = scopeOf(session);
  let last: GeofenceEvent | undefined;
  do {
    const { read, terms } = readEventQuery(filter);
    const before = last ? { before: { at: last.at, id: last.id } } : {};
    const rows = await transact(kit.db, scope, (db) =>
      readEvents({ db, scope, places: kit.places }, { terms, params: read.params, take: csvChunk, ...before }),
    );
    yield rows;
    last = rows.length === csvChunk ? rows.at(-1) : undefined;
  } while (last);
}
