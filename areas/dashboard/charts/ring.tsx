import { useNavigate } from '@tanstack/react-router';
import { Pie, PieChart, Tooltip } from 'recharts';
import { formatNumber } from '#kit/web/i18n.ts';
import styles from './charts.module.css';
import { tooltipLook } from './tooltip-look.ts';

export interface RingPart {
  name: string;
  value: number;
  colour: string;
  to: string;
}

/** Parts of a whole, for the eye: the list beside it names them, with the same numbers and links. */
export function Ring({ parts, says }: { parts: readonly RingPart[]; says: string }) {
  const navigate = useNavigate();
  const open = (at: number) => {
    const to = parts[at]?.to;
    if (to) void navigate({ to });
  };
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  return (
    <div className={styles.ring} dir="ltr" aria-hidden="true">
      <p className={styles.total}>
        <b>{formatNumber(total)}</b>
        <span>{says}</span>
      </p>
      <PieChart width={168} height={168} accessibilityLayer={false}>
        <Tooltip {...tooltipLook} formatter={(value, name) => [formatNumber(Number(value)), String(name)]} />
        <Pie
          data={parts.map((part) => ({ ...part, fill: part.colour }))}
          dataKey="value"
          nameKey="name"
          innerRadius={56}
          outerRadius={80}
          // One of many is still seen.
          minAngle={10}
          stroke="var(--surface)"
          isAnimationActive={false}
          rootTabIndex={-1}
          cursor="pointer"
          onClick={(_, at) => open(at)}
        />
      </PieChart>
    </div>
  );
}
