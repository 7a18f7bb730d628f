import { Menu as Dropdown } from '@mantine/core';
import {
  IconAdjustments,
  IconBell,
  IconDownload,
  IconLayoutSidebar,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSun,
  IconTextDirectionLtr,
  IconTextDirectionRtl,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { api } from '../api.ts';
import { useMayExport } from '../exports.ts';
import { useT } from '../i18n.ts';
import { lazyPage } from '../lazy.ts';
import { isActing } from '../session.ts';
import { useKept } from '../storage/store.ts';
import { fetchOverlays, LateDrawer } from '../ui/late.tsx';
import { Bell } from './bell.tsx';
import { Customise } from './customise.tsx';
import { ExportWatch } from './export-watch.tsx';
import { GoTo } from './go-to.tsx';
import { LiveMark } from './live-mark.tsx';
import { Logo } from './logo.tsx';
import { KeysHelp } from './keys-help.tsx';
import { ProveGate } from './prove-gate.tsx';
import { QuestionGate } from './question.tsx';
import { HorizontalMenu, Menu, MenuItem, useMenu } from './menu.tsx';
import { ToTop } from './to-top.tsx';
import { narrowScreen, useBusy, useMedia, useOnline } from './window.ts';
import './shell.css';
import './shell-small.css';

/** Few people ever need it. */
const ActingBanner = lazyPage(async () => (await import('./acting-banner.tsx')).ActingBanner);

export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('');

/** Everything around a page: menu, navbar, footer, messages. */
export function Shell({ onSignedOut }: { onSignedOut: () => void }) {
  const t = useT();
  const [layout] = useKept('layout');
  const [collapsed, setCollapsed] = useKept('menuCollapsed');
  const [skin, setSkin] = useKept('skin');
  const [direction, setDirection] = useKept('direction');
  const [density] = useKept('density');
  const [user] = useKept('userData');
  const [entries] = useKept('bell');
  const [panel, setPanel] = useState<'customise' | 'bell' | 'menu' | undefined>();
  const [seen, setSeen] = useState(entries[0]?.at);
  const groups = useMenu();
  useEffect(fetchOverlays, []);
  const mayExport = useMayExport();
  const busy = useBusy();
  const online = useOnline();
  const narrow = useMedia(narrowScreen);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const quick = groups.flatMap((group) => group.items).slice(0, 4);

  useEffect(() => {
    const root = document.documentElement;
    root.dataset['menu'] = layout.menuHidden ? 'none' : collapsed || narrow ? 'min' : 'full';
    root.dataset['layout'] = layout.kind;
    root.dataset['width'] = layout.width;
    root.dataset['density'] = density;
  }, [layout, collapsed, narrow, density]);
  useEffect(() => setPanel(undefined), [path]);

  const signOut = async () => {
    if (isActing()) await (await import('../acting.ts')).leave();
    else await api.post('/logout', { quiet: true }).catch(() => undefined);
    onSignedOut();
  };
  const close = () => setPanel(undefined);
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
      {user?.impersonatedBy ? (
        <Suspense fallback={null}>
          <ActingBanner user={user} />
        </Suspense>
      ) : null}
      <div className="shell">
        <Menu label={t('shell.menu')} />
        <div className="stage">
          {online ? null : (
            <div className="offline" role="status">
              {t('shell.offline')}
            </div>
          )}
          <header className={`bar ${layout.navbar}`}>
            <Link to="/dashboard" className="brand" aria-label="Roadkeeper">
              <Logo />
            </Link>
            {layout.menuHidden ? null : (
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
            <GoTo />
            {layout.kind === 'horizontal' ? <HorizontalMenu label={t('shell.menu')} /> : null}
            <span className="grow d-only" />
            <button
              type="button"
              className="btn g ic d-only"
              aria-label={t('shell.direction')}
              onClick={() => setDirection(direction === 'ltr' ? 'rtl' : 'ltr')}
            >
              {direction === 'ltr' ? (
                <IconTextDirectionRtl className="i" aria-hidden="true" />
              ) : (
                <IconTextDirectionLtr className="i" aria-hidden="true" />
              )}
            </button>
            <button
              type="button"
              className="btn g ic d-only"
              aria-label={t('shell.skin')}
              onClick={() => setSkin(skin === 'light' ? 'dark' : 'light')}
            >
              {skin === 'light' ? (
                <IconMoon className="i" aria-hidden="true" />
              ) : (
                <IconSun className="i" aria-hidden="true" />
              )}
            </button>
            <button
              type="button"
              className="btn g ic"
              aria-label={t('bell.title')}
              onClick={() => {
                setSeen(entries[0]?.at);
                setPanel('bell');
              }}
            >
              <IconBell className="i" aria-hidden="true" />
              {entries[0] && entries[0].at !== seen && entries[0].kind === 'error' ? (
                <span className="dot bad" aria-hidden="true" />
              ) : null}
            </button>
            <Dropdown position="bottom-end" width={230} transitionProps={{ duration: 90 }}>
              <Dropdown.Target>
                <button type="button" className="me">
                  <span className="sr">{t('shell.account', { name: user?.name ?? '' })}</span>
                  <span className="avatar" aria-hidden="true">
                    {initials(user?.name ?? '')}
                  </span>
                  <span className="who" aria-hidden="true">
                    <span className="mid sm" style={{ display: 'block' }}>
                      {user?.name}
                    </span>
                    <span className="xs t3">{user?.roleName}</span>
                  </span>
                </button>
              </Dropdown.Target>
              <Dropdown.Dropdown>
                <div style={{ padding: '6px 10px 10px' }}>
                  <div className="mid cut">{user?.name}</div>
                  <div className="t3 sm cut">
                    <bdi dir="ltr">{user?.email}</bdi>
                  </div>
                </div>
                <Dropdown.Item
                  component={Link}
                  to="/profile"
                  leftSection={<IconUserCircle className="i s" aria-hidden="true" />}
                >
                  {t('profile.title')}
                </Dropdown.Item>
                {mayExport ? (
                  <Dropdown.Item
                    component={Link}
                    to="/exports"
                    leftSection={<IconDownload className="i s" aria-hidden="true" />}
                  >
                    {t('exports.title')}
                  </Dropdown.Item>
                ) : null}
                <Dropdown.Item
                  leftSection={<IconAdjustments className="i s" aria-hidden="true" />}
                  onClick={() => setPanel('customise')}
                >
                  {t('layout.title')}
                </Dropdown.Item>
                <Dropdown.Item
                  leftSection={<IconLogout className="i s flip" aria-hidden="true" />}
                  onClick={() => void signOut()}
                >
                  {t('shell.signOut')}
                </Dropdown.Item>
              </Dropdown.Dropdown>
            </Dropdown>
          </header>
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
      <nav className="bottom" aria-label={t('shell.menu')}>
        {quick.map((module) => (
          <MenuItem key={module.id} module={module} className="" />
        ))}
        <button type="button" onClick={() => setPanel('menu')}>
          <IconMenu2 className="i" aria-hidden="true" />
          <span>{t('shell.more')}</span>
        </button>
      </nav>
      {layout.scrollTop ? <ToTop label={t('shell.toTop')} /> : null}
      <KeysHelp />
      <ExportWatch />
      <ProveGate />
      <QuestionGate />
      <Customise opened={panel === 'customise'} onClose={close} />
      <Bell opened={panel === 'bell'} onClose={close} />
      <LateDrawer opened={panel === 'menu'} onClose={close} size={290} title="Roadkeeper">
        <div className="col" style={{ gap: 4 }}>
          {groups.flatMap((group) =>
            group.items.map((module) => <MenuItem key={module.id} module={module} className="btn g" onClick={close} />),
          )}
        </div>
      </LateDrawer>
    </>
  );
}
