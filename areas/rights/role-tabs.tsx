import { Link } from '@tanstack/react-router';
import { useT } from '#kit/web/i18n.ts';

const exactly = { exact: true, includeSearch: false };

/** The ways to look at roles: their order, two beside each other, and why somebody can or cannot. */
export function RoleTabs({ at }: { at: 'list' | 'compare' | 'why' }) {
  const t = useT();
  return (
    <nav className="tabs" aria-label={t('rights.tabs')}>
      {(
        [
          ['list', '/role', 'rights.levels'],
          ['compare', '/role/compare', 'rights.compare'],
          ['why', '/access/why', 'why.tab'],
        ] as const
      ).map(([key, to, label]) => (
        <Link key={key} to={to} activeOptions={exactly} aria-current={at === key ? 'page' : undefined}>
          <bdi>{t(label)}</bdi>
        </Link>
      ))}
    </nav>
  );
}
