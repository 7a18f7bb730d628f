import { IconMoon, IconSun, IconTextDirectionLtr, IconTextDirectionRtl } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { Logo } from '#kit/web/shell/logo.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import './people.css';

/** A page for people without an account: one column, that fits a phone first of all. */
export function OpenFrame({ children }: { children: ReactNode }) {
  const t = useT();
  const [skin, setSkin] = useKept('skin');
  const [direction, setDirection] = useKept('direction');
  const Skin = skin === 'light' ? IconMoon : IconSun;
  const Direction = direction === 'ltr' ? IconTextDirectionRtl : IconTextDirectionLtr;
  return (
    <div className="open-page">
      <header>
        <div className="brand">
          <Logo />
          <span>Roadkeeper</span>
        </div>
        <button
          type="button"
          className="btn g ic"
          aria-label={t('shell.skin')}
          onClick={() => setSkin(skin === 'light' ? 'dark' : 'light')}
        >
          <Skin className="i" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn g ic"
          aria-label={t('shell.direction')}
          onClick={() => setDirection(direction === 'ltr' ? 'rtl' : 'ltr')}
        >
          <Direction className="i" aria-hidden="true" />
        </button>
      </header>
      <main id="main">{children}</main>
    </div>
  );
}
