import type { FastifyInstance } from 'fastify';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { addRightsRoutes } from './access/roles.server.ts';
import { addDashboardRoutes } from './dashboard/dashboard.server.ts';
import { addDocumentRoutes } from './documents/documents.server.ts';
import { addMailRoutes, type MailKit } from './mail/mail.server.ts';
import { addOfficeRoutes } from './offices/offices.server.ts';
import { addPeopleRoutes } from './people/people.server.ts';
import { addRecordRoutes } from './records/records.server.ts';
import { addTrackingRoutes } from './tracking/tracking.server.ts';
import { addVehicleRoutes } from './vehicles/vehicles.server.ts';

/** Hand-written routes, one line per area. Catalogues bring theirs by themselves. */
export function addAreaRoutes(app: FastifyInstance, kit: CatalogueKit, mail: MailKit): void {
  addRightsRoutes(app, kit);
  addDashboardRoutes(app, kit);
  addRecordRoutes(app, kit);
  addMailRoutes(app, mail);
  addPeopleRoutes(app, kit);
  addDocumentRoutes(app, kit, mail);
  addOfficeRoutes(app, kit);
  addVehicleRoutes(app, kit, mail);
  addTrackingRoutes(app, kit);
}
