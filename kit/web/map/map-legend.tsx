import type { ReactNode } from 'react';
import styles from './map.module.css';

/** What the signs and lines of a map mean, at its foot. */
export const MapLegend = ({ children }: { children: ReactNode }) => (
  <div className={`${styles.legend} xs`}>{children}</div>
);

/** One sign and its name; the sign is drawn around the middle of a box of `size`. */
export const LegendSign = (props: { name: ReactNode; size?: number; children: ReactNode }) => {
  const size = props.size ?? 22;
  return (
    <span className="row">
      <svg width={20} height={20} viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`} aria-hidden="true">
        {props.children}
      </svg>
      {props.name}
    </span>
  );
};
