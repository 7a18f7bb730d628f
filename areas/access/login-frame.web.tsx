import { IconMoon, IconSun, IconTextDirectionLtr, IconTextDirectionRtl } from '@tabler/icons-react';
import { type ReactNode } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { Logo } from '#kit/web/shell/logo.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { RoadPicture } from './road-picture.web.tsx';
import './login.css';

/** The two halves of the pages before sign-in: the form, and a picture of what the product looks after. */
export function LoginFrame({ children, below }: { children: ReactNode; below: string }) {
  const t = useT();
  const [skin, setSkin] = useKept('skin');
  const [direction, setDirection] = useKept('direction');
  return (
    <div className="login">
      <main className="side" id="main">
        <div className="brand">
          <Logo />
          <span>Roadkeeper</span>
        </div>
        {children}
        <div className="below">
          <span className="grow">{below}</span>
          <button
            type="button"
            className="btn g ic"
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
            aria-label={t('shell.direction')}
            onClick={() => setDirection(direction === 'ltr' ? 'rtl' : 'ltr')}
          >
            {direction === 'ltr' ? (
              <IconTextDirectionRtl className="i" aria-hidden="true" />
            ) : (
              <IconTextDirectionLtr className="i" aria-hidden="true" />
            )}
          </button>
        </div>
      </main>
      <div className="picture" aria-hidden="true">
        <div>
          <RoadPicture />
        </div>
      </div>
    </div>
  );
}
