import { IconUserShield } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { Pager } from '#kit/web/catalogue/pager.tsx';
import { constants } from '#kit/web/constants.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { Empty, PageTitle } from '#kit/web/ui/parts.tsx';
import { Ago, When } from '#kit/web/ui/when.tsx';
import type { ImpersonationRow } from './impersonation.contract.ts';
import '#kit/web/catalogue/catalogue.css';
import './impersonations.css';

const size = 25;

/** Who acted as whom: everything for those who may view the history, for others what was done as themselves. */
export function Impersonations() {
  const t = useT();
  const all = useCan()('history', 'view');
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as { q?: string; page?: string };
  const page = Math.max(1, Number(asked.page) || 1);
  const ask = (change: { q?: string | undefined; page?: string }) =>
    void navigate({ to: '.', search: { ...asked, page: undefined, ...change } as never, replace: true });
  const query = { skip: (page - 1) * size, take: size, ...(all && asked.q ? { q: asked.q } : {}) };
  const { data, error, refetch } = useQuery({
    queryKey: ['impersonation', all, query],
    queryFn: ({ signal }) =>
      api.get<ListAnswer<ImpersonationRow>>(`/session/impersonation${all ? '' : '/own'}`, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const title = t(all ? 'acting.title' : 'acting.titleOwn');
  return (
    <>
      <PageTitle title={title} sub={t(all ? 'acting.sub' : 'acting.subOwn')} />
      {all ? <Search value={asked.q ?? ''} onChange={(q) => ask({ q: q || undefined })} /> : null}
      <p className="sr" role="status">
        {data ? t('catalogue.showing', { shown: data.data.length, count: data.count, many: title }) : ''}
      </p>
      <section className="sheet" aria-label={title} aria-busy={!data}>
        {data?.count === 0 ? (
          <Empty
            icon={<IconUserShield aria-hidden="true" />}
            title={asked.q ? t('catalogue.noMatch') : t(all ? 'acting.none' : 'acting.noneOwn')}
            text={t('acting.noneText')}
          />
        ) : (
          <ul className="acts-as">
            {data?.data.map((row) => (
              <Line key={row.id} row={row} linked={all} />
            ))}
          </ul>
        )}
        {data && data.count > size ? (
          <Pager view={{ page, size }} count={data.count} onPage={(next) => ask({ page: String(next) })} />
        ) : null}
      </section>
    </>
  );
}

function Line({ row, linked }: { row: ImpersonationRow; linked: boolean }) {
  const t = useT();
  const can = useCan();
  const { startedAt, endedAt, ending } = row;
  const minutes = endedAt ? Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000)) : 0;
  return (
    <li>
      <span className="t2 sm">
        <When at={startedAt} />
        <span className="t3" style={{ display: 'block' }}>
          <Ago at={startedAt} />
        </span>
      </span>
      <span className="what">
        <span>
          <bdi className="mid">{row.actorName}</bdi> <span className="t2">{t('acting.asWhom')}</span>{' '}
          {linked && can(row.module, 'view') ? (
            <Link to={`/${row.module}/${row.subjectId}`} className="mid">
              <bdi>{row.subjectName}</bdi>
            </Link>
          ) : (
            <bdi className="mid">{row.subjectName}</bdi>
          )}
          {row.orgName ? (
            <span className="t2">
              {' '}
              (<bdi>{row.orgName}</bdi>)
            </span>
          ) : null}
        </span>
        <bdi className="reason">{row.reason}</bdi>
        <span className="t2 sm facts-line">
          {row.ticket ? <bdi>{t('acting.ticketOf', { ticket: row.ticket })}</bdi> : null}
          <bdi>{t('acting.writes', { count: row.writes })}</bdi>
        </span>
      </span>
      <span className="end">
        {endedAt === null ? (
          <span className="st due">{t('acting.goesOn')}</span>
        ) : (
          <>
            <span className="st off">{t(`acting.ending.${ending ?? 'ended'}`)}</span>
            <bdi className="t2 sm">{t('acting.minutesLong', { minutes: formatNumber(minutes) })}</bdi>
          </>
        )}
      </span>
    </li>
  );
}

/** Words to look for, told once the typing pauses. */
function Search({ value, onChange }: { value: string; onChange: (words: string) => void }) {
  const t = useT();
  const [words, setWords] = useState(value);
  useEffect(() => {
    if (words === value) return;
    const timer = setTimeout(() => onChange(words), constants.searchDelayMs);
    return () => clearTimeout(timer);
    // Only what is typed sets it off.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [words]);
  return (
    <input
      type="search"
      className="inp acts-as-search"
      aria-label={t('acting.search')}
      placeholder={t('acting.search')}
      value={words}
      maxLength={100}
      data-search
      onChange={(event) => setWords(event.currentTarget.value)}
    />
  );
}
