import type { AreaContract } from '#kit/contract/area.ts';

export const contract: AreaContract = {
  name: 'integrations',
  pages: [
    {
      path: '/api-key',
      key: 'api-key',
      name: 'API keys',
      menu: {
        group: 'group-settings',
        icon: 'key',
        order: 170,
        needs: 'create',
        clientTabOf: 'organisation',
        staffTabOf: 'user',
      },
      actions: ['view', 'create', 'delete'],
      clients: ['view', 'create', 'delete'],
      inClientMenu: true,
    },
    {
      path: '/webhook',
      key: 'webhook',
      name: 'Webhooks',
      menu: {
        group: 'group-settings',
        icon: 'webhook',
        order: 171,
        tabOf: 'api-key',
        clientTabOf: 'organisation',
        staffTabOf: 'user',
      },
      actions: ['view', 'create', 'edit', 'delete'],
      clients: ['view', 'create', 'edit', 'delete'],
      inClientMenu: true,
    },
  ],
};
