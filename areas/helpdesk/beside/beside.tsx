import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useRows } from '#kit/web/catalogue/data.ts';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import { helpDesk } from '../tickets/ticket.contract.ts';
import type { Ticket } from '../talk/talk.queries.ts';
import { useStatusName } from '../talk/items.tsx';
import { Clock } from './clock.tsx';
import { Handling } from './handling.tsx';
import { LinkedTransaction, LinkedTrip } from './linked-other.tsx';
import { LinkedTickets } from './linked-tickets.tsx';
import { links, LinkedRecord } from './linked-record.tsx';
import { toneOf } from './tone.ts';
import styles from './beside.module.css';

/** Beside the conversation: when an answer is due, who asks, what it is about, who has it, and what else the customer asked. */
export function Beside({ row, isStaff }: { row: Ticket; isStaff: boolean }) {
  const t = useT();
  return (
    <aside className={styles.beside} aria-label={t('beside.title')}>
      <Clock row={row} />
      <div className="sheet">
        {links.map((link) => {
          const id = row[link.field];
          return id ? <LinkedRecord key={link.field} link={link} id={id} /> : null;
        })}
        {row.tripId ? <LinkedTrip id={row.tripId} name={row.tripName} /> : null}
        {row.transactionId ? <LinkedTransaction id={row.transactionId} name={row.transactionNo} /> : null}
        {isStaff && row.appUserId ? <LinkedRecord link={customer} id={row.appUserId} /> : null}
        <Handling row={row} isStaff={isStaff} />
        <LinkedTickets ticketId={row.id} isStaff={isStaff} />
        <OtherTickets row={row} isStaff={isStaff} />
      </div>
    </aside>
  );
}

const customer = {
  field: 'appUserId',
  path: 'app-user',
  label: 'beside.customer',
  facts: ['mobile', 'email', 'orgId'],
} as const;

/** What else was asked by the customer, or where nobody is named by the organisation, newest first. */
function OtherTickets({ row, isStaff }: { row: Ticket; isStaff: boolean }) {
  const t = useT();
  const id = useId();
  const can = useCan();
  const nameOf = useStatusName();
  const by: Record<string, string> = row.appUserId
    ? { appUserId: row.appUserId }
    : row.orgId
      ? { orgId: row.orgId }
      : {};
  const { data } = useRows(helpDesk, { ...by, sort: '-createdAt', take: '6' });
  const others = (data?.data ?? []).filter((one) => one.id !== row.id).slice(0, 5);
  if (!can('help-desk', 'view') || Object.keys(by).length === 0 || others.length === 0) return null;
  return (
    <section className="sec" aria-labelledby={id}>
      <h2 className={styles.heading} id={id}>
        {t(isStaff ? 'beside.others' : 'beside.ownOthers')}
      </h2>
      <ul className={styles.others}>
        {others.map((one) => (
          <li key={one.id}>
            <Link to={`/help-desk/${one.id}`} className="cut">
              <bdi>{one.subject}</bdi>
            </Link>
            <span className="t2 sm">
              <bdi className={`st ${toneOf(one.requestStatus)}`}>{nameOf(one.requestStatus)}</bdi>{' '}
              <Ago at={one.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
