import { IconLifebuoy } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useT } from '#kit/web/i18n.ts';
import type { ActProps } from '#kit/web/ui/acts.tsx';

const askAbout = (field: 'tripId' | 'transactionId') =>
  function Ask({ id, look }: ActProps) {
    const t = useT();
    return (
      <Link
        to="/help-desk/new"
        search={{ [`val[${field}]`]: id } as never}
        className={look === 'icon' ? 'btn d ic' : 'btn d'}
        aria-label={look === 'icon' ? t('acts.ask') : undefined}
        title={look === 'icon' ? t('acts.ask') : undefined}
      >
        <IconLifebuoy className="i s" aria-hidden="true" />
        {look === 'icon' ? null : t('acts.ask')}
      </Link>
    );
  };

/** From the page of a trip or of a transaction: a ticket about it. */
export const AskAboutTrip = askAbout('tripId');
export const AskAboutTransaction = askAbout('transactionId');
