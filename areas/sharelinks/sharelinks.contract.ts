import type { AreaContract } from '#kit/contract/area.ts';

export const contract: AreaContract = {
  name: 'sharelinks',
  pages: [
    // The token of a link stands in its address.
    { path: '/s/$token', open: true },
    {
      path: '/share-link',
      key: 'share-link',
      name: 'Share links',
      menu: {
        group: 'group-fleet',
        icon: 'link',
        order: 7,
        needs: 'create',
        clientTabOf: 'live-map',
        staffTabOf: 'live-map',
      },
      actions: ['view', 'create', 'delete'],
      clients: ['view', 'create', 'delete'],
      inClientMenu: true,
    },
  ],
};
