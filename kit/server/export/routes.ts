import type { FastifyInstance } from 'fastify';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { addDirectExportRoute } from './direct-route.ts';
import { addExportJobRoute } from './job-route.ts';
import { addOwnExportRoutes } from './own-routes.ts';
import type { ExportKit } from './store.ts';

/** The calls of exports: of each catalogue at once and as a job, and of each person what they started. */
export function addExportRoutes(app: FastifyInstance, kit: CatalogueKit, exports: ExportKit): void {
  for (const parts of exports.parts) {
    addDirectExportRoute(app, kit, parts);
    addExportJobRoute(app, kit, parts, exports);
  }
  addOwnExportRoutes(app, exports);
}
