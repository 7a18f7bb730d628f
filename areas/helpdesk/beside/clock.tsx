import { IconAlertTriangle, IconArrowMerge, IconCircleCheck, IconClock, IconPlayerPause } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDistance, formatTime, useT } from '#kit/web/i18n.ts';
import { type PromiseState, promiseStates } from '../tickets/ticket.contract.ts';
import type { Ticket } from '../talk/talk.queries.ts';
import styles from './beside.module.css';
import { Why } from './why.tsx';

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

const timeOf = (at: string): string => formatTime(at).slice(-5);
