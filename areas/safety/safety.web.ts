import { IconPhoneCall } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './safety.contract.ts';

export const web: AreaWeb = {
  contract,
  icons: { 'phone-call': IconPhoneCall },
  views: {
    sos: [
      {
        slug: 'by-state',
        label: 'views.byState',
        needs: 'view',
        component: lazyPage(async () => (await import('./sos-by-state.tsx')).SosByState),
      },
    ],
  },
  help: [
    {
      order: 10,
      title: 'sos.help',
      needs: 'sos',
      component: lazyPage(async () => (await import('./emergency-numbers.tsx')).EmergencyNumbers),
    },
  ],
  toasts: {
    'POST /sos': 'toast.sos.created',
    'PUT /sos/{id}': 'toast.sos.updated',
    'DELETE /sos/{id}': 'toast.sos.deleted',
  },
};
