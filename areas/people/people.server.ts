import { invitationAccepted, vehicleShared } from './people.topics.ts';
import { vehicleKycDoc } from '#areas/documents/documents/document.contract.ts';
import { createThrottle } from '#areas/identity/identity.server.ts';
import { keptSms, type WithMail } from '#areas/mail/mail.server.ts';
import { device } from '#areas/devices/registry/device.contract.ts';
import { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { driversTurned, vehiclesReleased } from '#areas/vehicles/vehicles.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { catalogueParts } from '#kit/server/catalogue/parts.ts';
import { on } from '#kit/server/events.ts';
import { productWriter } from '#kit/server/history.ts';
import { driver } from './drivers/driver.contract.ts';
import { questionsOf, refuseElsewhere, sweepQuestions } from './drivers/driver-lookup.store.ts';
import { updateDriverVehicles } from './drivers/driver-vehicles.store.ts';
import { driverPolicy, medicalReportPolicy } from './drivers/driver.policy.ts';
import { addEmploymentRoutes } from './drivers/employment.routes.ts';
import { documentsChanged } from '#areas/documents/documents.server.ts';
import { addFindDriverRoute } from './drivers/find-driver.routes.ts';
import { sweepInvitations, withdrawShares } from './invitations/invitation-ends.store.ts';
import { addInvitationRoutes } from './invitations/invitations.routes.ts';
import { addInvitedRoutes } from './invitations/public-invitation.routes.ts';
import { medicalReport } from './medical/medical.contract.ts';
import { addDoctorReportRoutes } from './medical/doctor-report.routes.ts';
import { addMedicalDecideRoute } from './medical/medical-decision.routes.ts';
import { addOnboardingRoutes } from './onboarding/onboarding.routes.ts';
import { checkAppUser } from './organisations/app-user.rules.ts';
import { updateKycStatus } from './organisations/kyc-status.store.ts';
import { refuseAssetElsewhere } from './organisations/taken-asset.ts';
import { appUserPolicy, organisationPolicy } from './organisations/organisations.policy.ts';
import { addOwnProfileRoute } from './organisations/own-profile.routes.ts';
import type { PeopleParts } from './people-parts.ts';
import { contract } from './people.contract.ts';
import { invitationDuties } from './invitations/duties.store.ts';
import { openInvitations } from './invitations/work.store.ts';
import { medicalToReview } from './medical/work.store.ts';

// What other areas may use of this one.
export { writeDriverStatus } from './drivers/compliance-status.store.ts';
export { withdrawOffersTo } from './invitations/invitation-ends.store.ts';
export { answerShare } from './invitations/share-invitation.ts';
export { updateKycStatus } from './organisations/kyc-status.store.ts';
export { driversChanged, driversWritten } from './people.events.ts';

/** Organisations with their users, and drivers: what becomes of them, invitations, onboarding, doctors. */
export const area: AreaServer<WithMail> = {
  contract,
  topics: [invitationAccepted, vehicleShared],
  routes: (app, { kit, mail }) => {
    const people: PeopleParts = {
      kit,
      mail,
      questions: questionsOf(kit.db),
      sms: keptSms(mail),
      throttle: createThrottle(kit.db),
      drivers: catalogueParts(kit, driver),
      papers: catalogueParts(kit, vehicleKycDoc),
    };
    addOwnProfileRoute(app, kit);
    addEmploymentRoutes(app, kit, people.drivers);
    addInvitationRoutes(app, people);
    addInvitedRoutes(app, people);
    addFindDriverRoute(app, people);
    addOnboardingRoutes(app, people);
    addMedicalDecideRoute(app, kit, catalogueParts(kit, medicalReport));
    addDoctorReportRoutes(app, people);
  },
  duties: invitationDuties,
  work: [openInvitations, medicalToReview],
  policies: ({ db, sealed }) => ({
    'app-user': appUserPolicy(questionsOf(db)),
    organisation: organisationPolicy,
    drivers: { ...driverPolicy, check: refuseElsewhere(sealed, questionsOf(db)) },
    'medical-report': medicalReportPolicy,
    // What these catalogues tell of others' records; their other rules are with their areas.
    vehicle: refuseAssetElsewhere(db, sealed, vehicle),
    device: refuseAssetElsewhere(db, sealed, device),
  }),
  checks: { 'app-user': checkAppUser },
  sweeps: () => [
    { name: 'invitations', order: 50, run: (db, now) => sweepInvitations(db, productWriter(now)) },
    { name: 'questions about drivers', order: 60, run: sweepQuestions },
  ],
  listeners: [
    on(driversTurned, updateDriverVehicles),
    on(documentsChanged, updateKycStatus),
    on(vehiclesReleased, (db, writer, { ids }) => withdrawShares(db, writer, ids)),
  ],
  tablesOfRights: ['app_user', 'organisation'],
};
