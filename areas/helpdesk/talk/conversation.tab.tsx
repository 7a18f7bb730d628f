import { Link } from '@tanstack/react-router';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { Beside } from '../beside/beside.tsx';
import { OverForCustomer } from '../acts/over.tsx';
import { closed, isOver, type RequestStatus, resolved } from '../tickets/request-status.rules.ts';
import type { helpDesk } from '../tickets/ticket.contract.ts';
import { Composer } from './composer.tsx';
import { Items } from './items.tsx';
import { useConversation, useQuoted } from './talk.queries.ts';
import styles from './talk.module.css';

/** What was said in a ticket, where one answers, and beside it what the ticket is about. */
export function Conversation({ row }: RecordTabProps<typeof helpDesk>) {
  const t = useT();
  const can = useCan();
  const isStaff = useKept('userData')[0]?.kind === 'staff' && can('ticket-note', 'view');
  const { data, error, refetch } = useConversation(row.id);
  const quoted = useQuoted(row.id);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const status = row.requestStatus as RequestStatus;
  const isShut = row.status === 0 || row.mergedIntoId !== null || (!isStaff && status === closed);
  return (
    <div className={styles.page}>
      <section className={styles.talk} aria-label={t('talk.title')}>
        {data ? <Items row={row} items={data} quoted={quoted} /> : <span className="sk" aria-hidden="true" />}
        {row.mergedIntoId ? (
          <p className="alert info">
            <span>
              {t('talk.mergedInto')} <Link to={`/help-desk/${row.mergedIntoId}`}>{row.mergedInto?.label}</Link>
            </span>
          </p>
        ) : null}
        {!isStaff && isOver(status) && row.mergedIntoId === null ? <OverForCustomer row={row} /> : null}
        {!isStaff && status === resolved ? <p className="t2 sm">{t('talk.reopens')}</p> : null}
        {isShut || !data ? null : <Composer row={row} items={data} isStaff={isStaff} />}
      </section>
      <Beside row={row} isStaff={isStaff} />
    </div>
  );
}
