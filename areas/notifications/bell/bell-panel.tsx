import { IconBell, IconChecks } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { Older } from '#kit/web/ui/older.tsx';
import { Empty, Segments } from '#kit/web/ui/parts.tsx';
import { Ago } from '#kit/web/ui/when.tsx';
import { markAllRead, useNotices } from '../notifications.queries.ts';
import { NoticeList } from './notice-list.tsx';
import styles from './notices.module.css';

const shows = ['unread', 'all', 'screen'] as const;
type Show = (typeof shows)[number];

/** What stands in the drawer of the bell. */
export function BellPanel({ unread, onLeave }: { unread: number; onLeave: () => void }) {
  const t = useT();
  const [show, setShow] = useState<Show>(unread > 0 ? 'unread' : 'all');
  const [user] = useKept('userData');
  const isActing = Boolean(user?.impersonatedBy);
  return (
    <div className="col" style={{ gap: 12 }}>
      <Segments
        label={t('notifications.show')}
        name="notices-shown"
        value={show}
        options={shows.map((value) => ({ value, label: t(`notifications.shows.${value}`) }))}
        onChange={setShow}
      />
      {show === 'screen' ? <OnThisScreen /> : <Told key={show} isUnread={show === 'unread'} onLeave={onLeave} />}
      <div className={styles.foot}>
        {unread > 0 && !isActing ? (
          <button type="button" className="btn d sm" onClick={() => void markAllRead()}>
            <IconChecks className="i s" aria-hidden="true" />
            {t('notifications.readAll')}
          </button>
        ) : null}
        <Link to="/notifications" className="btn g sm" onClick={onLeave}>
          {t('notifications.all')}
        </Link>
        <Link to="/notifications" search={{ tab: '2' } as never} className="btn g sm" onClick={onLeave}>
          {t('notifications.choose')}
        </Link>
      </div>
    </div>
  );
}

function Told({ isUnread, onLeave }: { isUnread: boolean; onLeave: () => void }) {
  const t = useT();
  const found = useNotices(isUnread ? { unread: 'true' } : {});
  const rows = found.data?.pages.flatMap(({ data }) => data);
  if (rows === undefined) return <p className="t2">{t('shell.loading')}</p>;
  if (rows.length === 0)
    return (
      <Empty
        icon={<IconBell aria-hidden="true" />}
        title={t(isUnread ? 'notifications.noneUnread' : 'notifications.none')}
        text={t(isUnread ? 'notifications.noneUnreadText' : 'notifications.noneText')}
      />
    );
  return (
    <>
      <NoticeList rows={rows} label={t('notifications.list')} onOpen={onLeave} />
      <Older pages={found} label={t('notifications.older')} />
    </>
  );
}

/** The last fifty messages: two seconds are too short for many readers. */
function OnThisScreen() {
  const t = useT();
  const [entries, setEntries] = useKept('bell');
  if (entries.length === 0)
    return (
      <Empty
        icon={<IconBell aria-hidden="true" />}
        title={t('notifications.screenNone')}
        text={t('notifications.screenNoneText')}
      />
    );
  return (
    <>
      <ul className={styles.list} aria-label={t('notifications.shows.screen')}>
        {entries.map((entry, index) => (
          <li key={`${entry.at}-${index}`}>
            <span
              className={`dot ${entry.kind === 'error' ? 'bad' : entry.kind === 'warning' ? 'due' : 'ok'}`}
              aria-hidden="true"
            />
            <span className={styles.what}>{entry.message}</span>
            <span className="t2 sm nowrap">
              <Ago at={entry.at} />
            </span>
          </li>
        ))}
      </ul>
      <div>
        <button type="button" className="btn d sm" onClick={() => setEntries([])}>
          {t('notifications.clear')}
        </button>
      </div>
    </>
  );
}
