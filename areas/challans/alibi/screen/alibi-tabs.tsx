import { Link } from '@tanstack/react-router';
import { useT } from '#kit/web/i18n.ts';

export function AlibiTabs({ current }: { current: 'find' | 'saved' }) {
  const t = useT();
  return (
    <nav className="tabs" aria-label={t('alibi.tabs')}>
      <Link to="/alibi" aria-current={current === 'find' ? 'page' : undefined}>
        {t('alibi.tabFind')}
      </Link>
      <Link to="/alibi/saved" aria-current={current === 'saved' ? 'page' : undefined}>
        {t('alibi.tabSaved')}
      </Link>
    </nav>
  );
}
