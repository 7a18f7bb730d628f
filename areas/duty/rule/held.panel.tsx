import { useState } from 'react';
import { weekDayChoices } from '#kit/contract/formats/schedule.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { formatDay, formatNumber, useT } from '#kit/web/i18n.ts';
import type { HeldState } from './held.contract.ts';
import { useHeld } from './held.queries.ts';
import type { offDutyRule } from './off-duty-rule.contract.ts';

/** What hides positions until midnight though the rule says so no longer. */
export function HeldPanel({ row }: Pick<RecordTabProps<typeof offDutyRule>, 'row'>) {
  const t = useT();
  const [now] = useState(() => Date.now());
  const { heldUntil, held } = useHeld(row.id).data ?? { heldUntil: null, held: [] };
  if (heldUntil === null || Date.parse(heldUntil) <= now) return null;
  return (
    <section className="sheet sec" aria-labelledby="duty-held">
      <h2 className="h2" id="duty-held">
        <bdi>{t('duty.rule.held', { day: formatDay(heldUntil) })}</bdi>
      </h2>
      <p className="t2">{t('duty.rule.heldText')}</p>
      <ul>
        {held.map((state) => (
          <li key={JSON.stringify(state)}>
            <HeldLine state={state} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function HeldLine({ state: { days, fromTime, toTime, vehicles } }: { state: HeldState }) {
  const t = useT();
  const parts = [
    vehicles === null
      ? t('duty.rule.allVehicles')
      : t('duty.rule.vehicles', { count: vehicles, number: formatNumber(vehicles) }),
    days.length === 0
      ? t('duty.rule.everyDay')
      : weekDayChoices
          .filter(({ value }) => days.includes(value))
          .map(({ label }) => label)
          .join(', '),
    fromTime === null || toTime === null
      ? t('duty.rule.wholeDay')
      : t('duty.rule.hours', { from: fromTime, to: toTime }),
  ];
  return <bdi>{parts.join(' · ')}</bdi>;
}
