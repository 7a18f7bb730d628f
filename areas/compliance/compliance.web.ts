import { IconCalendarDue } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import type { RecordPanel } from '#kit/web/catalogue/record/record-tabs.tsx';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './compliance.contract.ts';
import { shortName, shortReason } from './status/short-reason.web.ts';

/** What is due next, beside the facts of a record. */
const deadlines: RecordPanel = {
  place: 'side',
  order: 18,
  also: 'obligation',
  shows: ['nextDeadline'],
  component: lazyPage(async () => (await import('./deadlines/deadlines.panel.tsx')).NextDeadlines),
};

export const web: AreaWeb = {
  contract,
  charts: {
    'expiries-ahead': {
      title: 'deadlines.chart.title',
      series: {
        PAPER: 'deadlines.chart.PAPER',
        LICENCE: 'deadlines.chart.LICENCE',
        MEDICAL: 'deadlines.chart.MEDICAL',
      },
    },
  },
  work: {
    'deadlines-near': {
      title: 'deadlines.work.near',
      unit: 'deadlines.work.nearUnit',
      parts: { expired: 'deadlines.work.expired', week: 'deadlines.work.week' },
    },
  },
  shortWords: { reason: shortReason, name: shortName },
  screens: { '/obligations': lazyPage(async () => (await import('./deadlines/deadlines.page.tsx')).Deadlines) },
  tabs: { vehicle: { tabs: [], panels: [deadlines] }, drivers: { tabs: [], panels: [deadlines] } },
  icons: { 'calendar-due': IconCalendarDue },
};
