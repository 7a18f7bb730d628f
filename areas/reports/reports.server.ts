import type { WithMail } from '#areas/mail/mail.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { addReportExports } from './report/report-export.routes.ts';
import { addReportRoutes } from './report/report.routes.ts';
import { distancePerDay } from './report/charts.store.ts';
import { contract } from './reports.contract.ts';
import { scheduleTask, sweepSchedules } from './schedule/schedule.job.ts';
import { scheduleJob, schedulePolicy } from './schedule/schedule.policy.ts';

/** What fleets read every day: what vehicles and drivers did, on screen, as files and by email. */
export const area: AreaServer<WithMail> = {
  contract,
  charts: [distancePerDay],
  routes: (app, { kit }) => {
    addReportRoutes(app, kit);
    addReportExports(app, kit);
  },
  policies: ({ jobs }) => ({ 'report-schedule': schedulePolicy(jobs) }),
  jobs: ({ kit, jobs, mail }) => ({ [scheduleJob]: scheduleTask({ kit, jobs, mail }) }),
  sweeps: ({ jobs }) => [{ name: 'report schedules', order: 130, run: (db, now) => sweepSchedules(db, jobs, now) }],
};
