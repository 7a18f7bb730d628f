import { Link } from '@tanstack/react-router';
import { formatDay, formatNumber, said, timeFormat, useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import type { DutyAnswer } from '../calendar-answers.contract.ts';
import styles from './calendar.module.css';

const inFull = timeFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** How far a day is from today, in the colour of its urgency. */
function DaysLeft({ days }: { days: number }) {
  const t = useT();
  const number = formatNumber(Math.abs(days));
  return (
    <span className={`st sm ${days < 0 ? 'bad' : days <= 7 ? 'due' : 'off'}`}>
      <bdi>
        {days < 0
          ? t('calendar.late', { count: -days, number })
          : days === 0
            ? t('calendar.today')
            : t('calendar.left', { count: days, number })}
      </bdi>
    </span>
  );
}

/** 'Wednesday, 25 November 2026', and how far away it is. */
export function DayHeading({ day, today, id }: { day: string; today: string; id?: string }) {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
  return (
    <div className={styles['day-head']}>
      <h3 className="h2" {...(id ? { id } : {})}>
        <bdi>{inFull(new Date(day))}</bdi>
      </h3>
      <DaysLeft days={days} />
    </div>
  );
}

/** What has to be done, each with its next step. */
export function DutyLines({ duties, isNarrow = false }: { duties: readonly DutyAnswer[]; isNarrow?: boolean }) {
  return (
    <ul className={isNarrow ? `${styles.duties} ${styles.narrow}` : styles.duties}>
      {duties.map((duty) => (
        <Line key={duty.key} duty={duty} />
      ))}
    </ul>
  );
}

function Line({ duty }: { duty: DutyAnswer }) {
  const t = useT();
  // A client's deadlines are all of their own organisation.
  const isClient = useKept('userData')[0]?.kind === 'client';
  const { what, detail, subject, isPlate, plateUse, state, step, reminded } = duty;
  return (
    <li data-key={duty.key}>
      <span className={styles.what}>
        <bdi className="mid">{said(what)}</bdi>
        {detail && detail !== subject ? (
          <bdi className="t2 sm" dir="ltr">
            {detail}
          </bdi>
        ) : null}
      </span>
      <span className={styles.whose}>
        {isPlate && subject ? <Plate no={subject} use={plateUse} /> : <bdi className="cut">{subject}</bdi>}
        {isClient ? null : <bdi className="t3 sm cut">{duty.org.label}</bdi>}
      </span>
      <span className={styles.state}>
        {state ? <span className="tag">{said(state)}</span> : null}
        {reminded.length > 0 ? (
          <span className="t3 sm" title={reminded.map(formatDay).join(', ')}>
            {t('calendar.reminded', {
              count: reminded.length,
              number: formatNumber(reminded.length),
              day: formatDay(reminded[0] ?? ''),
            })}
          </span>
        ) : null}
      </span>
      <Link to={duty.to as never} className="btn d sm">
        {said(step)}
        <span className="sr">
          {' '}
          {said(what)} {subject}
        </span>
      </Link>
    </li>
  );
}
