import { IconBell, IconHelp, IconLayoutSidebar, IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useT } from '../i18n.ts';
import { lazyPage } from '../lazy.ts';
import { useCan } from '../rights.ts';
import { useKept } from '../storage/store.ts';
import { AccountMenu } from './account-menu.tsx';
import { GoTo } from './palette/go-to.tsx';
import { Logo } from './logo.tsx';
import { DirectionButton, SkinButton } from './look-buttons.tsx';

/** Few choose the menu at the top. */
const HorizontalMenu = lazyPage(async () => (await import('./menu/horizontal-menu.tsx')).HorizontalMenu);

/** The bar over the page: menu, palette, look, messages, account. */
export function Navbar(props: { onOpen: (panel: 'customise' | 'bell' | 'menu') => void; onSignedOut: () => void }) {
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
      <BellButton onOpen={() => props.onOpen('bell')} />
      <AccountMenu onCustomise={() => props.onOpen('customise')} onSignedOut={props.onSignedOut} />
    </header>
  );
}

/** Opens the messages; marked when the last of them is an error that was not looked at. */
function BellButton({ onOpen }: { onOpen: () => void }) {
  const t = useT();
  const [entries] = useKept('bell');
  const [seen, setSeen] = useState(entries[0]?.at);
  const [last] = entries;
  return (
    <button
      type="button"
      className="btn g ic"
      aria-label={t('bell.title')}
      onClick={() => {
        setSeen(last?.at);
        onOpen();
      }}
    >
      <IconBell className="i" aria-hidden="true" />
      {last && last.at !== seen && last.kind === 'error' ? <span className="dot bad" aria-hidden="true" /> : null}
    </button>
  );
}
