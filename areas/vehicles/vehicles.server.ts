import type { FastifyInstance } from 'fastify';
import type { MailKit } from '#areas/mail/mail.server.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { addAssignmentRoutes } from './assignment-routes.ts';
import { addVehicleLists } from './lists.ts';
import { addTransferRoutes } from './transfer-routes.ts';

// What other areas may use of this one.
export { endPeriods } from './assignments.ts';
export { settleDue } from './settle.ts';

/** Calls about vehicles beside their catalogue. */
export function addVehicleRoutes(app: FastifyInstance, kit: CatalogueKit, mail: MailKit): void {
  addVehicleLists(app, kit);
  addAssignmentRoutes(app, kit, mail);
  addTransferRoutes(app, kit, mail);
}
