import type { AreaContract } from '#kit/contract/area.ts';

export const contract: AreaContract = {
  name: 'speeding',
  pages: [
    {
      path: '/violation',
      nested: true,
      key: 'violation',
      name: 'Violations',
      menu: { group: 'group-work', icon: 'gauge', order: 25 },
      actions: ['view', 'approve', 'export'],
      clients: ['view', 'export'],
      inClientMenu: true,
    },
  ],
};
