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
    {
      path: '/rule-trial',
      nested: true,
      key: 'rule-trial',
      name: 'Trials on past trips',
      menu: { group: 'group-fleet', icon: 'flask', order: 137, tabOf: 'road' },
      actions: ['view', 'create'],
    },
  ],
};
