import { useId } from 'react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { When } from '#kit/web/ui/when.tsx';
import type { challan } from '../challan.contract.ts';
import { clocksOf, type ChallanClock, useDaysLeft } from './deadlines.web.ts';
import styles from './challan.module.css';

const names = {
  answerBy: 'challan.clock.answerBy',
  notifyBy: 'challan.clock.notifyBy',
  contestBy: 'challan.clock.contestBy',
  decideBy: 'challan.clock.decideBy',
  payBy: 'challan.clock.payBy',
} as const;
const begins = {
  answerBy: 'challan.clock.answerByNone',
  notifyBy: 'challan.clock.notifyByNone',
  contestBy: 'challan.clock.contestByNone',
  decideBy: 'challan.clock.decideByNone',
  payBy: 'challan.clock.payByNone',
} as const;
const never = {
  answerBy: 'challan.clock.answerByNever',
  notifyBy: 'challan.clock.notifyByNever',
  contestBy: 'challan.clock.notifyByNever',
  decideBy: 'challan.clock.decideByNever',
  payBy: 'challan.clock.payByNever',
} as const;
const tones = { RUNNING: 'due', LATE: 'bad', DONE: 'ok', EXPIRED: 'off', TO_COME: 'off', NEVER: 'off' } as const;

/** Every deadline of a challan as a date: those that are met, that run, that are missed, and from when the others will count. */
export function ChallanDeadlines({ row }: Pick<RecordTabProps<typeof challan>, 'row'>) {
  const t = useT();
  const id = useId();
  return (
    <section className="sheet sec" aria-labelledby={id}>
      <h2 className="h2" id={id}>
        {t('challan.clock.title')}
      </h2>
      <ol className={styles.clocks}>
        {clocksOf(row).map((clock) => (
          <li key={clock.name} aria-current={clock.state === 'RUNNING' || clock.state === 'LATE' ? 'step' : undefined}>
            <span className="mid">{t(names[clock.name])}</span>
            {clock.day === null ? (
              <span className="t2 sm">
                <bdi>{t((clock.state === 'NEVER' ? never : begins)[clock.name])}</bdi>
              </span>
            ) : (
              <>
                <span className={styles.day}>
                  <When at={clock.day} />
                </span>
                <State clock={clock} day={clock.day} />
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function State({ clock: { state }, day }: { clock: ChallanClock; day: string }) {
  const t = useT();
  const daysLeft = useDaysLeft();
  const isOpen = state === 'RUNNING' || state === 'LATE';
  return (
    <span className={`st ${tones[state]}`}>
      <bdi>{isOpen ? daysLeft(day) : t(state === 'DONE' ? 'challan.clock.done' : 'challan.clock.expired')}</bdi>
    </span>
  );
}
