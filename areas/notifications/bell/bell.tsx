import { IconBell } from '@tabler/icons-react';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { follow } from '#kit/web/live/live-socket.ts';
import { isActing } from '#kit/web/session.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { LateDrawer } from '#kit/web/ui/late.tsx';
import { type NoticeNews, noticesTopic } from '../notice-answers.contract.ts';
import { noticeText } from '../notice-text.web.ts';
import { markRead, refreshNotices, useUnread } from '../notifications.queries.ts';
import { followPushWorker } from '../push/push-worker.web.ts';
import styles from './notices.module.css';

const BellPanel = lazyPage(async () => (await import('./bell-panel.tsx')).BellPanel);

/** Further ones do not fit the button. */
const mostShown = 99;

/** The button in the bar: how many notices were not read, and the way to them. New ones are said to screen readers when these pause. */
export function Bell() {
  const t = useT();
  const unread = useUnread();
  const [opened, setOpened] = useState(false);
  const [latest, setLatest] = useState('');
  const isMarked = useUnseenError(opened);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => setOpened(false), [path]);
  useEffect(
    () =>
      follow(noticesTopic, (_, data) => {
        const { notice, isQuiet } = data as NoticeNews;
        void refreshNotices();
        if (notice && !isQuiet) setLatest(noticeText(notice));
      }),
    [],
  );
  const { history } = useRouter();
  useEffect(
    () =>
      followPushWorker((link, notice) => {
        history.push(link);
        if (notice !== undefined && !isActing()) void markRead([notice]);
      }),
    [history],
  );
  const shown = unread > mostShown ? `${mostShown}+` : formatNumber(unread);
  return (
    <>
      <button
        type="button"
        className={`btn g ic ${styles.bell}`}
        aria-label={unread > 0 ? t('notifications.unread', { count: unread, shown }) : t('notifications.title')}
        onClick={() => setOpened(true)}
      >
        <IconBell className="i" aria-hidden="true" />
        {unread > 0 ? (
          <span className={styles.count} aria-hidden="true">
            {shown}
          </span>
        ) : isMarked ? (
          <span className="dot bad" aria-hidden="true" />
        ) : null}
      </button>
      <span role="status" className="sr">
        {latest}
      </span>
      <LateDrawer
        opened={opened}
        onClose={() => setOpened(false)}
        position="right"
        size={420}
        title={t('notifications.title')}
      >
        {opened ? <BellPanel unread={unread} onLeave={() => setOpened(false)} /> : null}
      </LateDrawer>
    </>
  );
}

/** Whether the last message on this screen is an error that was not looked at. */
function useUnseenError(isLooking: boolean): boolean {
  const [entries] = useKept('bell');
  const [last] = entries;
  const [seen, setSeen] = useState(last?.at);
  useEffect(() => {
    if (isLooking) setSeen(last?.at);
  }, [isLooking, last?.at]);
  return last !== undefined && last.at !== seen && last.kind === 'error';
}
