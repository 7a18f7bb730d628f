import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { pageParameters } from '#kit/contract/page.ts';
import { placeNameText } from '#kit/contract/places.ts';
import { can } from '#kit/contract/rights.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { addCsvExportRoute, csvChunk, type CsvColumn } from '#kit/server/export/csv-route.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { inIst } from '#kit/server/india-time.ts';
import { exportWords } from '../export-words.ts';
import type { Relay } from '#kit/server/live/relay.ts';
import { type SpeedingAlert, speedingAlert } from '../alert-answers.contract.ts';
import { speedingTopic } from '../alert.contract.ts';
import { alertFilters, readAlertQuery } from './alert-query.ts';
import { countAlerts, readAlerts } from './alert-rows.store.ts';
import { hearAlerts } from './tell-alerts.ts';

const limits = { maxSkip: 9_999, maxTake: 200, take: 50 };
const tag = 'Violations';

/** GET /speeding-alert and its export, and the live topic of the same name. */
export function addAlertRoutes(app: FastifyInstance, kit: CatalogueKit, relay: Relay): void {
  kit.live.addTopic({
    name: speedingTopic,
    authorise: ({ grants }) => can(grants, 'violation', 'view'),
  });
  hearAlerts(kit.live, relay);
  addRoute(app, {
    method: 'GET',
    path: '/speeding-alert',
    summary:
      'Speeding as it happened, the latest first, with what the check after the trip made of it: hints, never evidence',
    tag,
    access: { module: 'violation', action: 'view' },
    scope: 'organisation',
    query: { ...alertFilters, ...pageParameters(limits) },
    answer: z.array(speedingAlert),
    beside: { count: z.int() },
    searches: true,
    handle: async ({ session, query }) => {
      const { read, terms } = readAlertQuery(query);
      const { skip, take } = read.page(limits);
      const scope = scopeOf(session);
      const { params } = read;
      return transact(kit.db, scope, async (db) => ({
        message: 'OK',
        data: await readAlerts({ db, scope, places: kit.places }, { terms, params, skip, take }),
        count: await countAlerts({ db, scope }, { terms, params }),
      }));
    },
  });
  addCsvExportRoute<SpeedingAlert>(app, kit, {
    path: 'speeding-alert',
    module: 'violation',
    summary: 'Export speeding alerts as CSV: all that the filters of the list match',
    tag,
    title: 'Speeding alerts',
    filters: alertFilters,
    columns: () => columns,
    rows({ session }, filter) {
      readAlertQuery(filter).read.done();
      return pages(kit, session, filter);
    },
  });
}

const columns: readonly CsvColumn<SpeedingAlert>[] = [
  ['Vehicle', (row) => row.vehicle],
  ['Driver', (row) => row.driver],
  ['Owner', (row) => row.org],
  ['From', (row) => inIst(row.fromAt)],
  ['To', (row) => inIst(row.toAt)],
  ['Road', (row) => row.road],
  ['Place', ({ place }) => place && placeNameText(place)],
  ['Limit (km/h)', (row) => row.limitKmh],
  ['Source of the limit', (row) => exportWords.sources[row.limitSource]],
  ['Top speed (km/h)', (row) => row.peakKmh],
  ['State', (row) => exportWords.alertStates[row.state]],
  ['Check after the trip', (row) => exportWords.outcomes[row.outcome]],
  ['Violation', (row) => row.violation?.id ?? null],
  ['Trip', (row) => row.tripId],
  ['Latitude', (row) => row.lat],
  ['Longitude', (row) => row.lon],
  ['Id', (row) => row.id],
];

async function* pages(
  kit: CatalogueKit,
  session: Parameters<typeof scopeOf>[0],
  filter: Readonly<Record<string, string>>,
): AsyncGenerator<SpeedingAlert[]> {
  const scope = scopeOf(session);
  let last: SpeedingAlert | undefined;
  do {
    const { read, terms } = readAlertQuery(filter);
    const before = last ? { before: { fromAt: last.fromAt, id: last.id } } : {};
    const rows = await transact(kit.db, scope, (db) =>
      readAlerts({ db, scope, places: kit.places }, { terms, params: read.params, take: csvChunk, ...before }),
    );
    yield rows;
    last = rows.length === csvChunk ? rows.at(-1) : undefined;
  } while (last);
}
