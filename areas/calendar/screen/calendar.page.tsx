import { IconCalendarCheck, IconChevronLeft, IconChevronRight, IconDownload, IconLink } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { ref } from '#kit/contract/fields.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { isDay, isId } from '#kit/contract/ids-and-days.ts';
import { ApiError } from '#kit/web/api.ts';
import { formatNumber, said, timeFormat, useT } from '#kit/web/i18n.ts';
import { FilterBar } from '#kit/web/list/filter-bar.tsx';
import { type ListAddress, useListAddress } from '#kit/web/list/list-address.ts';
import { ListSheet } from '#kit/web/list/list-sheet.tsx';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { addMonths } from '#kit/web/ui/date/date-text.ts';
import { SelectField } from '#kit/web/ui/filter-fields.tsx';
import { PageTitle, Segments } from '#kit/web/ui/parts.tsx';
import { RefFilter } from '#kit/web/ui/ref-filter.tsx';
import { type DayCounts, type DutyAnswer, overdueDays } from '../calendar-answers.contract.ts';
import { CalendarLinks } from '../feeds/feeds.dialog.tsx';
import { exportDuties, useDayCounts, useDuties } from '../calendar.queries.ts';
import { DayHeading, DutyLines } from './duty-lines.tsx';
import { MonthGrid } from './month-grid.tsx';
import styles from './calendar.module.css';

const vehicle = ref('vehicle', { label: 'Vehicle' });
const names = ['month', 'day', 'view', 'kind', 'vehicleId'] as const;
type Address = ListAddress<(typeof names)[number]>;
const inMonth = timeFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });

const sumOf = (counts: DayCounts | undefined) => counts?.days.reduce((all, { count }) => all + count, 0) ?? 0;

/** Deadlines of everything that one may see: as a month, as a list, and what is overdue. */
export function CalendarPage() {
  const t = useT();
  const can = useCan();
  const isSmall = useMedia(smallScreen);
  const address = useListAddress(names, 50);
  const { filters, ask } = address;
  // Links of somebody are made by themselves alone.
  const isOwn = !useKept('userData')[0]?.impersonatedBy;
  const [showsLinks, setShowsLinks] = useState(false);
  const [now] = useState(() => indiaDay(new Date()));
  const asked = `${filters.month ?? ''}-01`;
  const month = isDay(asked) ? asked : `${now.slice(0, 7)}-01`;
  const vehicleId = isId(filters.vehicleId ?? '') ? filters.vehicleId : undefined;
  const narrowed = { kind: filters.kind, vehicleId };
  const span = { from: month, to: addDays(addMonths(month, 1), -1) };
  const counts = useDayCounts({ ...span, ...narrowed });
  // Counted beside the month, which does not wait for it.
  const overdue = useDayCounts({ from: addDays(now, -overdueDays), to: addDays(now, -1), ...narrowed });
  const view: View = filters.view === 'overdue' ? 'overdue' : filters.view === 'list' || isSmall ? 'list' : 'month';
  // Which types there are the server knows: one that is none is left out, as in lists.
  const isNoKind = filters.kind !== undefined && counts.error instanceof ApiError && 'kind' in counts.error.fields;
  useEffect(() => {
    if (isNoKind) ask({ kind: undefined });
  });
  if (isNoKind) return null;
  if (counts.error && !counts.data) return <Failure error={counts.error} retry={() => void counts.refetch()} />;
  const { data } = counts;
  const sum = sumOf(data);
  const late = sumOf(overdue.data);
  const exportShown = ({ overdue: days }: DayCounts) => {
    const chosen = view === 'overdue' ? days : span;
    const set = Object.entries({ ...chosen, ...narrowed }).flatMap(([name, value]) => (value ? [[name, value]] : []));
    return exportDuties(Object.fromEntries(set) as Record<string, string>);
  };
  const toMonth = (to: string) =>
    ask({ month: to.slice(0, 7) === now.slice(0, 7) ? undefined : to.slice(0, 7), day: undefined });
  return (
    <>
      <PageTitle
        title={t('calendar.title')}
        sub={
          <bdi>
            {data
              ? t('calendar.count', { count: sum, number: formatNumber(sum), month: inMonth(new Date(month)) })
              : ' '}
          </bdi>
        }
      >
        {data && can('calendar', 'export') ? (
          <button
            type="button"
            className="btn g"
            disabled={view === 'overdue' ? late === 0 : sum === 0}
            onClick={() => void exportShown(data)}
          >
            <IconDownload className="i s" aria-hidden="true" />
            {t('records.exportCsv')}
          </button>
        ) : null}
        {isOwn && data ? (
          <button type="button" className="btn d" onClick={() => setShowsLinks(true)}>
            <IconLink className="i s" aria-hidden="true" />
            {t('calendarLink.open')}
          </button>
        ) : null}
      </PageTitle>
      <FilterBar
        filters={Object.fromEntries(Object.entries(narrowed).filter(([, value]) => value !== undefined))}
        onClear={() => ask({ kind: undefined, vehicleId: undefined })}
      >
        <SelectField
          label={t('calendar.kind')}
          options={(data?.kinds ?? []).map(({ key, name }) => ({ value: key, label: said(name) }))}
          {...address.field('kind')}
        />
        <RefFilter field={vehicle} value={vehicleId} onChange={(one) => ask({ vehicleId: one })} />
      </FilterBar>
      <Bar address={address} month={month} view={view} overdue={late} toMonth={toMonth} />
      {data && view === 'month' ? <Month address={address} month={month} data={data} narrowed={narrowed} /> : null}
      {data && view !== 'month' ? (
        <List
          key={view}
          address={address}
          query={{ ...(view === 'overdue' ? { from: data.overdue.from, to: data.overdue.to } : span), ...narrowed }}
          isOverdue={view === 'overdue'}
        />
      ) : null}
      {data && showsLinks ? <CalendarLinks kinds={data.kinds} onClose={() => setShowsLinks(false)} /> : null}
    </>
  );
}

