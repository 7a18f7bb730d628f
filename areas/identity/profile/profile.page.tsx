import { IconUserShield } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { Empty, PageTitle } from '#kit/web/ui/parts.tsx';
import { OwnSessions } from '../sessions/own-sessions.tsx';
import { ProfileFacts } from './profile-facts.tsx';
import { Security } from './security.tsx';

const tabs = [
  { key: '1', label: 'profile.facts', Content: ProfileFacts },
  { key: '2', label: 'profile.security', Content: Security },
  { key: '3', label: 'profile.sessions', Content: OwnSessions },
] as const;

/** One's own account. The tab stands in the address, and is remembered for an address without one. */
export function Profile() {
  const t = useT();
  const search = useSearch({ strict: false }) as { tab?: string };
  const [kept, keep] = useKept('profileTab');
  const [user] = useKept('userData');
  const tab = tabs.find((one) => one.key === (search.tab ?? kept)) ?? tabs[0];
  const key = tab?.key ?? '1';
  useEffect(() => {
    if (key !== kept) keep(key);
  }, [key, kept, keep]);
  if (!tab) return null;
  // Nothing of it is done for somebody else, and the server refuses it.
  if (user?.impersonatedBy)
    return (
      <>
        <PageTitle title={t('profile.title')} />
        <section className="sheet">
          <Empty
            icon={<IconUserShield aria-hidden="true" />}
            title={t('profile.acting', { name: user.name })}
            text={t('profile.actingText')}
          />
        </section>
      </>
    );
  return (
    <>
      <PageTitle title={t('profile.title')} />
      <nav className="tabs" aria-label={t('profile.tabs')}>
        {tabs.map((one) => (
          <Link
            key={one.key}
            to="/profile"
            search={{ tab: one.key } as never}
            aria-current={one.key === key ? 'page' : undefined}
          >
            {t(one.label)}
          </Link>
        ))}
      </nav>
      <tab.Content />
    </>
  );
}
