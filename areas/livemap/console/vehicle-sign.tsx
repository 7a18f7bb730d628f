import styles from '../livemap.module.css';
import { type Sign, shapeOf } from './vehicle-icons.web.ts';

/** The sign of a vehicle as the map draws it. */
export function VehicleSign({ sign }: { sign: Sign }) {
  const { body, mark, colour, isHollow } = shapeOf(sign);
  return (
    <svg width={20} height={20} viewBox="-13 -13 26 26" aria-hidden="true" className={styles.sign}>
      <g transform={sign === 'MOVING' ? 'rotate(35)' : undefined}>
        {isHollow ? (
          <path d={body} fill="var(--surface)" stroke={`var(${colour})`} strokeWidth={2.2} strokeDasharray="3 2.4" />
        ) : (
          <path d={body} fill={`var(${colour})`} />
        )}
        {mark ? <path d={mark} fill="none" stroke="var(--k-ring)" strokeWidth={2} strokeLinecap="round" /> : null}
      </g>
    </svg>
  );
}
