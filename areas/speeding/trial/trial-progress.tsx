import { formatNumber, useT } from '#kit/web/i18n.ts';
import type { RuleTrial } from './rule-trial.contract.ts';

/** How far a trial is, and what it has found; said aloud as it changes. */
export function TrialProgress({ one }: { one: RuleTrial }) {
  const t = useT();
  const { state, total, done, added, gone, changed } = one;
  if (state !== 'RUNNING')
    return (
      <p role="status" className="mid">
        {total === 0
          ? t('trials.noTrips')
          : t('trials.sum', {
              added: formatNumber(added),
              gone: formatNumber(gone),
              changed: formatNumber(changed),
              trips: formatNumber(done),
            })}
      </p>
    );
  const text =
    total === null
      ? t('trials.started')
      : t('trials.progress', { done: formatNumber(done), total: formatNumber(total) });
  return (
    <div className="col" style={{ gap: 8 }}>
      <span className="t2">{text}</span>
      <progress
        className="bar-of"
        max={1}
        value={total === null || total === 0 ? undefined : Math.min(1, done / total)}
        aria-label={t('trials.states.RUNNING')}
      />
    </div>
  );
}
