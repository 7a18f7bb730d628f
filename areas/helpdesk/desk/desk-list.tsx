import { Link } from '@tanstack/react-router';
import { formatDistance, formatNumber, useT } from '#kit/web/i18n.ts';
import { Empty } from '#kit/web/ui/parts.tsx';
import { IconMoodEmpty } from '@tabler/icons-react';
import { SearchField } from '#kit/web/ui/filter-fields.tsx';
import { Ago } from '#kit/web/ui/when.tsx';
import { toneOf } from '../beside/tone.ts';
import { useStatusName } from '../talk/items.tsx';
import type { Ticket } from '../talk/talk.queries.ts';
import { promiseStates } from '../tickets/ticket.contract.ts';
import { type DeskTab, deskTabs } from './desk-tabs.web.ts';
import styles from './desk.module.css';

/** The list at the side: which tickets, words to look for, and the tickets, the most urgent first. */
export function DeskList(props: {
  tab: DeskTab;
  q: string;
  id: string | undefined;
  rows: readonly Ticket[];
  count: number | undefined;
  onAsk: (next: { tab?: DeskTab; q?: string | undefined }) => void;
}) {
  const { tab, q, id, rows, count, onAsk } = props;
  const t = useT();
  return (
    <section className={`sheet ${styles.list}`} aria-label={t('desk.list')}>
      <div className={styles.find}>
        <nav className={styles.tabs} aria-label={t('desk.tabs')}>
          {(Object.keys(deskTabs) as DeskTab[]).map((one) => (
            <Link
              key={one}
              to="."
              search={(before: object) => ({ ...before, tab: one, ticket: undefined }) as never}
              aria-current={one === tab ? 'page' : undefined}
            >
              {t(`desk.tab.${one}`)}
            </Link>
          ))}
        </nav>
        <SearchField label={t('desk.search')} value={q} onChange={(words) => onAsk({ q: words || undefined })} />
      </div>
      {count === 0 ? (
        <Empty icon={<IconMoodEmpty aria-hidden="true" />} title={t('desk.none')} text={t('desk.noneText')} />
      ) : (
        <ul className={styles.rows}>
          {rows.map((row) => (
            <li key={row.id}>
              <Row row={row} isChosen={row.id === id} />
            </li>
          ))}
        </ul>
      )}
      {count !== undefined && count > rows.length ? (
        <p className={`t2 sm ${styles.more}`}>
          {t('desk.more', { shown: formatNumber(rows.length), count: formatNumber(count) })}
        </p>
      ) : null}
    </section>
  );
}

function Row({ row, isChosen }: { row: Ticket; isChosen: boolean }) {
  const nameOf = useStatusName();
  const promise = promiseStates.find(({ value }) => value === row.promise);
  return (
    <Link
      id={`desk-${row.id}`}
      to="."
      search={(before: object) => ({ ...before, ticket: row.id }) as never}
      className={styles.row}
      aria-current={isChosen ? 'true' : undefined}
    >
      <span className={styles.top}>
        <bdi className="cut">{row.appUser?.label ?? row.org?.label}</bdi>
        <bdi className={`st sm ${promise?.tone ?? 'off'}`}>
          {row.dueAt ? formatDistance(row.dueAt) : (promise?.label ?? '')}
        </bdi>
      </span>
      <bdi className={`cut ${styles.subject}`}>{row.subject}</bdi>
      <span className={`t2 sm ${styles.top}`}>
        <bdi className={`st ${toneOf(row.requestStatus)}`}>{nameOf(row.requestStatus)}</bdi>
        <bdi dir="ltr">{row.ticketNo}</bdi>
        <Ago at={row.createdAt} />
      </span>
    </Link>
  );
}
