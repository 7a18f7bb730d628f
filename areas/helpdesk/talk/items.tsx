import {
  IconArrowsExchange,
  IconArrowsJoin2,
  IconArrowsSplit2,
  IconHelpCircle,
  IconLock,
  IconMessageForward,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { When } from '#kit/web/ui/when.tsx';
import { replyIn } from '../faq/faq-of-reply.web.ts';
import type { ConversationItem } from '../tickets/conversation.contract.ts';
import { attachmentNames, requestStatuses } from '../tickets/ticket.contract.ts';
import { Attachments } from './attachments.tsx';
import { OwnWords } from './own-words.tsx';
import type { Ticket } from './talk.queries.ts';
import styles from './talk.module.css';

/** What a status is called by its reader. */
export function useStatusName(): (status: number) => string {
  const isClient = useKept('userData')[0]?.kind === 'client';
  return (status) => {
    const found: { label: string; forClients?: string } | undefined = requestStatuses.find(
      ({ value }) => value === String(status),
    );
    return (isClient ? found?.forClients : undefined) ?? found?.label ?? String(status);
  };
}

/** What was asked, and all that was said and happened since, oldest first. */
export function Items(props: { row: Ticket; items: readonly ConversationItem[]; quoted: string | null }) {
  const t = useT();
  const { row, items, quoted } = props;
  const asker = row.appUser?.label ?? row.org?.label ?? '';
  const files = attachmentNames.flatMap((name) => row[name] ?? []);
  return (
    <ol className={styles.items} aria-label={t('talk.title')}>
      <li className={`${styles.item} ${styles.customer}`}>
        <Initials name={asker} isStaff={row.channel === 'STAFF'} />
        <p className={styles.who}>
          <b>
            <bdi>{asker}</bdi>
          </b>
          <span className="t2">{t(row.channel === 'STAFF' ? 'talk.askedByStaff' : 'talk.asked')}</span>
          <When at={row.createdAt} />
        </p>
        <div className={styles.say}>
          <p className={styles.text}>
            <bdi>{row.description}</bdi>
          </p>
          <Quoted text={quoted} />
          <Attachments files={files} from={asker} />
        </div>
      </li>
      {items.map((item) =>
        item.kind === 'STATUS' ? <Turn key={item.id} item={item} /> : <Said key={item.id} row={row} item={item} />,
      )}
    </ol>
  );
}

/** What stood below the words of a mail: folded, for it was read before. */
function Quoted({ text }: { text: string | null }) {
  const t = useT();
  if (text === null) return null;
  return (
    <details className={styles.quoted}>
      <summary className="sm t2">{t('talk.quoted')}</summary>
      <p className={styles.text}>
        <bdi>{text}</bdi>
      </p>
    </details>
  );
}

const Initials = ({ name, isStaff }: { name: string; isStaff: boolean }) => (
  <span className={isStaff ? 'avatar' : `avatar ${styles.outside}`} aria-hidden="true">
    {name
      .split(/\s+/)
      .map(([first = '']) => first.toUpperCase())
      .slice(0, 2)
      .join('')}
  </span>
);

/** The status was turned; the first turn is the ticket itself. */
function Turn({ item }: { item: ConversationItem }) {
  const t = useT();
  const nameOf = useStatusName();
  if (item.fromStatus === null || item.toStatus === null) return null;
  return (
    <li className={styles.turn}>
      <IconArrowsExchange className="i s" aria-hidden="true" />
      <bdi>{t('talk.turned', { who: item.author, status: nameOf(item.toStatus) })}</bdi>
      <When at={item.at} />
    </li>
  );
}

/** True until the moment has passed. */
function useIsBefore(moment: string | null): boolean {
  const leftMs = () => (moment === null ? 0 : Date.parse(moment) - Date.now());
  const [isOpen, setOpen] = useState(() => leftMs() > 0);
  useEffect(() => {
    const left = leftMs();
    setOpen(left > 0);
    if (left <= 0) return;
    const timer = setTimeout(() => setOpen(false), left);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- counted from when the moment is told
  }, [moment]);
  return isOpen;
}

/** Words of the customer, of the desk, or of the desk for itself. */
function Said({ row, item }: { row: Ticket; item: ConversationItem }) {
  const t = useT();
  const can = useCan();
  const isClient = useKept('userData')[0]?.kind === 'client';
  const [editing, setEditing] = useState(false);
  const mayChange = useIsBefore(item.editableUntil);
  const isInternal = item.kind !== 'REPLY' && item.kind !== 'QUESTION';
  const mayBecomeFaq = !isClient && !isInternal && item.byStaff && can('faq', 'create') && can('ticket-note', 'view');
  const look = isInternal ? styles.internal : item.byStaff ? styles.desk : styles.customer;
  return (
    <li className={`${styles.item} ${look}`} data-kind={item.kind}>
      <Initials name={item.author} isStaff={item.byStaff} />
      <p className={styles.who}>
        <b>
          <bdi>{item.author}</bdi>
        </b>
        {isInternal ? (
          <span className={styles.label}>
            <IconLock className="i s" aria-hidden="true" />
            {t('talk.internal')}
          </span>
        ) : (
          <span className="t2">
            {t(item.byStaff ? (isClient ? 'talk.answered' : 'talk.byDesk') : 'talk.byCustomer')}
          </span>
        )}
        {item.ofTicket ? <span className="tag">{t('talk.ofTicket', { number: item.ofTicket })}</span> : null}
        <span className={styles.at}>
          {item.editedAt ? <span className="t3">{t('talk.changed')}</span> : null} <When at={item.at} />
        </span>
      </p>
      <div className={styles.say}>
        <Happened item={item} />
        {editing ? (
          <OwnWords row={row} item={item} onClose={() => setEditing(false)} />
        ) : (
          <>
            {namesOther(item.kind) ? null : (
              <p className={styles.text}>
                <bdi>{item.text}</bdi>
              </p>
            )}
            <Quoted text={item.quoted} />
            <Attachments files={item.attachments} from={item.author} />
            {mayChange || mayBecomeFaq ? (
              <div className="row wrap">
                {mayChange ? (
                  <button type="button" className="btn g sm" onClick={() => setEditing(true)}>
                    {t('talk.change')}
                  </button>
                ) : null}
                {mayBecomeFaq ? (
                  <Link to="/faq/new" search={{ [`val[${replyIn}]`]: item.id } as never} className="btn g sm">
                    <IconHelpCircle className="i s" aria-hidden="true" />
                    {t('faqOfReply.make')}
                  </Link>
                ) : null}
              </div>
            ) : null}
          </>
        )}
      </div>
    </li>
  );
}

/** Whether the words of a note are the number of another ticket. */
const namesOther = (kind: ConversationItem['kind']): boolean =>
  kind === 'MERGE' || kind === 'SPLIT_FROM' || kind === 'SPLIT_INTO';

/** What the product noted with the words. */
function Happened({ item: { kind, text, to } }: { item: ConversationItem }) {
  const t = useT();
  const [Icon, words] =
    kind === 'FORWARD'
      ? [IconMessageForward, t('talk.forwarded', { to: to ?? '' })]
      : kind === 'MERGE'
        ? [IconArrowsJoin2, t('talk.merged', { number: text })]
        : kind === 'SPLIT_FROM'
          ? [IconArrowsSplit2, t('talk.splitFrom', { number: text })]
          : kind === 'SPLIT_INTO'
            ? [IconArrowsSplit2, t('talk.splitInto', { number: text })]
            : [null, ''];
  if (Icon === null) return null;
  return (
    <p className={styles.happened}>
      <Icon className="i s flip" aria-hidden="true" />
      <bdi>{words}</bdi>
    </p>
  );
}
