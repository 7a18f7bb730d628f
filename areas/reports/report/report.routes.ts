import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { can } from '#kit/contract/rights.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { need, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { reportBars, type ReportName, reportNames, reportRows, reportTotals } from './report-answers.contract.ts';
import { parametersOf, readAsked } from './report-query.ts';
import { allowReport } from './reading.ts';
import { readReport } from './reports.store.ts';

/** Months of thousands of vehicles are read from what was added up, and take this at most. */
const readMs = 2_300;

const summaries: Readonly<Record<ReportName, string>> = {
  'daily-summary': 'Daily summary: what each vehicle did on each day on which it was driven',
  trips: 'Trips that began within the period',
  stops: 'Stops: vehicles that were parked between two trips of one day',
  idling: 'Idling: vehicles that stood with the engine on during a trip',
  'geofence-visits': 'Visits of vehicles in geofences. Needs the permission to view geofence alerts',
  'vehicle-distance': 'Distance per vehicle',
  'driver-distance': 'Distance per driver',
};

/** GET /report/{name}: a page of each report with its totals. A trip belongs to the day of India on which it began. */
export function addReportRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  for (const name of reportNames)
    addRoute(app, {
      method: 'GET',
      path: `/report/${name}`,
      summary: summaries[name],
      tag: 'Reports',
      access: { module: 'report', action: 'view' },
      scope: 'organisation',
      query: parametersOf(name),
      answer: z.strictObject({
        from: z.string(),
        to: z.string(),
        rows: z.array(reportRows[name]),
        count: z.int(),
        totals: reportTotals,
        bars: reportBars,
      }),
      searches: true,
      handle: async ({ session, query }) => {
        if (name === 'geofence-visits') need(session, 'geofence-event', 'view');
        const asked = readAsked(name, query, kit.clock.now());
        const scope = scopeOf(session);
        const seesVisits = can(session.grants, 'geofence-event', 'view');
        const data = await transact(kit.db, scope, async (db) => {
          await allowReport(db, readMs);
          return readReport(name, { db, scope, places: kit.places, asked, timeoutMs: readMs, seesVisits });
        });
        return { message: 'OK', data };
      },
    });
}
