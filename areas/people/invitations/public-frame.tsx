import type { ReactNode } from 'react';
import { Logo } from '#kit/web/shell/logo.tsx';
import { DirectionButton, SkinButton } from '#kit/web/shell/look-buttons.tsx';
import styles from '../people.module.css';

/** A page for people without an account: one column, that fits a phone first of all. */
export function OpenFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles['open-page']}>
      <header>
        <div className="brand">
          <Logo />
          <span>Roadkeeper</span>
        </div>
        <SkinButton />
        <DirectionButton />
      </header>
      <main id="main">{children}</main>
    </div>
  );
}
