import { IconCalendarCheck } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Pager } from '#kit/web/catalogue/pager.tsx';
import { formatDay, formatNumber, useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useShortcuts } from '#kit/web/use-shortcuts.ts';
import { DayField, SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Empty, PageTitle, Segments } from '#kit/web/ui/parts.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { useObligations } from './paper-data.web.ts';
import type { Obligation } from './review.contract.ts';
import '#kit/web/catalogue/filters.css';
import './documents.css';

type Asked = Partial<Record<'q' | 'kind' | 'from' | 'to' | 'orgId' | 'typeId' | 'page', string>>;
type Change = { [Name in keyof Asked]?: string | undefined };
const size = 50;
const spans = [7, 30, 90, 365] as const;

/** Every duty that has a day, by month: what is overdue first, then what comes. */
export function Obligations() {
  const t = useT();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as Asked;
  const { page: _, ...filters } = asked;
  const page = Math.max(1, Number(asked.page) || 1);
  const { data, error, refetch } = useObligations({ ...filters, skip: (page - 1) * size, take: size });
  const [today] = useState(() => indiaDay(new Date()));
  const go = (change: Change) =>
    void navigate({ to: '.', search: { ...asked, page: undefined, ...change } as never, replace: true });
  useShortcuts({ '/': () => document.querySelector<HTMLInputElement>('[data-search]')?.focus() });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const span = spans.find((days) => asked.from === today && asked.to === addDays(today, days));
  const isOverdue = asked.from === undefined && asked.to === addDays(today, -1);
  const chosen = span === undefined ? (isOverdue ? 'over' : asked.from || asked.to ? 'own' : 'all') : String(span);
  const choose = (value: string) => {
    if (value === 'all') go({ from: undefined, to: undefined });
    else if (value === 'over') go({ from: undefined, to: addDays(today, -1) });
    else if (value !== 'own') go({ from: today, to: addDays(today, Number(value)) });
  };
  const months = Map.groupBy(data?.data ?? [], ({ due }) => due.slice(0, 7));
  return (
    <>
      <PageTitle
        title={t('obligations.title')}
        sub={<bdi>{data ? t('obligations.count', { count: data.count, number: formatNumber(data.count) }) : ' '}</bdi>}
      />
      <div className="record-filters">
        <SearchField
          label={t('obligations.search')}
          value={asked.q ?? ''}
          onChange={(q) => go({ q: q || undefined })}
        />
        <SelectField
          label={t('obligations.kind')}
          value={asked.kind ?? ''}
          options={(['PAPER', 'LICENCE', 'MEDICAL'] as const).map((value) => ({
            value,
            label: t(`obligations.kinds.${value}`),
          }))}
          onChange={(kind) => go({ kind: kind || undefined })}
        />
        <DayField
          label={t('records.from')}
          value={asked.from ?? ''}
          onChange={(from) => go({ from: from || undefined })}
        />
        <DayField label={t('records.to')} value={asked.to ?? ''} onChange={(to) => go({ to: to || undefined })} />
      </div>
      <div className="obligation-spans">
        <Segments
          label={t('obligations.span')}
          name="obligation-span"
          value={chosen}
          options={[
            { value: 'all', label: t('obligations.soon') },
            { value: 'over', label: t('obligations.over') },
            ...spans.map((days) => ({ value: String(days), label: t('obligations.next', { days }) })),
            ...(chosen === 'own' ? [{ value: 'own', label: t('obligations.own') }] : []),
          ]}
          onChange={choose}
        />
        {asked.orgId ? (
          <button type="button" className="btn g sm" onClick={() => go({ orgId: undefined })}>
            {t('obligations.everybody')}
          </button>
        ) : null}
      </div>
      <p className="sr" role="status">
        {data ? t('obligations.count', { count: data.count, number: formatNumber(data.count) }) : ''}
      </p>
      {data?.count === 0 ? (
        <section className="sheet">
          <Empty
            icon={<IconCalendarCheck aria-hidden="true" />}
            title={t('obligations.none')}
            text={t('obligations.noneText')}
          />
        </section>
      ) : (
        [...months].map(([month, duties]) => (
          <section key={month} className="sheet obligations" aria-labelledby={`month-${month}`}>
            <h2 className="h2 sec" id={`month-${month}`}>
              {monthName(month)} <span className="t3 sm">{formatNumber(duties.length)}</span>
            </h2>
            <ul>
              {duties.map((duty) => (
                <Duty key={duty.key} duty={duty} search={asked} />
              ))}
            </ul>
          </section>
        ))
      )}
      {data && data.count > size ? (
        <Pager view={{ page, size }} count={data.count} onPage={(next) => go({ page: String(next) })} />
      ) : null}
    </>
  );
}

/** 'November 2026' of '2026-11'. */
const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

function Duty({ duty, search }: { duty: Obligation; search: Asked }) {
  const t = useT();
  const { days } = duty;
  // A client's duties are all of their own organisation.
  const isClient = useKept('userData')[0]?.kind === 'client';
  const shape = days < 0 ? 'bad' : days <= 30 ? 'due' : 'off';
  const words =
    days < 0
      ? t('obligations.late', { count: -days })
      : days === 0
        ? t('obligations.today')
        : t('obligations.left', { count: days });
  return (
    <li>
      <span className="duty-day">
        <When at={duty.due} />
        <span className={`st ${shape} sm`}>{words}</span>
      </span>
      <span className="duty-what">
        <Link to={duty.to} className="mid">
          <bdi>{duty.what}</bdi>
        </Link>
        <Link to={`/${duty.subject.path}/${duty.subject.id}`}>
          <bdi>{duty.subject.label}</bdi>
        </Link>
      </span>
      {isClient ? null : (
        <Link to="." search={{ ...search, orgId: duty.org.id, page: undefined } as never} className="t2 cut duty-org">
          <bdi>{duty.org.label}</bdi>
        </Link>
      )}
      <span className="duty-state">
        {duty.renewal ? <span className="tag info">{t(`obligations.renewal.${duty.renewal}`)}</span> : null}
        <span className="t3 sm" title={duty.reminded.map(formatDay).join(', ')}>
          {duty.reminded.length > 0
            ? t('obligations.reminded', { count: duty.reminded.length, day: formatDay(duty.reminded[0] ?? '') })
            : t('obligations.notReminded')}
        </span>
      </span>
    </li>
  );
}
