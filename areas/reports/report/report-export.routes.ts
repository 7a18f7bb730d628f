import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { can } from '#kit/contract/rights.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { mediaTypes, rawTypes } from '#kit/server/export/order.ts';
import { recordAct, writerOf } from '#kit/server/history.ts';
import { begun } from '#kit/server/http/clients/pieces.ts';
import { need, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { reportNames } from './report-answers.contract.ts';
import { reportTitles } from './report-titles.contract.ts';
import { csvLines, fileName, mostWorkbookRows, workbookFile } from './report-file.ts';
import { parametersOf, readAsked } from './report-query.ts';

const body = z.strictObject({
  format: z.enum(['csv', 'xlsx'], { error: 'Must be csv or xlsx' }),
  filter: z.optional(
    z.record(z.string(), z.string({ error: 'Filter values are written as in the address of the report' })),
  ),
});

/** POST /report/{name}/export: all rows of a report as a file, CSV of any length. */
export function addReportExports(app: FastifyInstance, kit: CatalogueKit): void {
  for (const name of reportNames)
    addRoute(app, {
      method: 'POST',
      path: `/report/${name}/export`,
      summary: `Export all rows of the report “${reportTitles[name]}” as CSV, or up to ${mostWorkbookRows.toLocaleString('en-IN')} as XLSX`,
      tag: 'Reports',
      access: { module: 'report', action: 'export' },
      scope: 'organisation',
      body,
      raw: rawTypes,
      long: true,
      handle: async ({ session, request, reply, body: given }) => {
        need(session, 'report', 'view');
        if (name === 'geofence-visits') need(session, 'geofence-event', 'view');
        const { format, filter = {} } = given as z.infer<typeof body>;
        const known = parametersOf(name);
        const unknown = Object.keys(filter).filter((one) => !Object.hasOwn(known, one));
        if (unknown.length > 0) throw refuse.badInput({ filter: `Not a filter: ${unknown.join(', ')}` });
        const now = kit.clock.now();
        const asked = readAsked(name, filter, now);
        const scope = scopeOf(session);
        const seesVisits = can(session.grants, 'geofence-event', 'view');
        const report = { name, asked, scope, seesVisits };
        const title = reportTitles[name];
        const file = format === 'csv' ? await begun(csvLines(kit, report), 2) : await workbookFile(kit, report, title);
        if (file === undefined)
          throw refuse.badInput({
            format: `XLSX takes at most ${mostWorkbookRows.toLocaleString('en-IN')} rows. Choose CSV, or fewer days`,
          });
        await transact(kit.db, scope, (db) =>
          recordAct(db, writerOf(session, request, now), {
            action: 'export',
            module: 'report',
            recordTitle: title,
            after: { format, filter },
            fields: ['format', 'filter'],
          }),
        );
        reply
          .header('content-disposition', `attachment; filename="${fileName(name, asked)}.${format}"`)
          .type(mediaTypes[format]);
        return file;
      },
    });
}
