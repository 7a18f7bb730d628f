import type { FastifyInstance } from 'fastify';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { addHistoryRoute } from './history.ts';
import { addHistoryExportRoute } from './history-export.ts';
import { addSearchRoute } from './search.ts';
import { addTrashListRoute } from './trash.ts';

/** What concerns all records alike: history, trash and search over everything. */
export function addRecordRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addHistoryRoute(app, kit);
  addHistoryExportRoute(app, kit);
  addTrashListRoute(app, kit);
  addSearchRoute(app, kit);
}

export { addProofRoutes } from './proof.ts';
