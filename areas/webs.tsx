import { catalogues } from '#areas/contracts.ts';
import type { AreaAction, AreaActions } from '#kit/web/catalogue/area-actions.tsx';
import type { RecordTab, RecordTabs } from '#kit/web/catalogue/record-tabs.tsx';
import { catalogueScreens } from '#kit/web/catalogue/screens.tsx';
import type { CatalogueView, CatalogueViews } from '#kit/web/catalogue/views.tsx';
import { lazyPage } from '#kit/web/lazy.ts';
import type { Screen } from '#kit/web/screens.ts';

const explorer: CatalogueView = {
  slug: 'explore',
  label: 'views.explore',
  needs: 'view',
  component: lazyPage(async () => (await import('./vehicles/explorer.web.tsx')).VehicleExplorer),
};
const arrange: CatalogueView = {
  slug: 'arrange',
  label: 'views.arrange',
  needs: 'edit',
  component: lazyPage(async () => (await import('#kit/web/catalogue/arrange.tsx')).CatalogueArrange),
};

/** Views that catalogues have beside their list. */
const views: CatalogueViews = {
  'vehicle-brand': [explorer],
  'vehicle-model': [explorer],
  'vehicle-specification': [explorer],
  sos: [
    {
      slug: 'by-state',
      label: 'views.byState',
      needs: 'view',
      component: lazyPage(async () => (await import('./safety/by-state.web.tsx')).SosByState),
    },
  ],
  doctor: [
    {
      slug: 'by-district',
      label: 'views.byDistrict',
      needs: 'view',
      component: lazyPage(async () => (await import('./people/doctors-by-district.web.tsx')).DoctorsByDistrict),
    },
  ],
  faq: [
    {
      ...arrange,
      component: lazyPage(async () => (await import('./helpdesk/arrange.web.tsx')).FaqArrange),
    },
  ],
  user: [
    {
      slug: 'scope',
      label: 'views.scope',
      needs: 'edit',
      component: lazyPage(async () => (await import('./access/user-scopes.web.tsx')).UserScopes),
    },
  ],
  ...Object.fromEntries(['faq-category', 'help-category', 'purpose', 'kyc-doc'].map((path) => [path, [arrange]])),
};

const signInAs: AreaAction = {
  key: 'sign-in-as',
  label: 'acting.action',
  needs: 'impersonate',
  dialog: lazyPage(async () => (await import('./access/sign-in-as.web.tsx')).SignInAs),
};

const resetPassword: AreaAction = {
  key: 'reset-password',
  label: 'credentials.reset',
  needs: 'edit',
  ownOnly: true,
  inMenu: true,
  dialog: lazyPage(async () => (await import('./access/reset-password.web.tsx')).ResetPassword),
};
const codeOff: AreaAction = {
  key: 'code-off',
  label: 'credentials.codeOff',
  needs: 'edit',
  ownOnly: true,
  inMenu: true,
  dialog: lazyPage(async () => (await import('./access/code-off.web.tsx')).CodeOff),
};
const ofPeople = [signInAs, resetPassword, codeOff];

const situation: AreaAction = {
  key: 'situation',
  label: 'vehicles.setSituation',
  needs: 'edit',
  dialog: lazyPage(async () => (await import('./vehicles/situation.web.tsx')).SetSituation),
};
const offer: AreaAction = {
  key: 'offer',
  label: 'vehicles.offer',
  needs: 'edit',
  inMenu: true,
  dialog: lazyPage(async () => (await import('./vehicles/offer.web.tsx')).OfferVehicle),
};

const driverSituation: AreaAction = {
  key: 'situation',
  label: 'drivers.situation',
  needs: 'edit',
  dialog: lazyPage(async () => (await import('./people/driver-situation.web.tsx')).SetDriverSituation),
};
const decideReport: AreaAction = {
  key: 'decide',
  label: 'medical.decide',
  needs: 'approve',
  dialog: lazyPage(async () => (await import('./people/medical-decide.web.tsx')).DecideReport),
};

