import type { WithIdentity } from '#areas/identity/identity.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { contract } from './calendar.contract.ts';
import { addDutyExport } from './duties/duties-export.routes.ts';
import { addDutyRoutes } from './duties/duties.routes.ts';
import { addFeedRoutes } from './feeds/feeds.routes.ts';

/** Deadlines of all areas by their day, on screen and in calendar programs. */
export const area: AreaServer<WithIdentity> = {
  contract,
  routes: (app, product) => {
    addDutyRoutes(app, product);
    addDutyExport(app, product);
    addFeedRoutes(app, product, product.identity);
  },
};
