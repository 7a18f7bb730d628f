import type { AreaServer } from '#kit/server/area.ts';
import { addFormatRoutes } from './formats.routes.ts';
import { contract } from './offices.contract.ts';
import { rtoPolicy } from './rto.policy.ts';

/** RTO offices, and numbers as the authorities write them. */
export const area: AreaServer = {
  contract,
  routes: (app, { kit }) => addFormatRoutes(app, kit),
  policies: () => ({ rto: rtoPolicy }),
};
