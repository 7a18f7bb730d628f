import type { AreaServer } from '#kit/server/area.ts';
import { contract } from './records.contract.ts';
import { addListCountsRoute } from './list-counts.routes.ts';
import { addSearchRoute } from './search/search.routes.ts';
import { addTrashListRoute } from './trash.routes.ts';

// What other areas may use of this one.
export { listCounts } from './list-counts.routes.ts';

/** What concerns all records alike: trash and search. */
export const area: AreaServer = {
  contract,
  routes: (app, { kit, finds }) => {
    addTrashListRoute(app, kit);
    addSearchRoute(app, kit, finds);
    addListCountsRoute(app, kit);
  },
};
