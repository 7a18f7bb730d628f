import { useNavigate } from '@tanstack/react-router';
import { Pie, PieChart, Tooltip } from 'recharts';
import { formatNumber } from '#kit/web/i18n.ts';
import { tooltipLook } from './tooltip-look.ts';

export interface RingPart {
  name: string;
  value: number;
  tone: string;
  to: string;
}

/** Parts of a whole, for the eye: the list beside it names them, with the same numbers and links. */
export function Ring({ parts }: { parts: readonly RingPart[] }) {
  const navigate = useNavigate();
  const open = (at: number) => {
    const to = parts[at]?.to;
    if (to) void navigate({ to });
  };
  return (
    <div dir="ltr" aria-hidden="true">
      <PieChart width={168} height={168} accessibilityLayer={false}>
        <Tooltip {...tooltipLook} formatter={(value, name) => [formatNumber(Number(value)), String(name)]} />
        <Pie
          data={parts.map((part) => ({ ...part, fill: `var(--${part.tone})` }))}
          dataKey="value"
          nameKey="name"
          innerRadius={52}
          outerRadius={80}
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
