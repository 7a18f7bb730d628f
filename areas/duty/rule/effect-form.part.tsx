import { useState } from 'react';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { formatDay, useT } from '#kit/web/i18n.ts';

/** From when on what is entered acts, and who is told of it. */
export function EffectFormPart() {
  const t = useT();
  const [tomorrow] = useState(() => addDays(indiaDay(new Date()), 1));
  return (
    <p className="alert info">
      <bdi>{t('duty.rule.midnight', { day: formatDay(tomorrow) })}</bdi>
    </p>
  );
}
