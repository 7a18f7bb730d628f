import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { catalogueParts, idOf } from '#kit/server/catalogue/parts.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { recordAct, writerOf } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { comparedSchema } from '../documents.schemas.ts';
import { pagesOf, vehicleKycDoc } from '../documents/document.contract.ts';
import { subjectOf, subjectPathOf } from '../documents/subjects.contract.ts';
import { subjectCatalogues } from '../documents/subjects.ts';
import { compareWhole } from './compare.rules.ts';
import { notePageView, viewedPages } from './page-views.store.ts';
import { mustFindWaiting } from './queue.store.ts';

const viewBody = z.strictObject({ file: z.string({ error: 'Name the page that was shown' }) });

/** What a reviewer is shown of a document: its pages, which is noted, and the numbers in full, which the history tells of. */
export function addLookRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  const { reads } = catalogueParts(kit, vehicleKycDoc);
  const common = {
    method: 'POST',
    tag: vehicleKycDoc.many,
    access: { module: vehicleKycDoc.path, action: 'approve' },
    scope: 'organisation',
  } as const;
  addRoute(app, {
    ...common,
    path: '/vehicle-kyc-doc/viewed/{id}',
    summary: 'Record that you viewed a page of a document: all pages must be viewed before it is verified',
    body: viewBody,
    answer: z.strictObject({ viewed: z.array(z.string()) }),
    handle: async (call) => {
      const id = idOf(call, vehicleKycDoc);
      const own = scopeOf(call.session);
      const { file } = call.body as z.infer<typeof viewBody>;
      const accountId = call.session.user.id;
      const viewed = await transact(kit.db, own, async (db) => {
        const { row } = await mustRead(reads, own, id, db);
        const page = pagesOf(row).find(([, one]) => one.id === file.toLowerCase());
        if (!page) throw refuse.badInput({ file: 'This is no page of the document' });
        await notePageView(db, row, { accountId, fileId: page[1].id, at: kit.clock.now() });
        return viewedPages(db, row, accountId);
      });
      return { message: 'OK', data: { viewed } };
    },
  });
  addRoute(app, {
    ...common,
    path: '/vehicle-kyc-doc/numbers/{id}',
    byKey: 'refused',
    summary: 'A document awaiting review and its record with all numbers in full; recorded in the history',
    answer: comparedSchema,
    handle: async (call) => {
      const id = idOf(call, vehicleKycDoc);
      const own = scopeOf(call.session);
      const data = await transact(kit.db, own, async (db) => {
        await mustFindWaiting(db, own, id);
        const { row } = await mustRead(reads, own, id, db);
        const { compared, shown } = await compareWhole(kit, db, row);
        const writer = writerOf(call.session, call.request, kit.clock.now());
        const note = (definition: AnyCatalogue, recordId: string, recordTitle: string, names: readonly string[]) =>
          names.length === 0
            ? undefined
            : recordAct(db, writer, {
                action: 'reveal',
                module: definition.path,
                recordId,
                recordTitle,
                orgId: row.orgId,
                after: { field: names.map((name) => definition.fields[name].label).join(', ') },
                fields: ['field'],
              });
        await note(vehicleKycDoc, row.id, row.title, shown.document);
        const subject = row.vehicle ?? row.driver ?? row.ownerOrg ?? row.appUser;
        await note(subjectCatalogues[subjectPathOf(row)], subjectOf(row), subject?.label ?? '', shown.record);
        return compared;
      });
      return { message: 'OK', data };
    },
  });
}
