import type { FastifyInstance } from 'fastify';
import { placeNameText } from '#kit/contract/places.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Scope, transact } from '#kit/server/db/database.ts';
import { addCsvExportRoute, csvChunk, type CsvColumn } from '#kit/server/export/csv-route.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import type { TripRow } from '../trip-answers.contract.ts';
import { tripsOfPage, whereOf } from './trip-list.routes.ts';
import { readTripQuery, tripFilters } from './trip-query.ts';

const columns: readonly CsvColumn<TripRow>[] = [
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
  ['Idling (s)', (row) => row.idleS],
  ['No signal (s)', (row) => row.gapS],
  ['Top speed (km/h)', (row) => row.maxKmh],
  ['Average speed (km/h)', (row) => row.averageKmh],
  ['Stops', (row) => row.stopCount],
  ['From', ({ startPlace }) => startPlace && placeNameText(startPlace)],
  ['To', ({ endPlace }) => endPlace && placeNameText(endPlace)],
  ['From latitude', (row) => row.startLat],
  ['From longitude', (row) => row.startLon],
  ['To latitude', (row) => row.endLat],
  ['To longitude', (row) => row.endLon],
  ['Off duty from', (row) => row.offDutyFrom],
  ['Id', (row) => row.id],
];

/** POST /vehicle-trips/export: the trips that filters match as CSV, the latest first, of any length. */
export function addTripExport(app: FastifyInstance, kit: CatalogueKit): void {
  addCsvExportRoute<TripRow>(app, kit, {
    path: 'vehicle-trips',
    summary: 'Export trips as CSV: all that the filters of the list match',
    tag: 'Trips',
    title: 'Trips',
    filters: tripFilters,
    columns: () => columns,
    rows({ session }, filter) {
      readTripQuery(filter);
      return pages(kit, scopeOf(session), filter);
    },
  });
}

async function* pages(
  kit: CatalogueKit,
  scope: Scope,
  filter: Readonly<Record<string, string>>,
): AsyncGenerator<TripRow[]> {
  let after: string | undefined;
  do {
    const asked = { ...readTripQuery(filter), take: csvChunk, ...(after ? { after } : {}) };
    const { rows, next } = await transact(kit.db, scope, async (db) =>
      tripsOfPage({ db, scope, places: kit.places }, asked, await whereOf(db, scope, asked)),
    );
    yield rows;
    after = next;
  } while (after);
}