const bindDevice: AreaAction = {
  key: 'bind',
  label: 'devices.bind',
  needs: 'edit',
  inMenu: true,
  dialog: lazyPage(async () => (await import('./tracking/bind-device.web.tsx')).BindDevice),
};
const giveDevice: AreaAction = {
  key: 'give',
  label: 'devices.give',
  needs: 'approve',
  inMenu: true,
  dialog: lazyPage(async () => (await import('./tracking/give-device.web.tsx')).GiveDevice),
};
const deviceSituation: AreaAction = {
  key: 'situation',
  label: 'devices.situation',
  needs: 'edit',
  dialog: lazyPage(async () => (await import('./tracking/device-situation.web.tsx')).SetDeviceSituation),
};

/** What areas offer to do with rows of catalogues, beside what every row offers. */
const actions: AreaActions = {
  user: ofPeople,
  'app-user': ofPeople,
  vehicle: [situation, offer],
  drivers: [driverSituation],
  device: [deviceSituation, bindDevice, giveDevice],
  'medical-report': [decideReport],
};

const sessions: RecordTab = {
  slug: 'sessions',
  label: 'profile.sessions',
  needs: 'edit',
  component: lazyPage(async () => (await import('./access/person-sessions.web.tsx')).PersonSessions),
};
const worksOn: RecordTab = {
  slug: 'scope',
  label: 'scopes.tab',
  needs: 'view',
  component: lazyPage(async () => (await import('./access/works-on.web.tsx')).WorksOn),
};

const papers: RecordTab = {
  slug: 'papers',
  label: 'papers.tab',
  needs: 'view',
  instead: 'vehicle-kyc-doc',
  component: lazyPage(async () => (await import('./documents/papers.web.tsx')).Papers),
};

const tripsOf = (name: 'VehicleTrips' | 'DriverTrips' | 'DeviceTrips'): RecordTab => ({
  slug: 'trips',
  label: 'trips.title',
  needs: 'view',
  also: 'vehicle-trips',
  component: lazyPage(async () => (await import('./tracking/trips-tab.web.tsx'))[name]),
});

/** Parts of records' pages that areas bring. */
const tabs: RecordTabs = {
  user: { tabs: [worksOn, sessions], keptAs: 'userTab' },
  'app-user': { tabs: [sessions], keptAs: 'userTab' },
  vehicle: {
    overview: lazyPage(async () => (await import('./vehicles/overview.web.tsx')).VehicleOverview),
    tabs: [
      papers,
      {
        slug: 'drivers',
        label: 'vehicles.drivers',
        needs: 'view',
        component: lazyPage(async () => (await import('./vehicles/drivers-tab.web.tsx')).VehicleDrivers),
      },
      tripsOf('VehicleTrips'),
      {
        slug: 'devices',
        label: 'devices.ofVehicle',
        needs: 'view',
        instead: 'device',
        component: lazyPage(async () => (await import('./tracking/device-bindings.web.tsx')).VehicleDevices),
      },
      {
        slug: 'obd',
        label: 'vehicles.obd',
        needs: 'view',
        component: lazyPage(async () => (await import('./vehicles/obd.web.tsx')).VehicleObd),
      },
    ],
    keptAs: 'activeTab',
  },
  device: {
    overview: lazyPage(async () => (await import('./tracking/device-overview.web.tsx')).DeviceOverview),
    tabs: [
      {
        slug: 'fixes',
        label: 'devices.fixes',
        needs: 'view',
        component: lazyPage(async () => (await import('./tracking/device-fixes.web.tsx')).DeviceFixes),
      },
      tripsOf('DeviceTrips'),
      {
        slug: 'health',
        label: 'devices.health',
        needs: 'view',
        component: lazyPage(async () => (await import('./tracking/device-health-tab.web.tsx')).DeviceHealthTab),
      },
      {
        slug: 'frames',
        label: 'devices.frames',
        needs: 'view',
        component: lazyPage(async () => (await import('./tracking/device-frames.web.tsx')).DeviceFrames),
      },
      {
        slug: 'bindings',
        label: 'devices.bindings',
        needs: 'view',
        component: lazyPage(async () => (await import('./tracking/device-bindings.web.tsx')).DeviceBindings),
      },
    ],
  },
  drivers: {
    tabs: [
      papers,
      {
        slug: 'onboarding',
        label: 'onboarding.title',
        needs: 'view',
        component: lazyPage(async () => (await import('./people/onboarding-tab.web.tsx')).DriverOnboarding),
      },
      {
        slug: 'vehicles',
        label: 'drivers.vehicles',
        needs: 'view',
        component: lazyPage(async () => (await import('./people/driver-vehicles.web.tsx')).DriverVehicles),
      },
      tripsOf('DriverTrips'),
    ],
  },
};

