import { IconSitemap } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './rights.contract.ts';

export const web: AreaWeb = {
  contract,
  screens: {
    '/role': lazyPage(async () => (await import('./roles/roles.page.tsx')).RoleSpace),
    '/module': lazyPage(async () => (await import('./modules/modules.page.tsx')).ModulePage),
    '/access/why': lazyPage(async () => (await import('./explain/explain.page.tsx')).Why),
  },
  views: {
    user: [
      {
        slug: 'scope',
        label: 'views.scope',
        needs: 'edit',
        component: lazyPage(async () => (await import('./data-scope/user-scopes.tsx')).UserScopes),
      },
    ],
  },
  tabs: {
    user: {
      tabs: [
        {
          slug: 'scope',
          order: 10,
          label: 'scopes.tab',
          needs: 'view',
          component: lazyPage(async () => (await import('./data-scope/data-scope.tab.tsx')).WorksOn),
        },
      ],
    },
  },
  toasts: {
    'POST /role': 'toast.role.created',
    'PUT /role/{id}': 'toast.role.updated',
    'DELETE /role/{id}': 'toast.role.deleted',
    'POST /role/update-level': 'toast.role.level',
    'PUT /module/update-parent/{id}': 'toast.module.shifted',
  },
  icons: { sitemap: IconSitemap },
};
