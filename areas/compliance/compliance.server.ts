import { documentsChanged, reviewAgain } from '#areas/documents/documents.server.ts';
import type { WithMail } from '#areas/mail/mail.server.ts';
import { driversChanged, driversWritten } from '#areas/people/people.server.ts';
import { driverAssigning, forgetActive, vehiclesChanged, vehiclesWritten } from '#areas/vehicles/vehicles.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { on } from '#kit/server/events.ts';
import { expiriesAhead } from './deadlines/charts.store.ts';
import { contract } from './compliance.contract.ts';
import { addDeadlineRoutes } from './deadlines/deadlines.routes.ts';
import { nightlyJob, nightlyTask, planNightly, recheckJob, recheckTask } from './nightly/nightly.job.ts';
import { refuseUnlawfulAssignment } from './status/assignment.policy.ts';
import { addComplianceStatusRoutes } from './status/status.routes.ts';
import { recomputeDrivers, recomputeVehicles } from './status/status.store.ts';
import { renewalDuties } from './deadlines/duties.store.ts';
import { nearDeadlines } from './deadlines/work.store.ts';

export { noteReminderOf } from './nightly/reminders.ts';
export { recomputeDrivers, recomputeVehicles } from './status/status.store.ts';

/** May a vehicle run, may a driver drive, and what must be renewed by when. */
export const area: AreaServer<WithMail> = {
  contract,
  charts: [expiriesAhead],
  routes: (app, { kit }) => {
    addComplianceStatusRoutes(app, kit);
    addDeadlineRoutes(app, kit);
  },
  duties: renewalDuties,
  work: [nearDeadlines],
  // What a changed document type or vehicle category means for every vehicle and driver is worked out later. Which licence and
  // which documents a vehicle needs depends on its category.
  policies: ({ jobs }) => ({
    'kyc-doc': { afterMany: (db) => jobs.add(db, { name: recheckJob, key: 'all' }) },
    'vehicle-category': { afterMany: (db) => jobs.add(db, { name: recheckJob, key: 'all' }) },
  }),
  jobs: ({ kit, jobs, mail }) => ({
    [nightlyJob]: nightlyTask(kit, jobs, mail),
    [recheckJob]: recheckTask(kit, jobs),
  }),
  plan: (db, { jobs }, now) => planNightly(db, jobs, now),
  // What changes a compliance status, and what it decides.
  listeners: [
    on(vehiclesWritten, (db, writer, { changes, rows }) => reviewAgain(db, writer, 'vehicle', changes, rows)),
    on(driversWritten, (db, writer, { changes, rows }) => reviewAgain(db, writer, 'driver', changes, rows)),
    on(vehiclesChanged, recomputeVehicles),
    on(driversChanged, recomputeDrivers),
    on(documentsChanged, async (db, writer, { vehicles, drivers, neverActive = [] }) => {
      await forgetActive(db, neverActive);
      await recomputeVehicles(db, writer, vehicles);
      await recomputeDrivers(db, writer, drivers);
    }),
    on(driverAssigning, refuseUnlawfulAssignment),
  ],
};
