import type { FastifyInstance } from 'fastify';
import { addHistoryRoute } from './history.ts';
import { addTrashListRoute } from './trash.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';

/** What concerns all records alike: the history and the trash over everything. */
export function addRecordRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addHistoryRoute(app, kit);
  addTrashListRoute(app, kit);
}