/** Every page of the product; catalogues bring theirs by themselves. */
export const screens: readonly Screen[] = [
  { path: '/login', open: true, component: lazyPage(async () => (await import('./access/login.web.tsx')).Login) },
  { path: '/setup', open: true, component: lazyPage(async () => (await import('./access/setup.web.tsx')).Setup) },
  { path: '/forgot', open: true, component: lazyPage(async () => (await import('./access/forgot.web.tsx')).Forgot) },
  { path: '/reset', open: true, component: lazyPage(async () => (await import('./access/reset.web.tsx')).Reset) },
  {
    path: '/invited',
    open: true,
    component: lazyPage(async () => (await import('./people/invited.web.tsx')).Invited),
  },
  {
    path: '/vehicle-invitation',
    component: lazyPage(async () => (await import('./people/invitations.web.tsx')).Invitations),
  },
  {
    path: '/doctor-report',
    component: lazyPage(async () => (await import('./people/doctor-report.web.tsx')).DoctorReport),
  },
  { path: '/profile', component: lazyPage(async () => (await import('./access/profile.web.tsx')).Profile) },
  { path: '/dashboard', component: lazyPage(async () => (await import('./dashboard/dashboard.web.tsx')).Today) },
  { path: '/history', component: lazyPage(async () => (await import('./records/history.web.tsx')).History) },
  { path: '/trash', component: lazyPage(async () => (await import('./records/trash.web.tsx')).Trash) },
  { path: '/exports', component: lazyPage(async () => (await import('./records/exports.web.tsx')).Exports) },
  {
    path: '/impersonation',
    component: lazyPage(async () => (await import('./access/impersonations.web.tsx')).Impersonations),
  },
  {
    path: '/ownership-transfer',
    component: lazyPage(async () => (await import('./vehicles/transfers.web.tsx')).Transfers),
  },
  {
    path: '/mail',
    nested: true,
    component: lazyPage(async () => (await import('./mail/space.web.tsx')).MailSpace),
  },
  {
    path: '/role',
    nested: true,
    component: lazyPage(async () => (await import('./access/role-space.web.tsx')).RoleSpace),
  },
  {
    path: '/vehicle-trips',
    nested: true,
    component: lazyPage(async () => (await import('./tracking/trip-space.web.tsx')).TripSpace),
  },
  {
    path: '/device-health',
    component: lazyPage(async () => (await import('./tracking/device-board.web.tsx')).DeviceHealthBoard),
  },
  {
    path: '/document-review',
    component: lazyPage(async () => (await import('./documents/review.web.tsx')).Review),
  },
  {
    path: '/obligations',
    component: lazyPage(async () => (await import('./documents/obligations.web.tsx')).Obligations),
  },
  { path: '/module', component: lazyPage(async () => (await import('./access/module-page.web.tsx')).ModulePage) },
  { path: '/access/why', component: lazyPage(async () => (await import('./access/why.web.tsx')).Why) },
  ...catalogueScreens(
    // Roles have pages of their own.
    catalogues.filter(({ path }) => path !== 'role'),
    { views, actions, tabs },
  ),
];
