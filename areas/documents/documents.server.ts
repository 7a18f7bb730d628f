import type { FastifyInstance } from 'fastify';
import type { MailKit } from '#areas/mail/mail.server.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { addObligationRoutes } from './obligation-routes.ts';
import { addQueueRoutes } from './queue-routes.ts';
import { addReviewRoutes } from './review-routes.ts';
import { addSetRoutes } from './set-routes.ts';
import { addVerdictRoutes } from './verdict-routes.ts';

export { documentCards } from './cards.ts';
export { releaseLeft } from './decide.ts';
export { readDrivers, readVehicles } from './facts.ts';
export { withPapers } from './guards.ts';
export { mayNotDecide } from './decide.ts';
export { nightJob, nightTask, planNight, recheckJob, recheckTask } from './night.ts';
export { refreshDrivers, refreshVehicles } from './standing.ts';
export { reviewAgain } from './vouched.ts';

/** Papers beside their catalogue: review, sets, verdicts and what must be done by when. */
export function addDocumentRoutes(app: FastifyInstance, kit: CatalogueKit, mail: MailKit): void {
  addReviewRoutes(app, kit, mail);
  addQueueRoutes(app, kit);
  addSetRoutes(app, kit);
  addVerdictRoutes(app, kit);
  addObligationRoutes(app, kit);
}
