import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import type { NoticeRow } from '../notice-answers.contract.ts';
import { noticeText } from '../notice-text.web.ts';
import { markRead } from '../notifications.queries.ts';
import styles from './notices.module.css';

const tones = { info: 'info', warning: 'due', urgent: 'bad' } as const;

/** What somebody was told. Opening one marks it as read, unless somebody else acts in their name. */
export function NoticeList({
  rows,
  label,
  onOpen,
  More,
}: {
  rows: readonly NoticeRow[];
  label: string;
  onOpen?: () => void;
  /** What can be done with each. */
  More?: (props: { row: NoticeRow; text: string }) => ReactNode;
}) {
  const t = useT();
  const [user] = useKept('userData');
  const open = ({ id, readAt }: NoticeRow) => {
    if (readAt === null && !user?.impersonatedBy) void markRead([id]);
    onOpen?.();
  };
  return (
    <ul className={styles.list} aria-label={label}>
      {rows.map((row) => {
        const text = noticeText(row);
        return (
          <li key={row.id} data-notice={row.id} className={row.readAt === null ? styles.unread : undefined}>
            <span className={`dot ${row.readAt === null ? tones[row.severity] : 'off'}`} aria-hidden="true" />
            <span className={styles.what}>
              <Link to={row.link} onClick={() => open(row)}>
                <bdi>{text}</bdi>
              </Link>
              <span className="t2 sm">
                {row.readAt === null ? <>{t('notifications.isUnread')} · </> : null}
                {row.severity === 'info' ? null : <>{t(`notifications.severities.${row.severity}`)} · </>}
                <Ago at={row.at} />
              </span>
            </span>
            {More ? <More row={row} text={text} /> : null}
          </li>
        );
      })}
    </ul>
  );
}
