import { IconFileImport, IconMapSearch } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './roads.contract.ts';
import { roadSources, roadTiles } from './tiles/road-tiles.contract.ts';

export const web: AreaWeb = {
  contract,
  streets: { module: 'road', ...roadTiles, attribution: roadSources },
  screens: {
    '/speed-limit-check': lazyPage(async () => (await import('./limits/probe.page.tsx')).ProbePage),
    '/road-import': lazyPage(async () => (await import('./import/screen/road-imports.page.tsx')).RoadImportSpace),
  },
  actions: {
    road: [
      {
        key: 'split',
        label: 'roads.split.action',
        needs: 'edit',
        also: { module: 'road', action: 'create' },
        inMenu: true,
        dialog: lazyPage(async () => (await import('./split/split.dialog.tsx')).SplitRoad),
      },
    ],
  },
  tabs: {
    road: {
      tabs: [
        {
          slug: 'limits',
          order: 10,
          label: 'roads.limits',
          needs: 'view',
          also: 'road-speed-rule',
          instead: 'road-speed-rule',
          component: lazyPage(async () => (await import('./rules/limits.tab.tsx')).LimitsTab),
        },
      ],
      panels: [
        {
          place: 'main',
          order: 10,
          component: lazyPage(async () => (await import('./draw/line.panel.tsx')).LinePanel),
        },
        {
          place: 'side',
          order: 30,
          component: lazyPage(async () => (await import('./import/screen/road-origin.panel.tsx')).RoadOriginPanel),
        },
      ],
      form: lazyPage(async () => (await import('./draw/line-form.part.tsx')).LineFormPart),
    },
    'road-type': {
      tabs: [],
      panels: [
        {
          place: 'main',
          order: 10,
          component: lazyPage(async () => (await import('./types/earlier-limits.panel.tsx')).EarlierLimits),
        },
      ],
    },
    'road-speed-rule': {
      tabs: [],
      form: lazyPage(async () => (await import('./rules/rule-form.part.tsx')).RuleFormPart),
    },
  },
  toasts: {
    'POST /speed-configuration': 'toast.speed-configuration.created',
    'PUT /speed-configuration/{id}': 'toast.speed-configuration.updated',
    'DELETE /speed-configuration/{id}': 'toast.speed-configuration.deleted',
  },
  icons: { 'file-import': IconFileImport, 'map-search': IconMapSearch },
};
