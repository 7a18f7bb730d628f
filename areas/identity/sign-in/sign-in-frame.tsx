import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { Logo } from '#kit/web/shell/logo.tsx';
import { DirectionButton, SkinButton } from '#kit/web/shell/look-buttons.tsx';
import { LanguageButton } from '#kit/web/texts/language-choice.tsx';
import { RoadPicture } from './road-picture.tsx';
import styles from './sign-in.module.css';

/** The two halves of the pages before sign-in: the form, and a picture of what the product looks after. */
export function LoginFrame({ children, below }: { children: ReactNode; below: string }) {
  const t = useT();
  return (
    <div className={styles.login}>
      <main className={styles.side} id="main">
        <div className="brand">
          <Logo />
          <span>Roadkeeper</span>
        </div>
        {children}
        <div className={styles.below}>
          <span className="grow">{below}</span>
          <Link className="btn g sm" to="/answers">
            {t('login.help')}
          </Link>
          <LanguageButton />
          <SkinButton />
          <DirectionButton />
        </div>
      </main>
      <div className={styles.picture} aria-hidden="true">
        <div>
          <RoadPicture />
        </div>
      </div>
    </div>
  );
}
