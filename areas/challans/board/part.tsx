import type { ReactNode } from 'react';
import styles from './challan-board.module.css';

/** A part of the board with its heading. */
export function Part(props: {
  title: string;
  about?: string | undefined;
  wide?: boolean | undefined;
  children: ReactNode;
}) {
  const { title, about, wide, children } = props;
  return (
    <section className={wide ? `sheet ${styles.part} ${styles.wide}` : `sheet ${styles.part}`} aria-label={title}>
      <header>
        <h2 className="h2">{title}</h2>
        {about ? <span className="t2 sm">{about}</span> : null}
      </header>
      {children}
    </section>
  );
}
