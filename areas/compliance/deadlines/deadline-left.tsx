import { useT } from '#kit/web/i18n.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import type { Deadline } from './deadlines.contract.ts';

/** Up to here days are counted; further away they say less than months and years. */
const countedDays = 90;

/** How far the last day is from today, in the colour of its urgency. */
export function DeadlineLeft({ days, due }: Pick<Deadline, 'days' | 'due'>) {
  const t = useT();
  return (
    <span className={`st ${days < 0 ? 'bad' : days <= 30 ? 'due' : 'off'} sm`}>
      {days > countedDays ? (
        <Ago at={due} />
      ) : days < 0 ? (
        t('obligations.late', { count: -days })
      ) : days === 0 ? (
        t('obligations.today')
      ) : (
        t('obligations.left', { count: days })
      )}
    </span>
  );
}
