import { IconChecks, IconChevronLeft, IconFilterOff } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { formatNumber, named, useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { useShortcuts } from '#kit/web/use-shortcuts.ts';
import { FilterBar } from '#kit/web/list/filter-bar.tsx';
import { Pager } from '#kit/web/list/pager.tsx';
import { useAllRows } from '#kit/web/catalogue/data.ts';
import { SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Empty, PageTitle, Segments } from '#kit/web/ui/parts.tsx';
import { Ago, When } from '#kit/web/ui/when.tsx';
import { useQueue } from '../documents.queries.ts';
import type { ReviewRow } from './review.contract.ts';
import { ReviewPanel } from './review-panel.tsx';
import styles from '../documents.module.css';

type Asked = Partial<Record<'id' | 'q' | 'sort' | 'typeId' | 'orgId' | 'vehicleId' | 'driverId' | 'page', string>>;
type Change = { [Name in keyof Asked]?: string | undefined };
const size = 50;

const isHere = () => location.pathname.endsWith('/document-review');

/** Documents that wait: the list on one side, the document beside its record on the other; all of it by keys. */
export function Review() {
  const t = useT();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as Asked;
  const { id, page: _, ...filters } = asked;
  const page = Math.max(1, Number(asked.page) || 1);
  const isSmall = useMedia(smallScreen);
  const { data, error, refetch, isPlaceholderData } = useQueue({ ...filters, skip: (page - 1) * size, take: size });
  const rows = data?.data ?? [];
  // While other filters are on their way the list is still that of before: nothing in it can be chosen.
  const isCurrent = data !== undefined && !isPlaceholderData;
  const at = isCurrent ? rows.findIndex((row) => row.id === id) : -1;
  // A link, or a decision that was undone, leads to a document wherever it is in the list, or outside of what it shows.
  const [led, setLed] = useState(id);
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== 'sort' && value);
  const go = (change: Change) => void navigate({ to: '.', search: { ...asked, ...change } as never, replace: true });
  const filter = (change: Change) => {
    setLed(undefined);
    go({ ...change, page: undefined, id: undefined });
  };
  const open = (row: ReviewRow | undefined) => row && go({ id: row.id });
  // With room for both, the first document is open without asking.
  const first = isCurrent ? rows[0]?.id : undefined;
  const goRef = useRef(go);
  goRef.current = go;
  useEffect(() => {
    // While another page is on its way this one still stands, and must not write into that one's address.
    if (!isSmall && id === undefined && first !== undefined && isHere()) goRef.current({ id: first });
  }, [isSmall, id, first]);
  /** Where the queue goes on after a decision: the next one, or the one before it at the end. */
  const after = rows[at + 1] ?? rows[at - 1];
  useShortcuts({
    '/': () => document.querySelector<HTMLInputElement>('[data-search]')?.focus(),
    j: () => isCurrent && open(rows[at + 1]),
    k: () => isCurrent && open(rows[Math.max(0, at - 1)]),
  });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  /** A decision that was undone shows its document again, to whoever is still here. */
  const undone = (back: string) => {
    if (!isHere()) return;
    setLed(back);
    goRef.current({ id: back });
  };
  const showsList = !isSmall || id === undefined;
  return (
    <>
      <PageTitle
        title={t('review.title')}
        sub={<bdi>{data ? t('review.count', { count: data.count, number: formatNumber(data.count) }) : ' '}</bdi>}
      />
      {showsList ? (
        <Filters asked={asked} onChange={filter} />
      ) : (
        <p className={styles['review-back']}>
          <Link to="." search={{ ...asked, id: undefined } as never} className="btn g sm">
            <IconChevronLeft className="i s flip" aria-hidden="true" />
            {t('review.back')}
          </Link>
        </p>
      )}
      {data?.count === 0 ? (
        <section className="sheet">
          {isFiltered ? (
            <Empty
              icon={<IconFilterOff aria-hidden="true" />}
              title={t('catalogue.noMatch')}
              text={t('review.noMatch')}
            >
              <Link to="." search={{} as never} className="btn d">
                {t('catalogue.clearFilters')}
              </Link>
            </Empty>
          ) : (
            <Empty icon={<IconChecks aria-hidden="true" />} title={t('review.none')} text={t('review.noneText')} />
          )}
        </section>
      ) : (
        <div className={styles.review}>
          {showsList ? (
            <section className={`sheet ${styles['review-list']}`} aria-label={t('review.list')}>
              <ul>
                {rows.map((row) => (
                  <QueueRow key={row.id} row={row} current={row.id === id} search={{ ...asked, id: row.id }} />
                ))}
              </ul>
              {data && data.count > size ? (
                <Pager
                  view={{ page, size }}
                  count={data.count}
                  onPage={(next) => go({ page: String(next), id: undefined })}
                />
              ) : null}
            </section>
          ) : null}
          {id === undefined ? null : at >= 0 ? (
            <ReviewPanel
              key={id}
              id={id}
              onDone={() => go({ id: isSmall ? undefined : after?.id })}
              onUndone={undone}
            />
          ) : isCurrent && led === id ? (
            <ReviewPanel key={id} id={id} onDone={() => go({ id: isSmall ? undefined : first })} onUndone={undone} />
          ) : isCurrent ? (
            <p className="sheet sec t2">{t('review.gone')}</p>
          ) : (
            <span className="sk" aria-hidden="true" />
          )}
        </div>
      )}
    </>
  );
}

function Filters({ asked, onChange }: { asked: Asked; onChange: (change: Change) => void }) {
  const t = useT();
  const types = useAllRows({ path: 'kyc-doc' }, {}).data;
  const { id: _id, page: _page, ...set } = asked;
  return (
    <FilterBar
      filters={set}
      onClear={() =>
        onChange({ q: undefined, typeId: undefined, orgId: undefined, vehicleId: undefined, driverId: undefined })
      }
    >
      <SearchField label={t('review.search')} value={asked.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
      <SelectField
        label={t('review.kind')}
        value={asked.typeId ?? ''}
        options={(types ?? []).map((one) => ({ value: one.id, label: named(one.title) }))}
        onChange={(typeId) => onChange({ typeId: typeId || undefined })}
      />
      <Segments
        label={t('review.order')}
        name="review-order"
        value={asked.sort ?? 'oldest'}
        options={[
          { value: 'oldest', label: t('review.oldest') },
          { value: 'soonest', label: t('review.soonest') },
        ]}
        onChange={(sort) => onChange({ sort: sort === 'oldest' ? undefined : sort })}
      />
    </FilterBar>
  );
}

function QueueRow({ row, current, search }: { row: ReviewRow; current: boolean; search: Asked }) {
  const t = useT();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <li>
      <Link ref={link} to="." search={search as never} replace aria-current={current ? 'true' : undefined}>
        <span className="row">
          <bdi className="mid cut grow">{row.subject.label}</bdi>
          {row.taken ? (
            <span className={`tag ${row.taken.mine ? 'ok' : 'info'}`}>
              {row.taken.mine ? t('review.mine') : <bdi>{row.taken.by}</bdi>}
            </span>
          ) : null}
        </span>
        <bdi className="cut">{named(row.type.label)}</bdi>
        <span className="t3 sm">
          <bdi>{row.org.label}</bdi> · <Ago at={row.handedInAt} />
          {row.validUpto ? (
            <>
              {' '}
              ·{' '}
              <bdi>
                {t('papers.until')} <When at={row.validUpto} />
              </bdi>
            </>
          ) : null}
        </span>
      </Link>
    </li>
  );
}
