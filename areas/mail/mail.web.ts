import { IconMail } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './mail.contract.ts';

export const web: AreaWeb = {
  contract,
  work: {
    'mails-undelivered': {
      title: 'mail.work.undelivered',
      unit: 'mail.work.undeliveredUnit',
      parts: { bounced: 'mail.work.bounced' },
    },
  },
  screens: { '/mail': lazyPage(async () => (await import('./mail.page.tsx')).MailSpace) },
  icons: { mail: IconMail },
};
