import { IconFile, IconPhoto, IconUpload } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { indiaDay } from '#kit/contract/days.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { named, useT } from '#kit/web/i18n.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { OpeningModal } from '#kit/web/ui/overlays.tsx';
import { Code } from '#kit/web/ui/parts.tsx';
import { Ago, When } from '#kit/web/ui/when.tsx';
import { PageView } from '#kit/web/pdf/page-view.tsx';
import { documentStates } from './document.contract.ts';
import { shapes, useDocumentSet } from '../documents.queries.ts';
import type { SetKind, SetDocument } from '../review/review.contract.ts';
import styles from '../documents.module.css';

const UploadDrawer = lazyPage(async () => (await import('../upload/upload-drawer.tsx')).UploadDrawer);

/** Looked up when it is drawn: the words change with the language. */
const stateWord = (state: string): string => documentStates.find(({ value }) => value === state)?.label ?? state;
const DocumentState = ({ state }: { state: string }) => (
  <span className={`st ${shapes[state] ?? 'off'}`}>{stateWord(state)}</span>
);

/**
 * Every document type that a vehicle, a driver or an owner is asked for, and the documents of each. They are uploaded in a drawer
 * over it, which `add` in the address opens: with the code of a type, or with `any`.
 */
export function DocumentsTab({ definition, row }: RecordTabProps) {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const { add } = useSearch({ strict: false }) as { add?: string };
  const { data, error, refetch } = useDocumentSet(definition.path, row.id);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <span className="sk" aria-hidden="true" />;
  const missing = data.kinds.filter((kind) => kind.missing);
  const mayUpload = can('vehicle-kyc-doc', 'create');
  const to = `/${definition.path}/${row.id}`;
  return (
    <section className="sheet" aria-label={t('papers.tab')}>
      {mayUpload || missing.length > 0 ? (
        <div className={styles['papers-head']}>
          {missing.length > 0 ? (
            <p className="st due">
              <bdi>{t('papers.missingOf', { names: missing.map(({ type }) => named(type.label)).join(', ') })}</bdi>
            </p>
          ) : (
            <span className="grow" />
          )}
          {mayUpload ? (
            <Link
              to={to}
              search={{ tab: 'papers', add: missing[0]?.type.code ?? 'any' } as never}
              className={`btn ${missing.length > 0 ? 'p' : 'd'}`}
              onFocus={() => void UploadDrawer.preload()}
              onPointerEnter={() => void UploadDrawer.preload()}
            >
              <IconUpload className="i s" aria-hidden="true" />
              {t('papers.add')}
            </Link>
          ) : null}
        </div>
      ) : null}
      <ul className={styles.papers}>
        {data.kinds.map((kind) => (
          <Kind key={kind.type.id} kind={kind} to={mayUpload ? to : undefined} />
        ))}
      </ul>
      {add !== undefined && mayUpload ? (
        <Suspense>
          <UploadDrawer
            set={data}
            asked={add === 'any' ? undefined : add}
            onClose={() => void navigate({ to, search: { tab: 'papers' } as never, replace: true })}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

/** @param props.to the record, for those who may upload its documents. */
function Kind({ kind, to }: { kind: SetKind; to: string | undefined }) {
  const t = useT();
  const { type, current, upcoming, open, former } = kind;
  const main = current ?? open[0];
  const words = current ? 'papers.renew' : open.length > 0 ? 'papers.again' : 'papers.upload';
  return (
    <li>
      <div className={styles['paper-head']}>
        <h2 className="mid grow">
          <bdi>{named(type.label)}</bdi>
          {kind.mandatory ? null : <span className="t3 sm"> {t('papers.optional')}</span>}
        </h2>
        {main ? <DocumentState state={stateNow(main)} /> : <Absent kind={kind} />}
        {to ? (
          <Link to={to} search={{ tab: 'papers', add: type.code } as never} className="btn d sm">
            <IconUpload className="i s" aria-hidden="true" />
            {t(words)}
            <span className="sr"> {named(type.label)}</span>
          </Link>
        ) : null}
      </div>
      {[current, ...open, ...upcoming].map((paper) =>
        paper ? <Line key={paper.id} paper={paper} showState={paper !== main} /> : null,
      )}
      {former.length > 0 ? (
        <details className={styles['paper-former']}>
          <summary>{t('papers.former', { count: former.length })}</summary>
          {former.map((paper) => (
            <Line key={paper.id} paper={paper} showState />
          ))}
        </details>
      ) : null}
    </li>
  );
}

/** Before the night has been, the last day decides what is shown. */
function stateNow({ state, validUpto }: SetDocument): string {
  const isOver = validUpto !== null && validUpto < indiaDay(new Date());
  return isOver && (state === 'VERIFIED' || state === 'EXPIRING_SOON') ? 'EXPIRED' : state;
}

function Absent({ kind }: { kind: SetKind }) {
  const t = useT();
  if (!kind.missing) return <span className="st off">{t('papers.notThere')}</span>;
  return <span className={`st ${kind.blocks ? 'bad' : 'due'}`}>{t('papers.missing')}</span>;
}

function Line({ paper, showState }: { paper: SetDocument; showState: boolean }) {
  const t = useT();
  const [shown, setShown] = useState(false);
  const pages = paper.pages.map((page, at) => {
    const label = t('papers.page', { number: at + 1 });
    return { ...page, label, title: t('review.pageOf', { page: label }) };
  });
  return (
    <div className={styles['paper-line']}>
      {showState ? <DocumentState state={stateNow(paper)} /> : null}
      <Link to={`/vehicle-kyc-doc/${paper.id}`}>
        {paper.validUpto ? (
          <bdi>
            {paper.validFrom ? (
              <>
                <When at={paper.validFrom} /> –{' '}
              </>
            ) : (
              `${t('papers.until')} `
            )}
            <When at={paper.validUpto} />
          </bdi>
        ) : (
          t('papers.noEnd')
        )}
      </Link>
      {paper.number ? <Code>{paper.number}</Code> : null}
      <span className="t3 sm">
        {t('papers.handedIn')} <Ago at={paper.handedInAt} />
      </span>
      {pages.length > 0 ? (
        <button type="button" className="btn g sm" onClick={() => setShown(true)}>
          {pages[0]?.mime.startsWith('image/') ? (
            <IconPhoto className="i s" aria-hidden="true" />
          ) : (
            <IconFile className="i s" aria-hidden="true" />
          )}
          {t('papers.show', { count: pages.length })}
        </button>
      ) : (
        <span className="t3 sm">{t('papers.noPage')}</span>
      )}
      {paper.reason ? (
        <p className={`alert bad ${styles['paper-reason']}`}>
          <bdi>{paper.reason}</bdi>
        </p>
      ) : null}
      <OpeningModal opened={shown} onClose={() => setShown(false)} size={900} title={t('papers.pages')}>
        {shown ? <PageView pages={pages} /> : null}
      </OpeningModal>
    </div>
  );
}
