import { Link } from '@tanstack/react-router';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';

/** The lists of mail beside each other, for whoever may see them. */
export function MailTabs({ refused }: { refused?: number | undefined }) {
  const t = useT();
  const can = useCan();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const exactly = { exact: true };
  return (
    <nav className="tabs" aria-label={t('mail.tabs')}>
      {can('mail', 'view') ? (
        <Link to="/mail" activeOptions={exactly}>
          {t('mail.outbox')}
        </Link>
      ) : null}
      {can('mail', 'view') && isStaff && can('ticket-note', 'view') ? (
        <Link to="/mail/incoming" activeOptions={exactly}>
          {t('mail.in.title')}
        </Link>
      ) : null}
      {can('mail', 'view') && isStaff ? (
        <Link to="/mail/suppressed" activeOptions={exactly}>
          {t('mail.suppressed')}
          {refused ? <span className="n">{formatNumber(refused)}</span> : null}
        </Link>
      ) : null}
      {can('mail-template', 'view') ? (
        <Link to="/mail/templates" activeOptions={exactly}>
          {t('mail.templates')}
        </Link>
      ) : null}
    </nav>
  );
}
