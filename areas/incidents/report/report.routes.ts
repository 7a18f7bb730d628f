import type { FastifyInstance } from 'fastify';
import { idOf } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { incident } from '../incident/incident.contract.ts';
import { entriesOf, findIncident } from '../incident/incidents.store.ts';
import { reportPaper } from './report-paper.ts';
import { reportFacts } from './report.store.ts';

/** GET /incident/report/{id}: an incident as PDF, with each line of its timeline. */
export const addIncidentReport = (app: FastifyInstance, kit: CatalogueKit): void =>
  addRoute(app, {
    method: 'GET',
    path: '/incident/report/{id}',
    summary:
      'The report of an incident as PDF: what it was, where, each line of its timeline, and how long it took; clients are told as much as on the page',
    tag: incident.many,
    access: { module: incident.path, action: 'view' },
    scope: 'organisation',
    raw: ['application/pdf'],
    deadlineMs: 10_000,
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const isForClient = scope.client === true;
      const { facts, entries } = await transact(kit.db, scope, async (db) => {
        const row = await findIncident(db, scope, idOf(call, incident));
        return { facts: await reportFacts(db, scope, row.id), entries: await entriesOf(db, row, isForClient) };
      });
      call.reply
        .header('content-disposition', `attachment; filename="incident-${facts.incidentNo}.pdf"`)
        .header('cache-control', 'private, no-cache')
        .type('application/pdf');
      return reportPaper(facts, entries, { isForClient, now: kit.clock.now() });
    },
  });
