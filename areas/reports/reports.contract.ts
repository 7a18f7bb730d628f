import type { AreaContract } from '#kit/contract/area.ts';
import { reportSchedule } from './schedule/schedule.contract.ts';

export const contract: AreaContract = {
  name: 'reports',
  catalogues: [reportSchedule],
  pages: [
    {
      path: '/reports',
      key: 'report',
      name: 'Reports',
      menu: { group: 'group-fleet', icon: 'report-analytics', order: 131 },
      actions: ['view', 'export'],
      clients: ['view', 'export'],
      inClientMenu: true,
    },
  ],
};
