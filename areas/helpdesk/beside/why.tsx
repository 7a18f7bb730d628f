import { formatNumber, formatTime, useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { When } from '#kit/web/ui/when.tsx';
import { type Ticket, useDue } from '../talk/talk.queries.ts';
import type { CountedDay, DueExplained } from '../tickets/conversation.contract.ts';
import styles from './beside.module.css';
import { countedText, weekdayText } from './counted.rules.ts';
import { minutesText } from './minutes.web.ts';

/** Why a clock stood still. */
const reasons = {
  WAITING: 'beside.waits',
  INACTIVE: 'beside.inactive',
  RESOLVED: 'beside.resolved',
  CLOSED: 'beside.closed',
} as const;

/** What was promised, how much of it is used, the days that counted and those to come, and when the clock stood still. */
export function Why({ row }: { row: Ticket }) {
  const t = useT();
  const { data } = useDue(row.id, true);
  if (!data) return <span className="sk" aria-hidden="true" />;
  const { first, solution, days, hours } = data;
  const isOver = solution.state === 'STOPPED';
  return (
    <div className={styles.reasons}>
      <GoalText goal={first} isFirst />
      <GoalText goal={solution} />
      {hours && !isOver ? (
        <p>
          <bdi>{t('beside.hours', { hours })}</bdi>
        </p>
      ) : null}
      {days.length > 0 ? <Days title={t(isOver ? 'beside.days' : 'beside.daysSoFar')} days={days} /> : null}
      {isOver && days.length === 0 && !row.mergedIntoId ? <p className="t2">{t('beside.daysUnknown')}</p> : null}
      {first.coming.length > 0 ? <Days title={t('beside.untilFirst')} days={first.coming} dueAt={first.dueAt} /> : null}
      {solution.coming.length > 0 ? (
        <Days title={t('beside.untilSolution')} days={solution.coming} dueAt={solution.dueAt} />
      ) : null}
      <Pauses stretches={data.stretches} />
    </div>
  );
}

/** What is promised and used of one of the two; of what is over, what is known of how it ended. */
function GoalText({ goal, isFirst = false }: { goal: DueExplained['first']; isFirst?: boolean }) {
  const t = useT();
  const { usedMin, targetMin, dueAt } = goal;
  const promised = targetMin === null ? '' : minutesText(targetMin);
  const used = usedMin === null ? '' : minutesText(usedMin);
  if (!promised && !used) return null;
  const text = !promised
    ? t(isFirst ? 'beside.firstUsed' : 'beside.solutionUsed', { used })
    : !used
      ? t(isFirst ? 'beside.firstNone' : 'beside.solutionNone', { promised })
      : t(isFirst ? 'beside.firstGoal' : 'beside.solutionGoal', { promised, used });
  return (
    <p>
      <bdi>
        {text} {dueAt ? t('beside.until', { at: formatTime(dueAt) }) : null}
      </bdi>
    </p>
  );
}

/** Days with the hours that count. Where they end before something is due, there are more of them than are told. */
function Days({ title, days, dueAt = null }: { title: string; days: readonly CountedDay[]; dueAt?: string | null }) {
  const t = useT();
  const words = {
    shut: t('beside.shut'),
    minutes: minutesText,
    span: (from: string, until: string) => t('beside.span', { from, until }),
  };
  const end = days.at(-1)?.spans.at(-1)?.until;
  return (
    <>
      <p className="mid">{title}</p>
      <ul>
        {days.map((one) => (
          <li key={one.day}>
            <bdi>{weekdayText(one.day)}</bdi>
            <span className={`t2 ${styles.counted}`}>
              <bdi>{countedText(one, words)}</bdi>
            </span>
          </li>
        ))}
        {dueAt !== null && end !== dueAt ? <li className="t2">{t('beside.daysMore')}</li> : null}
      </ul>
    </>
  );
}

/** When the clock stood still, and why. */
function Pauses({ stretches }: Pick<DueExplained, 'stretches'>) {
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const pauses = stretches.filter(({ isCounted }) => !isCounted);
  if (pauses.length === 0) return null;
  return (
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
  );
}
