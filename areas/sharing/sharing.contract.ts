import type { AreaContract } from '#kit/contract/area.ts';

export const contract: AreaContract = {
  name: 'sharing',
  pages: [
    {
      path: '/shared-vehicle',
      nested: true,
      key: 'shared-vehicle',
      name: 'Shared with me',
      menu: { group: 'group-fleet', icon: 'share', order: 76, tabOf: 'vehicle' },
      // To accept what is shared with oneself, and to give it back, is one's own matter.
      actions: ['view'],
      clients: ['view'],
      inClientMenu: true,
    },
  ],
};
