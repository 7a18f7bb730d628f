import { IconCheckupList, IconFileCertificate } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { arrange } from '#kit/web/catalogue/arrange-view.ts';
import type { RecordPanel, RecordTab } from '#kit/web/catalogue/record/record-tabs.tsx';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './documents.contract.ts';

/** Documents of a vehicle, a driver or an owner, instead of the plain list of them. */
const papers: RecordTab = {
  slug: 'papers',
  order: 10,
  label: 'papers.tab',
  needs: 'view',
  instead: 'vehicle-kyc-doc',
  component: lazyPage(async () => (await import('./documents/documents.tab.tsx')).DocumentsTab),
};

/** How long they are valid, in the overview of the record. */
const lives: RecordPanel = {
  place: 'main',
  order: 10,
  also: 'vehicle-kyc-doc',
  shows: ['registrationUpto', 'insuranceUpto', 'pucUpto', 'fitnessUpto', 'permitUpto', 'taxUpto'],
  component: lazyPage(async () => (await import('./documents/life-bars.panel.tsx')).DocumentLives),
};

/** How many of them are valid, in the banner of the record. */
const valid: RecordPanel = {
  place: 'banner',
  order: 10,
  also: 'vehicle-kyc-doc',
  component: lazyPage(async () => (await import('./documents/documents.fact.tsx')).DocumentsFact),
};

export const web: AreaWeb = {
  contract,
  work: {
    'documents-to-review': { title: 'documents.work.review', unit: 'documents.work.reviewUnit' },
    'documents-sent-back': {
      title: 'documents.work.sentBack',
      unit: 'documents.work.sentBackUnit',
      parts: { again: 'documents.work.again' },
    },
  },
  screens: { '/document-review': lazyPage(async () => (await import('./review/review.page.tsx')).Review) },
  views: { 'kyc-doc': [arrange] },
  tabs: {
    vehicle: { tabs: [papers], panels: [lives, valid] },
    drivers: { tabs: [papers], panels: [lives, valid] },
    organisation: { tabs: [papers] },
    'app-user': { tabs: [papers] },
  },
  toasts: {
    'POST /vehicle-kyc-doc': 'toast.vehicle-kyc-doc.created',
    'PUT /vehicle-kyc-doc/{id}': 'toast.vehicle-kyc-doc.updated',
    'DELETE /vehicle-kyc-doc/{id}': 'toast.vehicle-kyc-doc.deleted',
  },
  icons: { 'file-certificate': IconFileCertificate, 'checkup-list': IconCheckupList },
};
