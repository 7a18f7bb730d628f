import type { AreaContract } from '#kit/contract/area.ts';

export const contract: AreaContract = {
  name: 'rights',
  pages: [
    // Roles are a catalogue; their pages are drawn by hand.
    { path: '/role', nested: true },
    {
      path: '/module',
      key: 'module',
      name: 'Modules',
      menu: { group: 'group-settings', icon: 'sitemap', order: 160, staffTabOf: 'user' },
      actions: ['view', 'edit', 'status'],
    },
    { path: '/access/why' },
  ],
};
