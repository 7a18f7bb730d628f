import type { AreaServer } from '#kit/server/area.ts';
import { contract } from './dashboard.contract.ts';
import { addDashboardRoutes } from './dashboard.routes.ts';

export const area: AreaServer = { contract, routes: addDashboardRoutes };
