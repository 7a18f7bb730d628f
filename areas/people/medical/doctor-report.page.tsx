import { IconDownload, IconReportMedical } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { states } from '#areas/offices/states.contract.ts';
import { api } from '#kit/web/api.ts';
import { download } from '#kit/web/catalogue/data.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { useCan } from '#kit/web/rights.ts';
import { DayField, SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { Ago, When } from '#kit/web/ui/when.tsx';
import { refreshPeople, useDoctorReport, useDueDrivers } from '../people.queries.ts';
import type { DoctorLine, DueDriver } from './doctor-report.contract.ts';
import styles from '../people.module.css';

/** Numbers of a line, with their headings. */
const figures = [
  ['exams', 'doctorReport.exams'],
  ['fit', 'doctorReport.fit'],
  ['withCondition', 'doctorReport.withCondition'],
  ['unfit', 'doctorReport.unfit'],
] as const;

/** What doctors found, doctor by doctor, and whose fitness ends soon. */
export function DoctorReport() {
  const t = useT();
  const can = useCan();
  const { clear, field, filters } = useListAddress(['from', 'to', 'state', 'district']);
  const found = useDoctorReport(filters);
  const count = found.data?.count;
  const fetchFile = async () => {
    const file = await api.blob('GET', '/doctor-report/export', { query: filters }).catch(() => undefined);
    if (file) download(file.blob, file.name);
  };
  return (
    <ListPage
      title={t('doctorReport.title')}
      sub={t('doctorReport.sub')}
      actions={
        can('doctor-report', 'export') ? (
          <button type="button" className="btn d" disabled={!count} onClick={() => void fetchFile()}>
            <IconDownload className="i s" aria-hidden="true" />
            {t('doctorReport.export')}
          </button>
        ) : null
      }
      above={can('drivers', 'view') ? <Due /> : null}
      filtered={{ filters, clear }}
      filters={
        <>
          <SearchField label={t('doctorReport.district')} {...field('district')} />
          <DayField label={t('records.from')} {...field('from')} />
          <DayField label={t('records.to')} {...field('to')} />
          <SelectField label={t('doctorReport.state')} options={[...states]} {...field('state')} />
        </>
      }
      found={found}
      told={count === undefined ? '' : t('doctorReport.count', { count, shown: formatNumber(count) })}
      className="list"
      empty={{
        icon: <IconReportMedical aria-hidden="true" />,
        title: t('doctorReport.none'),
        text: t('doctorReport.noneText'),
      }}
    >
      {(rows) => <Lines rows={rows} />}
    </ListPage>
  );
}

function Lines({ rows }: { rows: readonly DoctorLine[] | undefined }) {
  const t = useT();
  const can = useCan();
  return (
    <ListTable
      rows={rows}
      keyOf={(row) => row.doctorId}
      columns={[
        {
          key: 'doctor',
          head: t('doctorReport.doctor'),
          render: (row) =>
            can('doctor', 'view') ? (
              <Link to={`/doctor/${row.doctorId}`} className="ttl">
                <bdi>{row.name}</bdi>
              </Link>
            ) : (
              <bdi>{row.name}</bdi>
            ),
        },
        {
          key: 'district',
          head: t('doctorReport.district'),
          className: 't2',
          render: (row) => (
            <bdi>
              {row.district}, {row.state}
            </bdi>
          ),
        },
        ...figures.map(([key, text]) => ({
          key,
          head: t(text),
          isNumber: true,
          render: (row: DoctorLine) => formatNumber(row[key]),
        })),
        {
          key: 'passRate',
          head: t('doctorReport.passRate'),
          isNumber: true,
          render: (row) => (row.passRate === null ? '–' : `${formatNumber(row.passRate)} %`),
        },
        {
          key: 'note',
          head: t('doctorReport.note'),
          render: (row) => (row.outlier ? <span className="st due">{t('doctorReport.outlier')}</span> : null),
        },
      ]}
    />
  );
}

/** Whose certificate ends within a month, with a word to those who answer for them. */
function Due() {
  const t = useT();
  const { data } = useDueDrivers(true);
  if (!data || data.length === 0) return null;
  return (
    <section className="sheet" style={{ marginBlockEnd: 20 }} aria-labelledby="drivers-due">
      <div className="sec" style={{ paddingBlockEnd: 6 }}>
        <h2 className="h2" id="drivers-due">
          {t('doctorReport.due', { count: data.length, shown: formatNumber(data.length) })}
        </h2>
      </div>
      <ul className={styles['driver-lines']}>
        {data.map((row) => (
          <DueLine key={row.driverId} row={row} />
        ))}
      </ul>
    </section>
  );
}

function DueLine({ row }: { row: DueDriver }) {
  const t = useT();
  const remind = () => rowAction(refreshPeople, () => api.post<Done>(`/doctor-report/remind/${row.driverId}`));
  return (
    <li>
      <span className={styles.what}>
        <Link to={`/drivers/${row.driverId}`} className="mid">
          <bdi>{row.name}</bdi>
        </Link>
        <span className="t2 sm">
          <bdi>{row.orgName}</bdi> · {t('doctorReport.fitUntil')} <When at={row.medicalUpto} />
          {row.remindedAt ? (
            <>
              {' · '}
              {t('doctorReport.reminded')} <Ago at={row.remindedAt} />
            </>
          ) : null}
        </span>
      </span>
      {row.canBeMailed ? (
        <span className="acts">
          <button type="button" className="btn d sm" onClick={() => void remind()}>
            {t('doctorReport.remind')}
            <span className="sr"> {row.name}</span>
          </button>
        </span>
      ) : null}
    </li>
  );
}
