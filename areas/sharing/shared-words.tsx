import { vehicleStates, verdicts } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { useT } from '#kit/web/i18n.ts';
import { When } from '#kit/web/ui/when.tsx';

const states = new Map<string, { label: string; tone: string }>(vehicleStates.map((one) => [one.value, one]));
const colours = new Map<string, { label: string; tone: string }>(verdicts.map((one) => [one.value, one]));

/** Whether it may run, and how it stands. */
export function Standing({ verdict, state }: { verdict: string; state: string }) {
  const [may, is] = [colours.get(verdict), states.get(state)];
  return (
    <span className="row wrap">
      {may ? <span className={`st ${may.tone}`}>{may.label}</span> : null}
      {is ? <span className="tag">{is.label}</span> : null}
    </span>
  );
}

/** The last day of a share: it ends with the day, so the moment of its end belongs to the next. */
export function Until({ until }: { until: string | null }) {
  const t = useT();
  if (until === null) return <span>{t('sharing.openEnded')}</span>;
  return (
    <span>
      {t('sharing.until')} <When at={lastDay(until)} />
    </span>
  );
}

/** The day, in India, that ends at a moment. */
export const lastDay = (until: string): string =>
  new Date(Date.parse(until) - 1 + 5.5 * 3_600_000).toISOString().slice(0, 10);
