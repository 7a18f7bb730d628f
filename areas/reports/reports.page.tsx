import { IconDownload, IconMail, IconReportAnalytics } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ref } from '#kit/contract/fields.ts';
import { formatDay, formatNumber, useT } from '#kit/web/i18n.ts';
import { FilterBar } from '#kit/web/list/filter-bar.tsx';
import { ListSheet } from '#kit/web/list/list-sheet.tsx';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { DayField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { RefFilter } from '#kit/web/ui/ref-filter.tsx';
import { periodNames } from './report/period.contract.ts';
import { type ReportName, reportNames, type ReportTotals } from './report/report-answers.contract.ts';
import { anyRow, figureText } from './report/report-cells.tsx';
import { ReportChart } from './report/report-chart.tsx';
import { type ReportColumn, reportFacts } from './report/report-columns.contract.ts';
import { labelOf, ReportTable } from './report/report-table.tsx';
import { type ReportAddress, useReportAddress } from './report/use-report-address.web.ts';
import { exportReport, useReport } from './reports.queries.ts';
import styles from './reports.module.css';

const fields = {
  vehicleId: ref('vehicle', { label: 'Vehicle' }),
  vehicleGroupId: ref('vehicle-group', { label: 'Vehicle group' }),
  driverId: ref('drivers', { label: 'Driver' }),
  geofenceId: ref('geofence', { label: 'Geofence' }),
  orgId: ref('organisation', { label: 'Organisation' }),
} as const;
const filterNames = ['vehicleId', 'vehicleGroupId', 'driverId', 'geofenceId', 'orgId'] as const;

/** What vehicles and drivers did within some days: one report at a time, with its chart, its rows and what they add up to. */
export function Reports() {
  const t = useT();
  const can = useCan();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const address = useReportAddress();
  const { name, period, problem, query, rows, chosen } = address;
  const found = useReport(
    name,
    { ...query, ...rows },
    {
      isReady: problem === undefined,
      goesOn: period.to >= address.today,
    },
  );
  const { data } = found;
  const columns = reportFacts[name].columns.filter(
    ({ key }) => (key !== 'org' || isStaff) && (key !== 'visits' || can('geofence-event', 'view')),
  );
  const isFiltered = Object.keys(chosen).length > 0;
  const title = t(`reports.names.${name}`);
  return (
    <>
      <PageTitle title={t('reports.title')} sub={<PeriodText address={address} count={data?.count} />}>
        {can('report-schedule', 'create') ? <Schedule address={address} /> : null}
        {can('report', 'export') ? <Exports address={address} isNone={!data || data.count === 0} /> : null}
      </PageTitle>
      <Picker address={address} />
      <FilterBar
        filters={{ ...chosen, ...(address.periodName === 'own' ? { from: '1' } : {}) }}
        onClear={isFiltered ? address.clear : undefined}
      >
        <PeriodFields address={address} />
        {filterNames.map((one) =>
          (one === 'orgId' && !isStaff) ||
          (one === 'geofenceId' && name !== 'geofence-visits') ||
          !can(fields[one].to, 'view') ? null : (
            <RefFilter
              key={one}
              field={fields[one]}
              value={chosen[one]}
              onChange={(value) => address.ask({ [one]: value })}
            />
          ),
        )}
      </FilterBar>
      {problem ? (
        <p role="alert" className={styles.problem}>
          {t(problem === 'order' ? 'reports.wrongOrder' : 'reports.tooLong')}
        </p>
      ) : (
        <>
          {data && data.count > 0 ? (
            <>
              <Figures name={name} columns={columns} totals={data.totals} />
              <ReportChart name={name} bars={data.bars} period={period} />
            </>
          ) : null}
          <ListSheet
            label={title}
            found={{
              ...found,
              data: data && { data: data.rows.map(anyRow), count: data.count },
            }}
            address={address}
            empty={{
              icon: <IconReportAnalytics aria-hidden="true" />,
              title: isFiltered ? t('catalogue.noMatch') : t(`reports.none.${name}`),
              text: t(isFiltered ? 'reports.noMatchText' : 'reports.noneText'),
              action: <Wider address={address} />,
            }}
          >
            {(shown) => (
              <ReportTable name={name} columns={columns} rows={shown} totals={data?.totals} address={address} />
            )}
          </ListSheet>
          <p className={`t3 sm ${styles.rules}`}>
            <bdi>{t(`reports.rules.${name}`)}</bdi>
          </p>
        </>
      )}
    </>
  );
}

/** 'Daily summary: 26 Nov 2026', with how many rows there are. */
function PeriodText({ address: { name, period }, count }: { address: ReportAddress; count: number | undefined }) {
  const t = useT();
  const days =
    period.from === period.to
      ? formatDay(period.from)
      : t('reports.days', { from: formatDay(period.from), to: formatDay(period.to) });
  const text = t('reports.sub', { report: t(`reports.names.${name}`), days });
  return (
    <bdi>
      {text}
      {count === undefined ? null : ` · ${t('reports.rows', { count, number: formatNumber(count) })}`}
    </bdi>
  );
}

/** One report beside the other. Days and filters stay. */
function Picker({ address }: { address: ReportAddress }) {
  const t = useT();
  const can = useCan();
  const names = reportNames.filter((one) => one !== 'geofence-visits' || can('geofence-event', 'view'));
  return (
    <nav className={`tabs ${styles.picker}`} aria-label={t('reports.title')}>
      {names.map((one) => (
        <button
          key={one}
          type="button"
          aria-current={one === address.name ? 'page' : undefined}
          onClick={() => address.ask({ report: one === 'daily-summary' ? undefined : one, sort: undefined })}
        >
          {t(`reports.names.${one}`)}
        </button>
      ))}
    </nav>
  );
}

/** What the report adds up to, in large. */
function Figures(props: { name: ReportName; columns: readonly ReportColumn[]; totals: ReportTotals }) {
  const t = useT();
  const { name, columns, totals } = props;
  const shown = columns.filter(({ key, total }) => total && typeof totals[key] === 'number');
  return (
    <dl className={`sheet ${styles.figures}`}>
      {shown.map((column) => (
        <div key={column.key}>
          <dt>{t(`reports.columns.${labelOf(name, column)}`)}</dt>
          <dd>
            <bdi>{figureText(column.kind, totals[column.key] ?? 0)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function PeriodFields({ address }: { address: ReportAddress }) {
  const t = useT();
  const { period, periodName } = address;
  return (
    <>
      <SelectField
        label={t('reports.period')}
        value={periodName === 'yesterday' ? '' : periodName}
        any={t('reports.periods.yesterday')}
        options={[...periodNames.filter((one) => one !== 'yesterday'), 'own' as const].map((value) => ({
          value,
          label: t(`reports.periods.${value}`),
        }))}
        onChange={address.choosePeriod}
      />
      {periodName === 'own' ? (
        <>
          <DayField label={t('records.from')} value={period.from} onChange={(day) => address.setDay('from', day)} />
          <DayField label={t('records.to')} value={period.to} onChange={(day) => address.setDay('to', day)} />
        </>
      ) : null}
    </>
  );
}

function Exports({ address, isNone }: { address: ReportAddress; isNone: boolean }) {
  const t = useT();
  const [making, setMaking] = useState<'csv' | 'xlsx'>();
  const make = async (format: 'csv' | 'xlsx') => {
    setMaking(format);
    await exportReport(address.name, format, address.query);
    setMaking(undefined);
  };
  const button = (format: 'csv' | 'xlsx', label: string): ReactNode => (
    <button
      type="button"
      className="btn g"
      disabled={isNone || making !== undefined || address.problem !== undefined}
      aria-busy={making === format}
      onClick={() => void make(format)}
    >
      <IconDownload className="i s" aria-hidden="true" />
      {label}
    </button>
  );
  return (
    <>
      {button('csv', t('records.exportCsv'))}
      {button('xlsx', t('reports.exportXlsx'))}
    </>
  );
}

/** A schedule of the report that is shown. */
function Schedule({ address: { name, chosen } }: { address: ReportAddress }) {
  const t = useT();
  const search = {
    'val[report]': name,
    ...(chosen.vehicleGroupId ? { 'val[vehicleGroupId]': chosen.vehicleGroupId } : {}),
  };
  return (
    <Link to="/report-schedule/new" search={search as never} className="btn d">
      <IconMail className="i s" aria-hidden="true" />
      {t('reports.schedule')}
    </Link>
  );
}

/** What to do where there is nothing: more days, or the trips that there are. */
function Wider({ address }: { address: ReportAddress }) {
  const t = useT();
  const can = useCan();
  return (
    <>
      {address.periodName === 'last30' ? null : (
        <button type="button" className="btn d" onClick={() => address.choosePeriod('last30')}>
          {t('reports.showLast30')}
        </button>
      )}
      {can('vehicle-trips', 'view') ? (
        <Link to="/vehicle-trips" className="btn g">
          {t('reports.allTrips')}
        </Link>
      ) : null}
    </>
  );
}
