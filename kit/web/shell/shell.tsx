import { IconMenu2 } from '@tabler/icons-react';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useT } from '../i18n.ts';
import { lazyPage } from '../lazy.ts';
import { OverPage } from '../live/on-every-page.tsx';
import { useKept } from '../storage/store.ts';
import { fetchFloating } from '../ui/floating/late-floating.tsx';
import { fetchOverlays, LateDrawer } from '../ui/late.tsx';
import { ExportWatch } from './export-watch.tsx';
import { LiveMark } from './live-mark.tsx';
import { KeysHelp } from './keys-help.tsx';
import { StepUpGate } from './step-up-gate.tsx';
import { QuestionGate } from './question.tsx';
import { Menu, MenuItem, useMenu } from './menu/menu.tsx';
import { phonePages } from './menu/page-places.ts';
import { Navbar } from './navbar.tsx';
import { ReachBanner } from './reach-banner.tsx';
import { ToTop } from './to-top.tsx';
import { narrowScreen, smallScreen, useBusy, useMedia } from './window.ts';
import './shell.css';
import './menu/menus.css';
import './shell-small.css';

/** Few people ever need it. */
const ActingBanner = lazyPage(async () => (await import('./impersonation-banner.tsx')).ActingBanner);

// What is opened now and then is fetched when it is.
const Customise = lazyPage(async () => (await import('./customise.tsx')).Customise);

/** What lies over the page at the moment. */
type Panel = 'customise' | 'menu' | undefined;

/** Puts the chosen layout on the document, where the style sheets look for it. */
function useLayoutOnDocument(): void {
  const [layout] = useKept('layout');
  const [collapsed] = useKept('menuCollapsed');
  const [density] = useKept('density');
  const narrow = useMedia(narrowScreen);
  useEffect(() => {
    const root = document.documentElement;
    root.dataset['menu'] = layout.menuHidden ? 'none' : collapsed || narrow ? 'min' : 'full';
    root.dataset['layout'] = layout.kind;
    root.dataset['width'] = layout.width;
    root.dataset['density'] = density;
  }, [layout, collapsed, narrow, density]);
}

/** Everything around a page: menu, navbar, footer, messages. */
export function Shell({ onSignedOut }: { onSignedOut: () => void }) {
  const t = useT();
  const [layout] = useKept('layout');
  const [user] = useKept('userData');
  const [panel, setPanel] = useState<Panel>();
  const busy = useBusy();
  const path = useRouterState({ select: (state) => state.location.pathname });
  useLayoutOnDocument();
  useEffect(fetchOverlays, []);
  useEffect(fetchFloating, []);
  useEffect(() => setPanel(undefined), [path]);
  return (
    <>
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      {busy ? (
        <div className="progress" role="progressbar" aria-label={t('shell.loading')}>
          <i />
        </div>
      ) : null}
      <OverPage>
        {user?.impersonatedBy ? (
          <Suspense fallback={null}>
            <ActingBanner user={user} />
          </Suspense>
        ) : null}
      </OverPage>
      <div className="shell">
        <Menu label={t('shell.menu')} />
        <div className="stage">
          <Navbar onOpen={setPanel} onSignedOut={onSignedOut} />
          <main id="main" className="page" tabIndex={-1} aria-busy={busy}>
            <Outlet />
          </main>
          <footer className={`foot ${layout.footer}`}>
            <span>Roadkeeper</span>
            <a href="/api/v1/docs">{t('shell.apiDocs')}</a>
            <LiveMark />
          </footer>
        </div>
      </div>
      <ReachBanner />
      <BottomMenu onMore={() => setPanel('menu')} />
      {layout.scrollTop ? <ToTop label={t('shell.toTop')} /> : null}
      <KeysHelp />
      <ExportWatch />
      <StepUpGate />
      <QuestionGate />
      <Panels panel={panel} onClose={() => setPanel(undefined)} />
    </>
  );
}

/** Places at the bottom of a phone, beside the one for the whole menu. */
const phonePlaces = 4;

/** On a phone: the pages people go to most, and the way to the others. */
function BottomMenu({ onMore }: { onMore: () => void }) {
  const t = useT();
  const quick = phonePages(useMenu(), phonePlaces);
  return (
    <nav className="bottom" aria-label={t('shell.menu')}>
      {quick.map((module) => (
        <MenuItem key={module.id} module={module} className="" />
      ))}
      <button type="button" onClick={onMore}>
        <IconMenu2 className="i" aria-hidden="true" />
        <span>{t('shell.more')}</span>
      </button>
    </nav>
  );
}

function Panels({ panel, onClose }: { panel: Panel; onClose: () => void }) {
  const seen = useRef(new Set<Panel>());
  seen.current.add(panel);
  return (
    <>
      <Suspense>
        {seen.current.has('customise') ? <Customise opened={panel === 'customise'} onClose={onClose} /> : null}
      </Suspense>
      <LateDrawer opened={panel === 'menu'} onClose={onClose} size={290} title="Roadkeeper">
        <WholeMenu onClose={onClose} />
      </LateDrawer>
    </>
  );
}

/** Every page in a drawer: on a phone, and where the menu at the side is hidden. */
function WholeMenu({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [layout, setLayout] = useKept('layout');
  const isSmall = useMedia(smallScreen);
  return (
    <nav className="drawer-menu" aria-label={t('shell.menu')}>
      {useMenu().map((group) => (
        <section key={group.key}>
          {group.name ? <h3 className="t3 xs">{group.name}</h3> : null}
          {group.items.map((module) => (
            <MenuItem key={module.id} module={module} className="btn g" onClick={onClose} />
          ))}
        </section>
      ))}
      {layout.menuHidden && !isSmall ? (
        <button
          type="button"
          className="btn"
          onClick={() => {
            setLayout({ ...layout, menuHidden: false });
            onClose();
          }}
        >
          {t('shell.showMenu')}
        </button>
      ) : null}
    </nav>
  );
}
