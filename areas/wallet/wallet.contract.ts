import type { AreaContract } from '#kit/contract/area.ts';

export const contract: AreaContract = {
  name: 'wallet',
  pages: [
    {
      path: '/wallet',
      nested: true,
      key: 'wallet',
      name: 'Wallets',
      menu: { group: 'group-people', icon: 'wallet', order: 1_500, needs: 'create' },
      actions: ['view', 'create', 'edit', 'approve', 'export'],
      clients: ['view', 'create', 'export'],
      inClientMenu: true,
    },
  ],
};
