import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { toast } from '#kit/web/toast.tsx';
import { useShortcuts } from '#kit/web/use-shortcuts.ts';
import { PageView } from '../page-view.tsx';
import { pagesOf, vehicleKycDoc } from '../documents/document.contract.ts';
import { staleAfterReview, useReviewItem } from '../documents.queries.ts';
import type { Decision, ReviewItem } from './review.contract.ts';
import { TurnDown } from './reject.dialog.tsx';
import { Comparison, dayNames, type Days, DocumentDays, Known, Warnings } from './review-facts.tsx';
import styles from '../documents.module.css';

/** One paper with the facts of its record beside it, and what can be said of it. */
export function ReviewPanel({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useT();
  const { data, error, refetch } = useReviewItem(id);
  if (error) {
    // Somebody else decided it meanwhile.
    if (error instanceof ApiError && error.status === 404) return <p className="sheet sec t2">{t('review.gone')}</p>;
    return <Failure error={error} retry={() => void refetch()} />;
  }
  return data ? <Panel item={data} onDone={onDone} /> : <span className="sk" aria-hidden="true" />;
}

function Panel({ item, onDone }: { item: ReviewItem; onDone: () => void }) {
  const t = useT();
  const { row, paper } = item;
  const [days, setDays] = useState<Days>(
    () => Object.fromEntries(dayNames.map((name) => [name, paper[name] ?? ''])) as Days,
  );
  const [turning, setTurning] = useState<Exclude<Decision, 'VERIFY'>>();
  const [refused, setRefused] = useState<{ message: string; expired: boolean }>();
  const [busy, setBusy] = useState(false);
  const isOthers = row.taken !== null && !row.taken.mine;
  const mayDecide = item.mayNot === null && !isOthers;

  const send = async (path: string, body: object): Promise<boolean> => {
    setBusy(true);
    setRefused(undefined);
    try {
      const { message } = await api.post<Answer<AnyRow>>(`/vehicle-kyc-doc/${path}/${row.id}`, {
        body: { version: row.version, ...body },
        idempotencyKey: crypto.randomUUID(),
        quiet: true,
      });
      toast.success(message);
      return true;
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      setRefused({ message: failed.message, expired: failed.fields['reasonCode'] === 'EXPIRED' });
      return false;
    } finally {
      setBusy(false);
      await staleAfterReview();
    }
  };
  const decide = async (decision: Decision, said: object) => {
    if (await send('decide', { decision, ...said })) {
      setTurning(undefined);
      onDone();
    }
  };
  const verify = () =>
    void decide('VERIFY', Object.fromEntries(dayNames.map((name) => [name, days[name] === '' ? null : days[name]])));
  const take = () => void send(row.taken?.mine ? 'release' : 'take', {});
  useShortcuts(
    mayDecide && !busy ? { v: verify, r: () => setTurning('REJECT'), a: () => setTurning('ASK_AGAIN'), t: take } : {},
  );
  const pages = pagesOf(paper).map(([name, page]) => ({
    ...page,
    label: vehicleKycDoc.fields[name].label,
  }));
  return (
    <section
      className={`sheet ${styles['review-item']}`}
      aria-label={t('review.paper', { type: row.type.label, subject: row.subject.label })}
    >
      <PageView pages={pages} />
      <div className={styles['review-facts']}>
        <header>
          <h2 className="h2">
            <bdi>{row.type.label}</bdi>
          </h2>
          <p className="t2 sm">
            <Link to={`/${row.subject.path}/${row.subject.id}`} search={{ tab: 'papers' } as never}>
              <bdi>{row.subject.label}</bdi>
            </Link>{' '}
            · <bdi>{row.org.label}</bdi>
          </p>
        </header>
        <Warnings item={item} />
        <Comparison lines={item.compared} />
        <DocumentDays days={days} isOff={!mayDecide} onChange={setDays} />
        <Known item={item} />
        {refused ? (
          <p className="alert bad" role="alert">
            <bdi>{refused.message}</bdi>
            {refused.expired ? (
              <button type="button" className="link" onClick={() => void decide('REJECT', { reasonCode: 'EXPIRED' })}>
                {t('review.rejectExpired')}
              </button>
            ) : null}
          </p>
        ) : null}
        {item.mayNot ? <p className="alert info">{item.mayNot}</p> : null}
        {isOthers ? <p className="alert info">{t('review.takenBy', { name: row.taken?.by ?? '' })}</p> : null}
        <Decisions
          isOff={!mayDecide || busy}
          isMine={row.taken?.mine === true}
          onVerify={verify}
          onTurnDown={setTurning}
          onTake={take}
        />
        <p className="t3 sm d-only">{t('review.keys')}</p>
      </div>
      <TurnDown
        decision={turning}
        busy={busy}
        refused={refused?.message}
        onClose={() => setTurning(undefined)}
        onSend={(said) => turning && void decide(turning, said)}
      />
    </section>
  );
}

function Decisions(props: {
  isOff: boolean;
  /** The document is assigned to oneself. */
  isMine: boolean;
  onVerify: () => void;
  onTurnDown: (decision: Exclude<Decision, 'VERIFY'>) => void;
  onTake: () => void;
}) {
  const { isOff, isMine, onVerify, onTurnDown, onTake } = props;
  const t = useT();
  return (
    <div className={styles['review-acts']}>
      <button type="button" className="btn p" disabled={isOff} onClick={onVerify}>
        {t('review.verify')}
        <Key>V</Key>
      </button>
      <button type="button" className="btn x" disabled={isOff} onClick={() => onTurnDown('REJECT')}>
        {t('review.reject')}
        <Key>R</Key>
      </button>
      <button type="button" className="btn d" disabled={isOff} onClick={() => onTurnDown('ASK_AGAIN')}>
        {t('review.askAgain')}
        <Key>A</Key>
      </button>
      <button type="button" className="btn g" disabled={isOff} onClick={onTake}>
        {t(isMine ? 'review.release' : 'review.take')}
        <Key>T</Key>
      </button>
    </div>
  );
}

const Key = ({ children }: { children: string }) => (
  <span className="kbd d-only" aria-hidden="true">
    {children}
  </span>
);
