import { IconKey, IconWebhook } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './integrations.contract.ts';

export const web: AreaWeb = {
  contract,
  screens: {
    '/api-key': lazyPage(async () => (await import('./keys/keys.page.tsx')).ApiKeys),
    '/webhook': lazyPage(async () => (await import('./webhooks/webhooks.page.tsx')).Webhooks),
  },
  icons: { key: IconKey, webhook: IconWebhook },
};
