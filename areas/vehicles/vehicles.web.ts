import { IconCar, IconTransfer, IconTruck } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import type { AreaAction } from '#kit/web/catalogue/area-actions.tsx';
import type { CatalogueView } from '#kit/web/catalogue/views.tsx';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './vehicles.contract.ts';

const explorer: CatalogueView = {
  slug: 'explore',
  label: 'views.explore',
  needs: 'view',
  component: lazyPage(async () => (await import('./catalogue/explorer.tsx')).VehicleExplorer),
};

const setSituation: AreaAction = {
  key: 'situation',
  label: 'vehicles.setSituation',
  needs: 'edit',
  inMenu: true,
  dialog: lazyPage(async () => (await import('./vehicle/operational-status.dialog.tsx')).SetOperationalStatus),
};
const offer: AreaAction = {
  key: 'offer',
  label: 'vehicles.offer',
  needs: 'edit',
  inMenu: true,
  dialog: lazyPage(async () => (await import('./transfers/offer-vehicle.dialog.tsx')).OfferVehicle),
};

export const web: AreaWeb = {
  contract,
  work: {
    'vehicles-blocked': {
      title: 'vehicles.work.blocked',
      unit: 'vehicles.work.blockedUnit',
      parts: { soon: 'vehicles.work.soon', drafts: 'vehicles.work.drafts' },
    },
    'transfers-open': { title: 'vehicles.work.transfers', unit: 'vehicles.work.transfersUnit' },
    'model-requests-open': { title: 'vehicles.work.models', unit: 'vehicles.work.modelsUnit' },
  },
  screens: {
    '/model-request': lazyPage(async () => (await import('./catalogue/model-requests.page.tsx')).ModelRequests),
    '/ownership-transfer': lazyPage(async () => (await import('./transfers/transfers.page.tsx')).Transfers),
  },
  views: {
    'vehicle-brand': [explorer],
    'vehicle-model': [explorer],
    'vehicle-specification': [explorer],
  },
  actions: { vehicle: [setSituation, offer] },
  bulk: {
    vehicle: [
      {
        key: 'group',
        label: 'vehicleGroups.addToGroup',
        needs: { module: 'vehicle-group', action: 'edit' },
        dialog: lazyPage(async () => (await import('./groups/add-to-group.dialog.tsx')).AddSelected),
      },
    ],
  },
  tabs: {
    vehicle: {
      shows: ['registrationNo', 'verdict', 'verdictLine', 'driverId'],
      headline: lazyPage(async () => (await import('./vehicle/vehicle-headline.tsx')).VehicleHeadline),
      header: lazyPage(async () => (await import('./vehicle/vehicle-head.tsx')).VehicleHead),
      banner: lazyPage(async () => (await import('./vehicle/compliance-banner.tsx')).ComplianceBanner),
      panels: [
        {
          place: 'side',
          order: 10,
          component: lazyPage(async () => (await import('./vehicle/driver-card.panel.tsx')).DriverCard),
        },
        {
          place: 'banner',
          order: 20,
          also: 'drivers',
          component: lazyPage(async () => (await import('./vehicle/licence.fact.tsx')).LicenceFact),
        },
        {
          place: 'side',
          order: 60,
          also: 'vehicle-group',
          component: lazyPage(async () => (await import('./groups/vehicle-groups.panel.tsx')).VehicleGroups),
        },
      ],
      tabs: [
        {
          slug: 'drivers',
          order: 20,
          label: 'vehicles.drivers',
          needs: 'view',
          component: lazyPage(async () => (await import('./assignments/vehicle-drivers.tab.tsx')).VehicleDrivers),
        },
      ],
      firstTabs: [
        'papers',
        'insurance',
        'trips',
        'violations',
        'challan.vehicleId',
        'devices',
        'help-desk.vehicleId',
        'drivers',
      ],
      keptAs: 'activeTab',
      opensOnOverview: true,
    },
    'vehicle-group': {
      tabs: [
        {
          slug: 'vehicles',
          order: 10,
          label: 'vehicleGroups.vehicles',
          needs: 'view',
          also: 'vehicle',
          component: lazyPage(async () => (await import('./groups/group-vehicles.tab.tsx')).GroupVehicles),
        },
      ],
    },
  },
  toasts: {
    'POST /vehicle': 'toast.vehicle.created',
    'PUT /vehicle/{id}': 'toast.vehicle.updated',
    'DELETE /vehicle/{id}': 'toast.vehicle.deleted',
    'POST /vehicle-brand': 'toast.vehicle-brand.created',
    'PUT /vehicle-brand/{id}': 'toast.vehicle-brand.updated',
    'DELETE /vehicle-brand/{id}': 'toast.vehicle-brand.deleted',
    'POST /vehicle-model': 'toast.vehicle-model.created',
    'PUT /vehicle-model/{id}': 'toast.vehicle-model.updated',
    'DELETE /vehicle-model/{id}': 'toast.vehicle-model.deleted',
    'POST /vehicle-type': 'toast.vehicle-type.created',
    'PUT /vehicle-type/{id}': 'toast.vehicle-type.updated',
    'DELETE /vehicle-type/{id}': 'toast.vehicle-type.deleted',
  },
  icons: {
    car: IconCar,
    truck: IconTruck,
    transfer: IconTransfer,
  },
};
