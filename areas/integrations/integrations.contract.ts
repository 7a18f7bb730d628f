import type { AreaContract } from '#kit/contract/area.ts';

export const contract: AreaContract = {
  name: 'integrations',
  pages: [
    {
      path: '/api-key',
      key: 'api-key',
      name: 'API keys',
      menu: { group: 'group-settings', icon: 'key', order: 170, needs: 'create' },
      actions: ['view', 'create', 'delete'],
      clients: ['view', 'create', 'delete'],
      inClientMenu: true,
    },
  ],
};
