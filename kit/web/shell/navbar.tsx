import { IconHelp, IconLayoutSidebar, IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useT } from '../i18n.ts';
import { lazyPage } from '../lazy.ts';
import { useCan } from '../rights.ts';
import { useKept } from '../storage/store.ts';
import { AccountMenu } from './account-menu.tsx';
import { BellPlace } from './bell-place.tsx';
import { GoTo } from './palette/go-to.tsx';
import { Logo } from './logo.tsx';
import { DirectionButton, SkinButton } from './look-buttons.tsx';

/** Few choose the menu at the top. */
const HorizontalMenu = lazyPage(async () => (await import('./menu/horizontal-menu.tsx')).HorizontalMenu);

/** The bar over the page: menu, palette, look, messages, account. */
export function Navbar(props: { onOpen: (panel: 'customise' | 'menu') => void; onSignedOut: () => void }) {
  const t = useT();
  const can = useCan();
  const [layout] = useKept('layout');
  const [collapsed, setCollapsed] = useKept('menuCollapsed');
  return (
    <header className={`bar ${layout.navbar}`}>
      <Link to="/dashboard" className="brand" aria-label="Roadkeeper">
        <Logo />
      </Link>
      {layout.menuHidden && layout.kind === 'vertical' ? (
        <button
          type="button"
          className="btn g ic d-only"
          aria-label={t('shell.openMenu')}
          onClick={() => props.onOpen('menu')}
        >
          <IconMenu2 className="i" aria-hidden="true" />
        </button>
      ) : (
        <button
          type="button"
          className="btn g ic fold d-only"
          aria-label={t('shell.fold')}
          aria-pressed={collapsed}
          onClick={() => setCollapsed(!collapsed)}
        >
          <IconLayoutSidebar className="i flip" aria-hidden="true" />
        </button>
      )}
      <GoTo onCustomise={() => props.onOpen('customise')} onSignedOut={props.onSignedOut} />
      {layout.kind === 'horizontal' ? (
        <Suspense fallback={<span className="hnav" />}>
          <HorizontalMenu label={t('shell.menu')} />
        </Suspense>
      ) : null}
      <span className="grow d-only" />
      <DirectionButton isForDesks />
      <SkinButton isForDesks />
      {can('help', 'view') ? (
        <Link to="/help" className="btn g ic" aria-label={t('shell.help')}>
          <IconHelp className="i" aria-hidden="true" />
        </Link>
      ) : null}
      <BellPlace />
      <AccountMenu onCustomise={() => props.onOpen('customise')} onSignedOut={props.onSignedOut} />
    </header>
  );
}
