import { IconWallet } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './wallet.contract.ts';

export const web: AreaWeb = {
  contract,
  charts: {
    'wallet-flow': { title: 'wallet.chart.title', series: { in: 'wallet.chart.in', out: 'wallet.chart.out' } },
  },
  screens: { '/wallet': lazyPage(async () => (await import('./wallet.page.tsx')).WalletSpace) },
  tabs: {
    'app-user': {
      tabs: [
        {
          slug: 'wallet',
          order: 40,
          label: 'wallet.one',
          needs: 'view',
          also: 'wallet',
          component: lazyPage(async () => (await import('./home/user-wallet.tab.tsx')).UserWallet),
        },
      ],
    },
  },
  work: {
    'wallets-low': { title: 'wallet.low.work', unit: 'wallet.low.unit' },
    'adjustments-to-approve': { title: 'wallet.work.title', unit: 'wallet.work.unit' },
  },
  icons: { wallet: IconWallet },
};
