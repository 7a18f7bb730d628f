import type { FastifyInstance } from 'fastify';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import { addBatchRoutes } from './batch-routes.ts';
import { addSheetRoutes } from './sheet-routes.ts';
import { addStartRoute } from './start-route.ts';

/** The calls of an import: template, read a file, dry run, start, progress, report and undo. */
export function addImportRoutes(app: FastifyInstance, kit: CatalogueKit, parts: CatalogueParts, jobs: Jobs): void {
  // Where the area writes its records itself, there are rules that an import would not know.
  if (parts.definition.ownWrites) return;
  addSheetRoutes(app, kit, parts);
  addStartRoute(app, kit, parts, jobs);
  addBatchRoutes(app, kit, parts);
}
