import { formatNumber, useT } from '../../i18n.ts';
import { Switch } from '../../ui/parts.tsx';
import { Pager } from '../../list/pager.tsx';
import { ReviewGrid } from './review-grid.tsx';
import { type ReviewProps, useReview } from './use-review.ts';

const pageSize = 50;

/** The dry run as a grid: what is wrong stands in its cell and is mended there, or the row is left out. */
export function Review(props: ReviewProps) {
  const { definition, rows, plan, onBack } = props;
  const t = useT();
  const review = useReview(props);
  const { failure, busy, page, onlyErrors, shown, isStale, useful } = review;
  const { errors } = review.counts;
  return (
    <section className="col gap-14" aria-busy={busy}>
      {failure ? (
        <p className="alert bad" role="alert">
          {failure}
        </p>
      ) : null}
      <Outlook counts={review.counts} isChecked={review.isChecked} />
      <div className="row wrap">
        <Switch on={onlyErrors} label={t('import.onlyWrong')} onToggle={() => review.setOnlyErrors(!onlyErrors)} />
        <button type="button" className="btn d" data-check disabled={busy} onClick={() => void review.check()}>
          {t('import.checkAgain')}
        </button>
      </div>
      {shown.length > 0 ? (
        <div className="sheet list">
          <ReviewGrid
            definition={definition}
            rows={shown.slice((page - 1) * pageSize, page * pageSize)}
            names={[...new Set(rows.flatMap((row) => Object.keys(row.cells)))]}
            planned={review.planned}
            onCell={review.edit}
            onLeaveOut={review.leaveOut}
          />
          {shown.length > pageSize ? (
            <Pager view={{ page, size: pageSize }} count={shown.length} onPage={review.setPage} />
          ) : null}
        </div>
      ) : null}
      <div className="row wrap">
        <button
          type="button"
          className="btn p"
          disabled={busy || !review.isChecked || isStale || useful === 0 || (!plan.partial && errors > 0)}
          onClick={() => void review.start()}
        >
          {t('import.start', { count: useful, shown: formatNumber(useful) })}
        </button>
        <button type="button" className="btn d" onClick={onBack}>
          {t('import.back')}
        </button>
        <span className="t2 sm">
          {isStale
            ? t('import.stale')
            : errors > 0
              ? t(plan.partial ? 'import.leavesWrong' : 'import.allOrNothing', {
                  count: errors,
                  shown: formatNumber(errors),
                })
              : null}
        </span>
      </div>
    </section>
  );
}

/** How many rows would do what. */
function Outlook(props: { counts: ReturnType<typeof useReview>['counts']; isChecked: boolean }) {
  const t = useT();
  const { creates, updates, sames, errors } = props.counts;
  return (
    <p role="status" className="row wrap import-outlook">
      {props.isChecked ? (
        <>
          <span className="st ok">{t('import.willCreate', { count: formatNumber(creates) })}</span>
          <span className="st info">{t('import.willUpdate', { count: formatNumber(updates) })}</span>
          <span className="st off">{t('import.same', { count: formatNumber(sames) })}</span>
          <span className={errors > 0 ? 'st bad' : 'st ok'}>{t('import.wrong', { count: formatNumber(errors) })}</span>
        </>
      ) : (
        t('import.checking')
      )}
    </p>
  );
}
