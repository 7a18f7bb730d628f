import {
  IconBuilding,
  IconHeartbeat,
  IconMailForward,
  IconReportMedical,
  IconSteeringWheel,
  IconUsers,
} from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import type { AreaAction } from '#kit/web/catalogue/area-actions.tsx';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './people.contract.ts';
import { open } from './people.open.web.ts';

const setSituation: AreaAction = {
  key: 'situation',
  label: 'drivers.situation',
  needs: 'edit',
  dialog: lazyPage(async () => (await import('./drivers/employment.dialog.tsx')).SetEmployment),
};
const decide: AreaAction = {
  key: 'decide',
  label: 'medical.decide',
  needs: 'approve',
  dialog: lazyPage(async () => (await import('./medical/medical-decision.dialog.tsx')).DecideReport),
};

export const web: AreaWeb = {
  contract,
  work: {
    'invitations-open': {
      title: 'people.work.invitations',
      unit: 'people.work.invitationsUnit',
      parts: { expired: 'people.work.expired' },
    },
    'medical-to-review': { title: 'people.work.medical', unit: 'people.work.medicalUnit' },
  },
  screens: {
    ...open,
    '/vehicle-invitation': lazyPage(async () => (await import('./invitations/invitations.page.tsx')).Invitations),
    '/doctor-report': lazyPage(async () => (await import('./medical/doctor-report.page.tsx')).DoctorReport),
  },
  views: {
    doctor: [
      {
        slug: 'by-district',
        label: 'views.byDistrict',
        needs: 'view',
        component: lazyPage(async () => (await import('./medical/doctors-by-district.tsx')).DoctorsByDistrict),
      },
    ],
  },
  actions: { drivers: [setSituation], 'medical-report': [decide] },
  tabs: {
    organisation: {
      shows: ['name', 'kind', 'kycStatus'],
      header: lazyPage(async () => (await import('./organisations/organisation-head.tsx')).OrganisationHead),
      banner: lazyPage(async () => (await import('./organisations/kyc-banner.tsx')).KycBanner),
      panels: [
        {
          place: 'side',
          order: 10,
          component: lazyPage(
            async () => (await import('./organisations/organisation-counts.panel.tsx')).OrganisationCounts,
          ),
        },
      ],
      tabs: [],
      firstTabs: [
        'papers',
        'vehicle.orgId',
        'drivers.orgId',
        'app-user.orgId',
        'device.orgId',
        'app-user-policy.orgId',
        'challan.orgId',
        'help-desk.orgId',
      ],
    },
    'app-user': {
      tabs: [
        {
          slug: 'vehicles',
          order: 5,
          label: 'people.vehicles',
          needs: 'view',
          also: 'vehicle',
          component: lazyPage(async () => (await import('./organisations/person-vehicles.tab.tsx')).PersonVehicles),
        },
      ],
    },
    drivers: {
      firstTabs: [
        'papers',
        'vehicles',
        'trips',
        'violations',
        'challan.driverId',
        'medical-report.driverId',
        'safety-score',
        'help-desk.driverId',
      ],
      shows: ['name', 'mobile', 'state', 'verdict', 'verdictLine', 'vehicleId'],
      header: lazyPage(async () => (await import('./drivers/driver-head.tsx')).DriverHead),
      banner: lazyPage(async () => (await import('./drivers/driver-banner.tsx')).DriverBanner),
      panels: [
        {
          place: 'side',
          order: 10,
          component: lazyPage(async () => (await import('./drivers/vehicle-card.panel.tsx')).VehicleCard),
        },
      ],
      tabs: [
        {
          slug: 'onboarding',
          order: 20,
          label: 'onboarding.title',
          needs: 'view',
          component: lazyPage(async () => (await import('./onboarding/onboarding.tab.tsx')).DriverOnboarding),
        },
        {
          slug: 'vehicles',
          order: 30,
          label: 'drivers.vehicles',
          needs: 'view',
          component: lazyPage(async () => (await import('./drivers/driver-vehicles.tab.tsx')).DriverVehicles),
        },
      ],
    },
  },
  toasts: {
    'POST /drivers': 'toast.driver.created',
    'PUT /drivers/{id}': 'toast.driver.updated',
    'DELETE /drivers/{id}': 'toast.driver.deleted',
    // An invitation is how a driver is created.
    'POST /client/vehicle-invitation': 'toast.driver.created',
    'DELETE /client/vehicle-invitation/{id}': 'toast.driver.deleted',
  },
  icons: {
    building: IconBuilding,
    users: IconUsers,
    'steering-wheel': IconSteeringWheel,
    heartbeat: IconHeartbeat,
    'mail-forward': IconMailForward,
    'report-medical': IconReportMedical,
  },
};
