import { IconHomeMove } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './duty.contract.ts';

export const web: AreaWeb = {
  contract,
  icons: { 'home-move': IconHomeMove },
  tabs: {
    'off-duty-rule': {
      tabs: [],
      panels: [
        {
          place: 'main',
          order: 10,
          component: lazyPage(async () => (await import('./rule/held.panel.tsx')).HeldPanel),
        },
      ],
      formBelow: [lazyPage(async () => (await import('./rule/effect-form.part.tsx')).EffectFormPart)],
    },
  },
};