type View = 'month' | 'list' | 'overdue';

/** Which month is shown, and how. */
function Bar(props: { address: Address; month: string; view: View; overdue: number; toMonth: (day: string) => void }) {
  const t = useT();
  const isSmall = useMedia(smallScreen);
  const { address, month, view, overdue, toMonth } = props;
  const { filters, ask } = address;
  return (
    <div className={styles.bar}>
      <div className={`row ${styles.months}`}>
        <button
          type="button"
          className="btn d ic sm"
          aria-label={t('date.previous')}
          disabled={view === 'overdue'}
          onClick={() => toMonth(addMonths(month, -1))}
        >
          <IconChevronLeft className="i s flip" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn d ic sm"
          aria-label={t('date.next')}
          disabled={view === 'overdue'}
          onClick={() => toMonth(addMonths(month, 1))}
        >
          <IconChevronRight className="i s flip" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn d sm"
          onClick={() => ask({ month: undefined, day: undefined, view: filters.view === 'list' ? 'list' : undefined })}
        >
          {t('calendar.today')}
        </button>
        <h2 className="h2" aria-live="polite">
          <bdi>{view === 'overdue' ? t('calendar.overdueTitle') : inMonth(new Date(month))}</bdi>
        </h2>
      </div>
      <Segments
        label={t('calendar.view')}
        name="calendar-view"
        value={view}
        options={[
          ...(isSmall ? [] : [{ value: 'month' as const, label: t('calendar.views.month') }]),
          { value: 'list' as const, label: t('calendar.views.list') },
          {
            value: 'overdue' as const,
            label: t('calendar.views.overdue', { number: formatNumber(overdue) }),
          },
        ]}
        onChange={(value) => ask({ view: value === 'month' ? undefined : value })}
      />
    </div>
  );
}

type Narrowed = Readonly<Record<'kind' | 'vehicleId', string | undefined>>;

/** The month, and what the chosen day has. */
function Month(props: { address: Address; month: string; data: DayCounts; narrowed: Narrowed }) {
  const { address, month, data, narrowed } = props;
  const { filters, ask } = address;
  const isWithin = (day: string | undefined) => day !== undefined && day.startsWith(month.slice(0, 7));
  const usual = isWithin(data.today) ? data.today : (data.days.find(({ day }) => isWithin(day))?.day ?? month);
  const day = isDay(filters.day ?? '') && isWithin(filters.day) ? (filters.day ?? usual) : usual;
  return (
    <div className={styles.split}>
      <MonthGrid
        month={month}
        day={day}
        data={data}
        onChoose={(one) => ask({ day: one })}
        onMonth={(one) => ask({ month: one.slice(0, 7), day: one })}
      />
      <DayDuties key={day} address={address} day={day} today={data.today} narrowed={narrowed} />
    </div>
  );
}

function DayDuties(props: { address: Address; day: string; today: string; narrowed: Narrowed }) {
  const t = useT();
  const { address, day, today, narrowed } = props;
  const found = useDuties({ from: day, to: day, ...narrowed, ...address.rows });
  return (
    <div className={styles.side}>
      <DayHeading day={day} today={today} />
      <ListSheet
        label={t('calendar.ofDay')}
        found={found}
        address={address}
        empty={{
          icon: <IconCalendarCheck aria-hidden="true" />,
          title: t('calendar.noneOnDay'),
          text: t('calendar.noneOnDayText'),
        }}
      >
        {(duties) => <DutyLines duties={duties ?? []} isNarrow />}
      </ListSheet>
    </div>
  );
}

/** All deadlines of some days, a sheet for each day. */
function List({
  address,
  query,
  isOverdue,
}: {
  address: Address;
  query: Readonly<Record<string, string | undefined>>;
  isOverdue: boolean;
}) {
  const t = useT();
  const found = useDuties({ ...query, ...address.rows });
  const [today] = useState(() => indiaDay(new Date()));
  return (
    <ListSheet
      label={t('calendar.title')}
      found={found}
      address={address}
      unframed
      empty={{
        icon: <IconCalendarCheck aria-hidden="true" />,
        title: t(isOverdue ? 'calendar.noneOverdue' : 'calendar.noneInMonth'),
        text: t(isOverdue ? 'calendar.noneOverdueText' : 'calendar.noneInMonthText'),
      }}
    >
      {(duties) =>
        [...Map.groupBy<string, DutyAnswer>(duties ?? [], ({ day }) => day)].map(([day, those]) => (
          <section key={day} className={`sheet ${styles.day}`} aria-labelledby={`day-${day}`}>
            <DayHeading day={day} today={today} id={`day-${day}`} />
            <DutyLines duties={those} />
          </section>
        ))
      }
    </ListSheet>
  );
}
