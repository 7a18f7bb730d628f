import { IconCalendarStats, IconReportAnalytics } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './reports.contract.ts';

export const web: AreaWeb = {
  contract,
  charts: {
    'distance-per-day': { title: 'reports.dayChart.title', series: { distance: 'reports.dayChart.distance' } },
  },
  screens: { '/reports': lazyPage(async () => (await import('./reports.page.tsx')).Reports) },
  icons: { 'report-analytics': IconReportAnalytics, 'calendar-stats': IconCalendarStats },
};
