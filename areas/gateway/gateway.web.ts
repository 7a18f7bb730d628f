import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './gateway.contract.ts';

export const web: AreaWeb = {
  contract,
  tabs: {
    device: {
      tabs: [
        {
          slug: 'frames',
          order: 40,
          label: 'devices.frames',
          needs: 'view',
          component: lazyPage(async () => (await import('./positions/frames.tab.tsx')).DeviceFrames),
        },
      ],
    },
  },
};
