import { IconAlertTriangle, IconArrowMerge, IconCircleCheck, IconClock, IconPlayerPause } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay, formatDistance, formatNumber, formatTime, useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { When } from '#kit/web/ui/when.tsx';
import { type PromiseState, promiseStates } from '../tickets/ticket.contract.ts';
import { type Ticket, useDue } from '../talk/talk.queries.ts';
import { countedText } from './counted.rules.ts';
import { minutesText } from './minutes.web.ts';
import styles from './beside.module.css';

const icons = {
  ON_TIME: IconClock,
  DUE_SOON: IconClock,
  LATE: IconAlertTriangle,
  PAUSED: IconPlayerPause,
  MET: IconCircleCheck,
  MISSED: IconAlertTriangle,
} as const satisfies Record<PromiseState, typeof IconClock>;

const looks = { ok: styles.ok, due: styles.due, bad: styles.bad, off: '' } as const;

/** By when something is due, how far that is, and on request why. */
export function Clock({ row }: { row: Ticket }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const state = row.promise as PromiseState | null;
  const { label = t('beside.elsewhere'), tone = 'off' } = promiseStates.find(({ value }) => value === state) ?? {};
  const Icon = state === null ? IconArrowMerge : icons[state];
  const { dueAt } = row;
  const isFirst = row.firstRepliedAt === null;
  return (
    <section className={`sheet ${styles.clock} ${looks[tone]}`} aria-label={t('beside.clock')}>
      <div className={styles.reading}>
        <Icon aria-hidden="true" />
        <div>
          <p className={styles.what}>
            {dueAt ? t(isFirst ? 'beside.firstDue' : 'beside.solutionDue') : t('beside.promise')}
          </p>
          <p className={styles.left}>
            <bdi>{dueAt ? formatDistance(dueAt) : label}</bdi>
          </p>
          {dueAt ? (
            <p className="sm">
              <bdi>
                {label} · {formatTime(dueAt)}
              </bdi>
            </p>
          ) : state === 'PAUSED' ? (
            <p className="sm">{t(row.status === 1 ? 'beside.pausedText' : 'beside.pausedInactive')}</p>
          ) : null}
        </div>
      </div>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <bdi>{dueAt ? t('beside.why', { at: timeOf(dueAt) }) : t('beside.howCounted')}</bdi>
        </summary>
        {open ? <Why row={row} /> : null}
      </details>
    </section>
  );
}

/** Why a clock stood still. */
const reasons = {
  WAITING: 'beside.waits',
  INACTIVE: 'beside.inactive',
  RESOLVED: 'beside.resolved',
  CLOSED: 'beside.closed',
} as const;

const timeOf = (at: string): string => formatTime(at).slice(-5);

/** What was promised, how much of it is used, the days that counted, and when the clock stood still. */
function Why({ row }: { row: Ticket }) {
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const { data } = useDue(row.id, true);
  if (!data) return <span className="sk" aria-hidden="true" />;
  const pauses = data.stretches.filter(({ isCounted }) => !isCounted);
  return (
    <div className={styles.reasons}>
      {(['first', 'solution'] as const).map((name) => {
        const { usedMin, targetMin, dueAt } = data[name];
        return (
          <p key={name}>
            <bdi>
              {t(name === 'first' ? 'beside.firstGoal' : 'beside.solutionGoal', {
                promised: minutesText(targetMin),
                used: minutesText(usedMin),
              })}{' '}
              {dueAt ? t('beside.until', { at: formatTime(dueAt) }) : null}
            </bdi>
          </p>
        );
      })}
      <p className="mid">{t('beside.days')}</p>
      <ul>
        {data.days.map((one) => (
          <li key={one.day}>
            <bdi>{formatDay(one.day)}</bdi>
            <span className="t2">
              <bdi>{countedText(one, t('beside.shut'), minutesText)}</bdi>
            </span>
          </li>
        ))}
      </ul>
      {pauses.length > 0 ? (
        <>
          <p className="mid">{t('beside.pauses', { count: pauses.length, shown: formatNumber(pauses.length) })}</p>
          <ul>
            {pauses.map(({ from, until, why, words }) => (
              <li key={from} className={styles.pause}>
                <span>
                  <When at={from} /> – {until ? <When at={until} /> : t('beside.now')}
                </span>
                {why ? (
                  <span className="t2">
                    <bdi>
                      {why === 'MERGED'
                        ? t('beside.merged', { ticket: words ?? '' })
                        : t(why === 'WAITING' && !isStaff ? 'beside.waitsForYou' : reasons[why])}
                    </bdi>
                  </span>
                ) : null}
                {words && why !== 'MERGED' ? (
                  <q className="t2">
                    <bdi>{words}</bdi>
                  </q>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
