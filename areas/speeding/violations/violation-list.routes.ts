import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import { pageParameters } from '#kit/contract/page.ts';
import { placeNameText } from '#kit/contract/places.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { addCsvExportRoute, csvChunk, type CsvColumn } from '#kit/server/export/csv-route.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { inIst } from '#kit/server/india-time.ts';
import { refuse } from '#kit/server/refusals.ts';
import { exportWords } from '../export-words.ts';
import { type Violation, violation, violationOne } from '../violation-answers.contract.ts';
import { readViolationQuery, violationFilters } from './violation-query.ts';
import { countViolations, readViolation, readViolations } from './violations.store.ts';

const limits = { maxSkip: 9_999, maxTake: 200, take: 50 };
const access = { module: 'violation', action: 'view' } as const;
const tag = 'Violations';

/** GET /violation, one of them, and their export. */
export function addViolationReads(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/violation',
    summary: 'Speeding that match filters, the latest first, with their number',
    tag,
    access,
    scope: 'organisation',
    query: { ...violationFilters, ...pageParameters(limits) },
    answer: z.array(violation),
    beside: { count: z.int() },
    searches: true,
    handle: async ({ session, query }) => {
      const now = kit.clock.now();
      const { read, terms } = readViolationQuery(query, session.user.id, now);
      const { skip, take } = read.page(limits);
      const scope = scopeOf(session);
      return transact(kit.db, scope, async (db) => ({
        message: 'OK',
        data: await readViolations({ db, scope, places: kit.places, now }, { terms, params: read.params, skip, take }),
        count: await countViolations({ db, scope }, { terms, params: read.params }),
      }));
    },
  });
  addRoute(app, {
    method: 'GET',
    path: '/violation/{id}',
    summary: 'One violation: track, limit with its source and version, checks, verdict and what it was before',
    tag,
    access,
    scope: 'organisation',
    answer: violationOne,
    handle: async (call) => ({ message: 'OK', data: await mustReadViolation(kit, call) }),
  });
  addCsvExportRoute<Violation>(app, kit, {
    path: 'violation',
    summary: 'Export violations as CSV: all that the filters of the list match',
    tag,
    title: 'Violations',
    filters: violationFilters,
    columns: () => columns,
    rows({ session }, filter) {
      readViolationQuery(filter, session.user.id, kit.clock.now()).read.done();
      return pages(kit, session, filter);
    },
  });
}

/** The violation that a path names. @throws 404 where the caller has no such one. */
export async function mustReadViolation(kit: CatalogueKit, { session, params }: Pick<Call, 'session' | 'params'>) {
  const id = params['id']?.toLowerCase() ?? '';
  const scope = scopeOf(session);
  const found = isId(id)
    ? await transact(kit.db, scope, (db) => readViolation({ db, scope, places: kit.places, now: kit.clock.now() }, id))
    : undefined;
  if (!found) throw refuse.notFound('Violation not found');
  return found;
}

const columns: readonly CsvColumn<Violation>[] = [
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
  ['Mean speed (km/h)', (row) => row.meanKmh],
  ['Length (m)', (row) => row.lengthM],
  ['Severity', (row) => exportWords.severities[row.severity]],
  ['Checks', (row) => exportWords.tiers[row.tier]],
  ['State', (row) => exportWords.states[row.state]],
  ['Latitude', (row) => row.lat],
  ['Longitude', (row) => row.lon],
  ['Id', (row) => row.id],
];

async function* pages(
  kit: CatalogueKit,
  session: Call['session'],
  filter: Readonly<Record<string, string>>,
): AsyncGenerator<Violation[]> {
  const scope = scopeOf(session);
  let last: Violation | undefined;
  do {
    const now = kit.clock.now();
    const { read, terms } = readViolationQuery(filter, session.user.id, now);
    const before = last ? { before: { fromAt: last.fromAt, id: last.id } } : {};
    const rows = await transact(kit.db, scope, (db) =>
      readViolations({ db, scope, places: kit.places, now }, { terms, params: read.params, take: csvChunk, ...before }),
    );
    yield rows;
    last = rows.length === csvChunk ? rows.at(-1) : undefined;
  } while (last);
}
