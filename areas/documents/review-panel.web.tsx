import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { toast } from '#kit/web/toast.tsx';
import { Code } from '#kit/web/ui/parts.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { useShortcuts } from '#kit/web/use-shortcuts.ts';
import { PageView } from './page-view.web.tsx';
import { pagesOf, vehicleKycDoc } from './paper.contract.ts';
import { staleAfterReview, useReviewItem } from './paper-data.web.ts';
import type { Compared, Decision, ReviewItem } from './review.contract.ts';
import { TurnDown } from './turn-down.web.tsx';

const dayNames = ['issuedOn', 'validFrom', 'validUpto'] as const;
type Days = Record<(typeof dayNames)[number], string>;

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
    () => Object.fromEntries(dayNames.map((name) => [name, (paper[name] as string | null) ?? ''])) as Days,
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
    label: vehicleKycDoc.fields[name as 'front'].label,
  }));
  return (
    <section
      className="sheet review-item"
      aria-label={t('review.paper', { type: row.type.label, subject: row.subject.label })}
    >
      <PageView pages={pages} />
      <div className="review-facts">
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
        {item.warnings.map((warning) => (
          <p key={warning} className="alert due">
            <IconAlertTriangle className="i s" aria-hidden="true" />
            <bdi>{warning}</bdi>
          </p>
        ))}
        {item.duplicates.length > 0 ? (
          <ul className="review-duplicates">
            {item.duplicates.map((one) => (
              <li key={one.id}>
                <Link to={`/vehicle-kyc-doc/${one.id}`}>
                  <bdi>{one.subject.label}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
        <Comparison lines={item.compared} />
        <div className="review-days">
          {dayNames.map((name) => (
            <label key={name} className="labelled">
              <span>{vehicleKycDoc.fields[name].label}</span>
              <input
                type="date"
                className="inp"
                value={days[name]}
                disabled={!mayDecide}
                onChange={(event) => setDays({ ...days, [name]: event.currentTarget.value })}
              />
            </label>
          ))}
        </div>
        {item.current ? (
          <p className="t2 sm">
            <Link to={`/vehicle-kyc-doc/${item.current.id}`}>{t('review.current')}</Link>{' '}
            {item.current.validUpto ? (
              <>
                {t('papers.until')} <When at={item.current.validUpto} />
              </>
            ) : (
              t('papers.noEnd')
            )}
          </p>
        ) : null}
        {paper['note'] ? (
          <p className="t2 sm">
            <bdi>{String(paper['note'])}</bdi>
          </p>
        ) : null}
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
        {isOthers ? <p className="alert info">{t('review.takenBy', { name: row.taken?.by })}</p> : null}
        <div className="review-acts">
          <button type="button" className="btn p" disabled={!mayDecide || busy} onClick={verify}>
            {t('review.verify')}
            <Key>V</Key>
          </button>
          <button type="button" className="btn x" disabled={!mayDecide || busy} onClick={() => setTurning('REJECT')}>
            {t('review.reject')}
            <Key>R</Key>
          </button>
          <button type="button" className="btn d" disabled={!mayDecide || busy} onClick={() => setTurning('ASK_AGAIN')}>
            {t('review.askAgain')}
            <Key>A</Key>
          </button>
          <button type="button" className="btn g" disabled={!mayDecide || busy} onClick={take}>
            {t(row.taken?.mine ? 'review.release' : 'review.take')}
            <Key>T</Key>
          </button>
        </div>
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

const Key = ({ children }: { children: string }) => (
  <span className="kbd d-only" aria-hidden="true">
    {children}
  </span>
);

/** What the record says, with what the paper says where both say it. */
function Comparison({ lines }: { lines: readonly Compared[] }) {
  const t = useT();
  return (
    <dl className="facts sm" aria-label={t('review.record')}>
      {lines.map(({ label, paper, record }) => (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>
            {record === null ? null : <bdi>{record}</bdi>}
            {paper === null ? null : (
              <span className="review-said">
                {t('review.onPaper')} <Code>{paper}</Code>
              </span>
            )}
            {record === null && paper === null ? <span className="t3">–</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
