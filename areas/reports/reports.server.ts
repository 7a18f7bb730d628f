import type { AreaServer } from '#kit/server/area.ts';
import { addReportExports } from './report/report-export.routes.ts';
import { addReportRoutes } from './report/report.routes.ts';
import { contract } from './reports.contract.ts';

/** What fleets read every day: what vehicles and drivers did, on screen, as files and by email. */
export const area: AreaServer = {
  contract,
  routes: (app, { kit }) => {
    addReportRoutes(app, kit);
    addReportExports(app, kit);
  },
};
