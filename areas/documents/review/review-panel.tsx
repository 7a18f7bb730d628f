import { IconEye } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { named, useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { toast } from '#kit/web/toast.tsx';
import { useShortcuts } from '#kit/web/use-shortcuts.ts';
import { PageView } from '#kit/web/pdf/page-view.tsx';
import { pagesOf, vehicleKycDoc } from '../documents/document.contract.ts';
import { staleAfterReview, useReviewItem } from '../documents.queries.ts';
import type { Decision, ReviewItem } from './review.contract.ts';
import { useNumbers, useViewed } from './viewed.queries.ts';
import { TurnDown } from './reject.dialog.tsx';
import { Comparison, dayNames, type Days, DocumentDays, isWrongDay, Known, Warnings } from './review-facts.tsx';
import styles from '../documents.module.css';

interface Props {
  id: string;
  /** It was decided. */
  onDone: () => void;
  /** The decision was undone: it waits again. */
  onUndone: (id: string) => void;
}

/** One document with the facts of its record beside it, and what can be said of it. */
export function ReviewPanel({ id, onDone, onUndone }: Props) {
  const t = useT();
  const { data, error, refetch } = useReviewItem(id);
  if (error) {
    // Somebody else decided it meanwhile.
    if (error instanceof ApiError && error.status === 404) return <p className="sheet sec t2">{t('review.gone')}</p>;
    return <Failure error={error} retry={() => void refetch()} />;
  }
  return data ? <Panel item={data} onDone={onDone} onUndone={onUndone} /> : <span className="sk" aria-hidden="true" />;
}

function Panel({ item, onDone, onUndone }: { item: ReviewItem } & Omit<Props, 'id'>) {
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
  const pages = pagesOf(paper).map(([name, page]) => ({
    ...page,
    label: vehicleKycDoc.fields[name].label,
    title: t('review.pageOf', { page: vehicleKycDoc.fields[name].label }),
  }));
  const viewed = useViewed(
    item,
    pages.map((page) => page.id),
  );
  const numbers = useNumbers(row);
  const unseen = viewed.isWhole ? undefined : t('review.unseen', { seen: viewed.seen, count: viewed.count });

  /** @param done what follows where it was done, with the document as it is then */
  const send = async (path: string, body: object, done: (answer: Answer<AnyRow>) => void) => {
    setBusy(true);
    setRefused(undefined);
    try {
      done(await post(path, row.id, { version: row.version, ...body }));
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      setRefused({ message: failed.message, expired: failed.fields['reasonCode'] === 'EXPIRED' });
    } finally {
      setBusy(false);
      await staleAfterReview();
    }
  };
  const decide = (decision: Decision, said: object) =>
    send('decide', { decision, ...said }, ({ message, data }) => {
      setTurning(undefined);
      toast.success(message, () => void undo(data, onUndone));
      onDone();
    });
  const verify = () => {
    if (unseen) return toast.warn(unseen);
    if (dayNames.some((name) => isWrongDay(days[name])))
      return setRefused({ message: t('date.wrong'), expired: false });
    void decide('VERIFY', Object.fromEntries(dayNames.map((name) => [name, days[name] === '' ? null : days[name]])));
  };
  const take = () => void send(row.taken?.mine ? 'release' : 'take', {}, ({ message }) => toast.success(message));
  useShortcuts(
    mayDecide && !busy ? { v: verify, r: () => setTurning('REJECT'), a: () => setTurning('ASK_AGAIN'), t: take } : {},
  );
  return (
    <section
      className={`sheet ${styles['review-item']}`}
      aria-label={t('review.paper', { type: named(row.type.label), subject: row.subject.label })}
    >
      <PageView pages={pages} onShown={viewed.note} />
      <div className={styles['review-facts']}>
        <header>
          <h2 className="h2">
            <bdi>{named(row.type.label)}</bdi>
          </h2>
          <p className="t2 sm">
            <Link to={`/${row.subject.path}/${row.subject.id}`} search={{ tab: 'papers' } as never}>
              <bdi>{row.subject.label}</bdi>
            </Link>{' '}
            · <bdi>{row.org.label}</bdi>
          </p>
        </header>
        <Warnings item={item} />
        <Comparison lines={numbers ?? item.compared} />
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
          unseen={unseen}
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

const post = (path: string, id: string, body: object) =>
  api.post<Answer<AnyRow>>(`/vehicle-kyc-doc/${path}/${id}`, {
    body,
    once: true,
    quiet: true,
  });

/** Undoes the decision that a document was just given, and says what came of it. */
async function undo({ id, version }: AnyRow, onUndone: Props['onUndone']): Promise<void> {
  try {
    toast.success((await post('undo', id, { version })).message);
    await staleAfterReview();
    onUndone(id);
  } catch (failed) {
    if (!(failed instanceof ApiError)) throw failed;
    toast.error(failed.message);
    await staleAfterReview();
  }
}

function Decisions(props: {
  isOff: boolean;
  /** Why it cannot be verified yet: pages that were not shown. */
  unseen: string | undefined;
  /** The document is assigned to oneself. */
  isMine: boolean;
  onVerify: () => void;
  onTurnDown: (decision: Exclude<Decision, 'VERIFY'>) => void;
  onTake: () => void;
}) {
  const { isOff, unseen, isMine, onVerify, onTurnDown, onTake } = props;
  const t = useT();
  const why = useId();
  return (
    <div className={styles['review-acts']}>
      {unseen && !isOff ? (
        <p id={why} className={`t2 sm ${styles['review-unseen']}`}>
          <IconEye className="i s" aria-hidden="true" />
          <bdi>{unseen}</bdi>
        </p>
      ) : null}
      <button
        type="button"
        className="btn p"
        disabled={isOff || unseen !== undefined}
        aria-describedby={unseen && !isOff ? why : undefined}
        onClick={onVerify}
      >
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
