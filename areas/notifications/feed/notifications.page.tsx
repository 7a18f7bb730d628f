import { IconChecks } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { markAllRead, useUnread } from '../notifications.queries.ts';
import { Choices } from '../preferences/choices.tsx';
import { NoticeFeed } from './notice-feed.tsx';

const tabs = [
  { key: '1', label: 'notifications.list', Content: NoticeFeed },
  { key: '2', label: 'notifications.choose', Content: Choices },
] as const;

/** What one was told, and by which ways one is told. */
export function Notifications() {
  const t = useT();
  const search = useSearch({ strict: false }) as { tab?: string };
  const unread = useUnread();
  const [user] = useKept('userData');
  const tab = tabs.find(({ key }) => key === search.tab) ?? tabs[0];
  return (
    <>
      <PageTitle title={t('notifications.title')} sub={t('notifications.sub')}>
        {unread > 0 && !user?.impersonatedBy ? (
          <button type="button" className="btn" onClick={() => void markAllRead()}>
            <IconChecks className="i s" aria-hidden="true" />
            {t('notifications.readAll')}
          </button>
        ) : null}
      </PageTitle>
      <nav className="tabs" aria-label={t('notifications.title')}>
        {tabs.map(({ key, label }) => (
          <Link
            key={key}
            to="/notifications"
            search={{ tab: key } as never}
            aria-current={key === tab.key ? 'page' : undefined}
          >
            {t(label)}
            {key === '1' && unread > 0 ? <span className="n">{formatNumber(unread)}</span> : null}
          </Link>
        ))}
      </nav>
      <tab.Content />
    </>
  );
}
