import { IconHelpCircle } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { arrange } from '#kit/web/catalogue/arrange-view.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './helpdesk.contract.ts';
import { open } from './helpdesk.open.web.ts';

export const web: AreaWeb = {
  contract,
  views: {
    'help-category': [arrange],
    purpose: [arrange],
    'faq-category': [arrange],
    faq: [{ ...arrange, component: lazyPage(async () => (await import('./faq-order.tsx')).FaqArrange) }],
  },
  screens: { ...open, '/help': lazyPage(async () => (await import('./help.page.tsx')).HelpCentre) },
  toasts: {
    'POST /help-desk': 'toast.helpdesk.created',
    'PUT /help-desk/{id}': 'toast.helpdesk.updated',
    'PUT /help-desk/request-status/{id}': 'toast.helpdesk.updated',
  },
  icons: {
    'help-circle': IconHelpCircle,
  },
};
