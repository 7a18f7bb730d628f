import type { FastifyInstance } from 'fastify';
import { addHistoryRoute } from './history.ts';
import { addSearchRoute } from './search.ts';
import { addTrashListRoute } from './trash.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';

/** What concerns all records alike: history, trash and search over everything. */
export function addRecordRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addHistoryRoute(app, kit);
  addTrashListRoute(app, kit);
  addSearchRoute(app, kit);
}
