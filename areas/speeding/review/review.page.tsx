import { IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '#kit/web/api.ts';
import { formatNumber, formatTime, useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { queryClient } from '#kit/web/queries.ts';
import { useCan } from '#kit/web/rights.ts';
import { isActing } from '#kit/web/session.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { toast } from '#kit/web/toast.tsx';
import { Acts } from '#kit/web/ui/acts.tsx';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import { overText } from '#kit/web/ui/units.ts';
import { useShortcuts } from '#kit/web/use-shortcuts.ts';
import {
  act,
  askedFor,
  nextOf,
  preload,
  staleAfterVerdict,
  useReasons,
  useViolations,
  violationNames,
  violationOf,
} from '../speeding.queries.ts';
import type { ViolationOne } from '../violation-answers.contract.ts';
import { StateWord } from '../violations/violation-rows.tsx';
import { Decisions, Verdict } from './decisions.tsx';
import { DismissDialog } from './dismiss.dialog.tsx';
import { lookedTrack } from './looked-track.web.ts';
import { fixText, ReviewChart } from './review-chart.tsx';
import { Revisions, ReviewFacts } from './review-facts.tsx';
import { ReviewGates } from './review-gates.tsx';
import { ReviewMap } from './review-map.tsx';
import { ReviewTable } from './review-table.tsx';
import { useTaken } from './use-taken.web.ts';
import styles from '../speeding.module.css';

/** One violation: where, how fast, what speaks for it, and the decision; then the next of the list that it was opened from. */
export function ReviewPage({ id }: { id: string }) {
  const t = useT();
  const mayDecide = useCan()('violation', 'approve');
  const { filters } = useListAddress(violationNames);
  const { data: shown, error, refetch } = useQuery({ ...violationOf(id), placeholderData: keepPreviousData });
  // The one before stays until the next has come, so that nothing jumps; it cannot be decided any more.
  const isCurrent = shown?.id === id;
  const query = askedFor(filters, mayDecide);
  const count = useViolations({ ...query, take: 1 }).data?.count;
  if (error && !isCurrent) return <Failure error={error} retry={() => void refetch()} />;
  const numbered = { count: count ?? 0, number: formatNumber(count ?? 0) };
  const key = query['state'] === 'TO_REVIEW' ? 'violations.toReview' : 'violations.count';
  return (
    <>
      <nav className="crumb" aria-label={t('catalogue.trail')}>
        <Link to="/violation" search={filters as never}>
          {t('violations.title')}
        </Link>
        <IconChevronRight className="i s flip" aria-hidden="true" />
        <bdi className="cut">{shown ? `${shown.vehicle}, ${formatTime(shown.fromAt)}` : '…'}</bdi>
      </nav>
      <PageTitle title={shown ? overText(shown) : t('violations.one')} sub={shown ? <Line of={shown} /> : ' '}>
        {count === undefined ? null : <bdi className={`t2 ${styles['queue-count']}`}>{t(key, numbered)}</bdi>}
      </PageTitle>
      {shown ? (
        <Review violation={shown} isCurrent={isCurrent} query={query} filters={filters} mayDecide={mayDecide} />
      ) : (
        <section className="sheet sec" aria-busy="true">
          <span className="sk" style={{ height: 420 }} />
        </section>
      )}
    </>
  );
}

/** Which vehicle, who, where and when. */
const Line = ({ of: { vehicle, plateUse, driver, road, fromAt, state } }: { of: ViolationOne }) => (
  <span className={`row wrap ${styles['title-line']}`}>
    <StateWord state={state} />
    <Plate no={vehicle} use={plateUse} />
    <bdi>{[driver, road, formatTime(fromAt)].filter(Boolean).join(' · ')}</bdi>
  </span>
);

interface ReviewProps {
  violation: ViolationOne;
  isCurrent: boolean;
  query: Record<string, string>;
  filters: Readonly<Record<string, string | undefined>>;
  mayDecide: boolean;
}

/** To the next of the list, preloaded; back to the list at its end. */
function useNext({ violation, isCurrent, query, filters }: ReviewProps, me: string | undefined) {
  const t = useT();
  const navigate = useNavigate();
  const options = nextOf(violation, query, me);
  const next = useQuery({ ...options, enabled: isCurrent }).data;
  useEffect(() => {
    if (next) void preload(next.id);
  }, [next]);
  return async (found = queryClient.fetchQuery(options)) => {
    const one = await found;
    if (one) return navigate({ to: `/violation/${one.id}`, search: filters as never });
    toast.success(t('violations.noNext'));
    return navigate({ to: '/violation', search: filters as never });
  };
}

function useDecision(props: ReviewProps, noteDecided: () => void, onNext: ReturnType<typeof useNext>) {
  const { violation, query, filters } = props;
  const navigate = useNavigate();
  const me = useKept('userData')[0]?.id;
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ id: string; message: string }>();
  const undo = async ({ id, version }: ViolationOne) => {
    try {
      toast.success((await act(id, 'undo', { version })).message);
      await navigate({ to: `/violation/${id}`, search: filters as never });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.error(error.message);
    } finally {
      await staleAfterVerdict();
    }
  };
  /** @returns whether it was done. */
  const decide = async (body: object): Promise<boolean> => {
    setBusy(true);
    setRefused(undefined);
    const { id, version } = violation;
    // What follows is asked for before this one leaves the list.
    const next = queryClient.fetchQuery(nextOf(violation, query, me));
    next.catch(() => undefined);
    try {
      const { message, data } = await act(id, 'verdict', { version, ...body });
      noteDecided();
      drafts.delete(id);
      toast.success(message, () => void undo(data));
      await onNext(next);
      void staleAfterVerdict();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused({ id, message: error.message });
      await queryClient.invalidateQueries({ queryKey: ['violation'] });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { decide, isBusy, refused: refused?.id === violation.id ? refused.message : undefined };
}

function Review(props: ReviewProps) {
  const { violation, isCurrent, mayDecide } = props;
  const t = useT();
  const me = useKept('userData')[0]?.id;
  const isOthers = violation.assignedTo !== null && violation.assignedTo.id !== me;
  const isOpen = violation.state === 'TO_REVIEW' && mayDecide && !isActing();
  const taken = useTaken(violation.id, isCurrent && isOpen && !isOthers);
  const next = useNext(props, me);
  const { decide, isBusy, refused } = useDecision(props, taken.noteDecided, next);
  const [note, setNote] = useDraftNote(violation.id);
  const [isDismissing, setDismissing] = useState(false);
  const reasons = useReasons(isOpen).data;
  const canDecide = isCurrent && isOpen && !isOthers;
  const last = useRef(violation.id);
  if (last.current !== violation.id) {
    last.current = violation.id;
    if (isDismissing) setDismissing(false);
  }
  const confirm = () => void decide({ verdict: 'CONFIRM', ...(note.trim() ? { note: note.trim() } : {}) });
  const go = () => void next().catch(() => undefined);
  const reopen = () => void reopenDecision(violation);
  useShortcuts({
    ...(canDecide && !isBusy ? { c: confirm, d: () => setDismissing(true) } : {}),
    ...(isCurrent && !isBusy ? { n: go } : {}),
  });
  return (
    <div className={styles.review}>
      <Picture violation={violation} />
      <aside className={`sheet ${styles.panel}`} aria-label={t('violations.about')}>
        <div className={styles.scroll}>
          {isOthers && mayDecide && violation.state === 'TO_REVIEW' ? (
            <p className="alert info" role="status">
              <bdi>{t('violations.isReviewing', { name: violation.assignedTo?.name ?? '' })}</bdi>
            </p>
          ) : taken.refused && !refused && canDecide ? (
            <p className="alert info" role="status">
              <bdi>{taken.refused}</bdi>
            </p>
          ) : null}
          {refused && !isDismissing ? (
            <p className="alert bad" role="alert">
              <bdi>{refused}</bdi>
            </p>
          ) : null}
          <Verdict violation={violation} onReopen={isCurrent && mayDecide && !isActing() ? reopen : undefined} />
          <ReviewGates violation={violation} />
          <ReviewFacts violation={violation} />
          <Revisions violation={violation} />
          {isCurrent ? <Acts on="violation" id={violation.id} title={violation.vehicle} /> : null}
        </div>
        <Decisions
          mayDecide={canDecide}
          isForOthers={violation.state === 'TO_REVIEW' && !mayDecide}
          isBusy={isBusy || !isCurrent}
          note={note}
          onNote={setNote}
          onConfirm={confirm}
          onDismiss={() => setDismissing(true)}
          onNext={go}
        />
      </aside>
      <DismissDialog
        opened={isDismissing && canDecide}
        reasons={reasons}
        isBusy={isBusy}
        refused={refused}
        note={note}
        onNote={setNote}
        onClose={() => setDismissing(false)}
        onSend={({ reasonId, note }) =>
          void decide({ verdict: 'DISMISS', reasonId, ...(note ? { note } : {}) }).then(
            (isDone) => isDone && setDismissing(false),
          )
        }
      />
    </div>
  );
}

/** Notes that were typed and not sent, by violation: whoever goes on and comes back finds theirs again. Not kept over a reload. */
const drafts = new Map<string, string>();
const mostDrafts = 50;

function useDraftNote(id: string): [string, (note: string) => void] {
  const [, draw] = useState(0);
  const keep = (note: string): void => {
    drafts.delete(id);
    if (note !== '') drafts.set(id, note);
    const [oldest] = drafts.keys();
    if (drafts.size > mostDrafts && oldest !== undefined) drafts.delete(oldest);
    draw((count) => count + 1);
  };
  return [drafts.get(id) ?? '', keep];
}

/** What was decided is reviewed again: its data has changed since. */
async function reopenDecision({ id, version }: ViolationOne): Promise<void> {
  try {
    toast.success((await act(id, 'reopen', { version })).message);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast.error(error.message);
  } finally {
    await staleAfterVerdict();
  }
}

/** Map and chart, with one cursor in both, and the same as a table. */
function Picture({ violation }: { violation: ViolationOne }) {
  const t = useT();
  const { track: fixes, lat, lon, id, revision } = violation;
  const [cursor, setCursor] = useState<{ of: string; at: number | undefined }>();
  // A violation that is asked for again is another object; its track is the same until it is judged anew.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const track = useMemo(() => lookedTrack({ track: fixes, lat, lon }), [id, revision]);
  const at = cursor?.of === id && cursor.at !== undefined ? Math.min(cursor.at, track.count - 1) : undefined;
  const onCursor = (next: number | undefined) => setCursor({ of: id, at: next });
  return (
    <section className={styles.pictures} aria-label={t('violations.picture')}>
      <div className={`sheet ${styles.picture}`}>
        <ReviewMap violation={violation} track={track} cursor={at} onCursor={onCursor} />
        <div className={styles['chart-head']}>
          <h2 className="h2">{t('violations.speedKmh')}</h2>
          <bdi dir="ltr" className={`mid sm ${styles['cursor-says']}`}>
            {at === undefined ? '' : fixText(track, at)}
          </bdi>
        </div>
        <ReviewChart violation={violation} track={track} cursor={at} onCursor={onCursor} />
      </div>
      <ReviewTable track={track} />
    </section>
  );
}
