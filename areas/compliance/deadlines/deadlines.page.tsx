import { RecordLink } from '#kit/web/catalogue/record-link.tsx';
import { IconCalendarCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDay, formatNumber, said, timeFormat, useT } from '#kit/web/i18n.ts';
import { type ListAddress, useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { DayField, SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Segments } from '#kit/web/ui/parts.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { DeadlineLeft } from './deadline-left.tsx';
import { useDeadlines } from './deadlines.queries.ts';
import type { Deadline } from './deadlines.contract.ts';
import styles from './deadlines.module.css';

const spans = [7, 30, 90, 365] as const;
const kinds = ['PAPER', 'LICENCE', 'MEDICAL'] as const;
const filterNames = ['q', 'kind', 'from', 'to', 'orgId', 'typeId', 'subjectId'] as const;
type Address = ListAddress<(typeof filterNames)[number]>;

/** Every duty that has a day, by month: what is overdue first, then what comes. */
export function Deadlines() {
  const t = useT();
  const isClient = useKept('userData')[0]?.kind === 'client';
  const address = useListAddress(filterNames, 50);
  const { field, filters, rows } = address;
  const found = useDeadlines({ ...filters, ...rows });
  const count = found.data?.count;
  const counted = count === undefined ? undefined : t('obligations.count', { count, number: formatNumber(count) });
  return (
    <ListPage
      title={t('obligations.title')}
      sub={<bdi>{counted ?? ' '}</bdi>}
      filters={
        <>
          <SearchField label={t(isClient ? 'obligations.searchOwn' : 'obligations.search')} {...field('q')} />
          <SelectField
            label={t('obligations.kind')}
            options={kinds.map((value) => ({ value, label: t(`obligations.kinds.${value}`) }))}
            {...field('kind')}
          />
          <DayField label={t('records.from')} {...field('from')} />
          <DayField label={t('records.to')} {...field('to')} />
        </>
      }
      below={<Spans address={address} />}
      found={found}
      address={address}
      told={counted ?? ''}
      unframed
      empty={{
        icon: <IconCalendarCheck aria-hidden="true" />,
        title: t('obligations.none'),
        text: t('obligations.noneText'),
      }}
    >
      {(duties) =>
        [...Map.groupBy(duties ?? [], ({ due }) => due.slice(0, 7))].map(([month, those]) => (
          <section key={month} className={`sheet ${styles.obligations}`} aria-labelledby={`month-${month}`}>
            <h2 className="h2 sec" id={`month-${month}`}>
              {monthName(month)} <span className="t3 sm">{formatNumber(those.length)}</span>
            </h2>
            <ul>
              {those.map((duty) => (
                <Duty key={duty.key} duty={duty} search={filters} />
              ))}
            </ul>
          </section>
        ))
      }
    </ListPage>
  );
}

/** The usual stretches of days to look at, and the way back from one record or organisation to all. */
function Spans({ address }: { address: Address }) {
  const t = useT();
  const { ask, filters } = address;
  const { from, to } = filters;
  const [today] = useState(() => indiaDay(new Date()));
  const span = spans.find((days) => from === today && to === addDays(today, days));
  const isOverdue = from === undefined && to === addDays(today, -1);
  const chosen = span === undefined ? (isOverdue ? 'over' : from || to ? 'own' : 'all') : String(span);
  const choose = (value: string) => {
    if (value === 'all') ask({ from: undefined, to: undefined });
    else if (value === 'over') ask({ from: undefined, to: addDays(today, -1) });
    else if (value !== 'own') ask({ from: today, to: addDays(today, Number(value)) });
  };
  return (
    <div className={styles['obligation-spans']}>
      <Segments
        label={t('obligations.span')}
        name="obligation-span"
        value={chosen}
        options={[
          // Of one record all are shown.
          { value: 'all', label: t(filters.subjectId ? 'obligations.whole' : 'obligations.soon') },
          { value: 'over', label: t('obligations.over') },
          ...spans.map((days) => ({ value: String(days), label: t('obligations.next', { days }) })),
          ...(chosen === 'own' ? [{ value: 'own', label: t('obligations.own') }] : []),
        ]}
        onChange={choose}
      />
      {filters.subjectId ? (
        <button type="button" className="btn g sm" onClick={() => ask({ subjectId: undefined })}>
          {t('obligations.everyRecord')}
        </button>
      ) : null}
      {filters.orgId ? (
        <button type="button" className="btn g sm" onClick={() => ask({ orgId: undefined })}>
          {t('obligations.everybody')}
        </button>
      ) : null}
    </div>
  );
}

/** 'November 2026' of '2026-11'. */
const monthName = (month: string): string => inMonth(new Date(`${month}-01T00:00:00Z`));
const inMonth = timeFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });

function Duty({ duty, search }: { duty: Deadline; search: Address['filters'] }) {
  const t = useT();
  // A client's duties are all of their own organisation.
  const isClient = useKept('userData')[0]?.kind === 'client';
  return (
    <li>
      <span className={styles['duty-day']}>
        <When at={duty.due} />
        <DeadlineLeft {...duty} />
      </span>
      <span className={styles['duty-what']}>
        <RecordLink to={duty.to} className="mid">
          <bdi>{said(duty.what)}</bdi>
        </RecordLink>
        <RecordLink to={`/${duty.subject.path}/${duty.subject.id}`}>
          <bdi>{duty.subject.label}</bdi>
        </RecordLink>
      </span>
      {isClient ? null : (
        <Link to="." search={{ ...search, orgId: duty.org.id } as never} className="t2 cut">
          <bdi>{duty.org.label}</bdi>
        </Link>
      )}
      <span className={styles['duty-state']}>
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
