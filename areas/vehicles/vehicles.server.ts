import type { WithMail } from '#areas/mail/mail.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { assignmentJob, assignmentTask, planAssignments } from './assignments/assignments.job.ts';
import { addAssignmentRoutes } from './assignments/assignments.routes.ts';
import { addVehicleLists } from './vehicle/vehicle-lists.routes.ts';
import { addGroupRoutes } from './groups/groups.routes.ts';
import { addModelRequestRoutes } from './catalogue/model-requests.routes.ts';
import { categoryPolicy } from './catalogue/category.policy.ts';
import { plateUsesJob, plateUsesTask } from './catalogue/plate-uses.job.ts';
import { checkSpecification } from './catalogue/specification.rules.ts';
import { addTransferRoutes } from './transfers/transfers.routes.ts';
import { vehiclePolicy } from './vehicle/vehicle.policy.ts';
import { contract } from './vehicles.contract.ts';
import { openModelRequests } from './catalogue/work.store.ts';
import { openTransfers } from './transfers/work.store.ts';
import { vehicleDuties } from './vehicle/duties.store.ts';
import { blockedVehicles } from './vehicle/work.store.ts';

// What other areas may use of this one.
export { endAssignments } from './assignments/assignments.store.ts';
export {
  categoryWritten,
  driverAssigning,
  type DriversTurned,
  driversTurned,
  groupsFilled,
  vehiclePurging,
  vehiclesChanged,
  vehiclesReleased,
  vehiclesWritten,
} from './vehicles.events.ts';
export { forgetActive, writeUnpaidChallans, writeVehicleStatus } from './vehicle/compliance-status.store.ts';

/** Vehicles, who drives them, and to whom they go. */
export const area: AreaServer<WithMail> = {
  contract,
  routes: (app, { kit, mail }) => {
    addVehicleLists(app, kit);
    addAssignmentRoutes(app, kit, mail);
    addTransferRoutes(app, kit, mail);
    addGroupRoutes(app, kit);
    addModelRequestRoutes(app, kit, mail);
  },
  duties: vehicleDuties,
  work: [blockedVehicles, openTransfers, openModelRequests],
  policies: ({ jobs }) => ({ vehicle: vehiclePolicy, 'vehicle-category': categoryPolicy(jobs) }),
  checks: { 'vehicle-specification': checkSpecification },
  jobs: ({ jobs, versions }) => ({
    [assignmentJob]: assignmentTask(jobs, versions),
    [plateUsesJob]: plateUsesTask(jobs, versions),
  }),
  plan: (db, { jobs }, now) => planAssignments(db, jobs, now),
};
