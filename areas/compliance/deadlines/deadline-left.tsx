import { useT } from '#kit/web/i18n.ts';
import type { Deadline } from './deadlines.contract.ts';

/** How far the last day is from today, in the colour of its urgency. */
export function DeadlineLeft({ days }: Pick<Deadline, 'days'>) {
  const t = useT();
  return (
    <span className={`st ${days < 0 ? 'bad' : days <= 30 ? 'due' : 'off'} sm`}>
      {days < 0
        ? t('obligations.late', { count: -days })
        : days === 0
          ? t('obligations.today')
          : t('obligations.left', { count: days })}
    </span>
  );
}
