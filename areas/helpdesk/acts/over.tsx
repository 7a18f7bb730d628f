import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { rowAction } from '#kit/web/ui/use-action.ts';
import { closed, reopened, type RequestStatus, resolved } from '../tickets/request-status.rules.ts';
import { refreshTickets, type Ticket, turnTo } from '../talk/talk.queries.ts';
import styles from './acts.module.css';
import { Rating } from './rating.tsx';

/** What is left for the customer to do with a ticket that is resolved or closed: say so, open it again, rate it, or ask anew. */
export function OverForCustomer({ row }: { row: Ticket }) {
  const t = useT();
  const can = useCan();
  const [user] = useKept('userData');
  const [busy, setBusy] = useState(false);
  const status = row.requestStatus as RequestStatus;
  const turn = async (to: RequestStatus) => {
    setBusy(true);
    await rowAction(refreshTickets, () => turnTo(row, to, null, { once: true }));
    setBusy(false);
  };
  return (
    <section className={`sheet sec ${styles.over}`} aria-label={t('over.title')}>
      <h2 className="h2">
        <bdi>{t(status === resolved ? 'over.resolved' : 'over.closed')}</bdi>
      </h2>
      {status === resolved ? (
        <div className="row wrap">
          <button type="button" className="btn d" disabled={busy} onClick={() => void turn(closed)}>
            {t('over.close')}
          </button>
          <button type="button" className="btn d" disabled={busy} onClick={() => void turn(reopened)}>
            {t('over.reopen')}
          </button>
        </div>
      ) : can('help-desk', 'create') ? (
        <p>
          <Link
            to="/help-desk/new"
            search={{ 'val[followsId]': row.id, 'val[categoryId]': row.categoryId } as never}
            className="btn d"
          >
            {t('over.askAnew')}
          </Link>
        </p>
      ) : null}
      {/* What a customer thinks is for the customer to say. */}
      {user?.impersonatedBy ? null : <Rating key={row.version} row={row} />}
    </section>
  );
}
