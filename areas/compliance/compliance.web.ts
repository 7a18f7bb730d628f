import { IconCalendarDue } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './compliance.contract.ts';

export const web: AreaWeb = {
  contract,
  work: {
    'deadlines-near': {
      title: 'deadlines.work.near',
      unit: 'deadlines.work.nearUnit',
      parts: { expired: 'deadlines.work.expired', week: 'deadlines.work.week' },
    },
  },
  screens: { '/obligations': lazyPage(async () => (await import('./deadlines/deadlines.page.tsx')).Deadlines) },
  icons: { 'calendar-due': IconCalendarDue },
};
