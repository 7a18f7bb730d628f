import { IconDownload, IconReportMedical } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { states } from '#areas/offices/states.contract.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { download } from '#kit/web/catalogue/data.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { toast } from '#kit/web/toast.tsx';
import { DayField, SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Empty, PageTitle } from '#kit/web/ui/parts.tsx';
import { Ago, When } from '#kit/web/ui/when.tsx';
import { settled, useDoctorReport, useDueDrivers } from './calls.web.ts';
import type { DoctorLine, DueDriver } from './doctor-report.contract.ts';
import '#kit/web/catalogue/catalogue.css';
import '#kit/web/catalogue/filters.css';
import './people.css';

type Asked = Partial<Record<'from' | 'to' | 'state' | 'district', string | undefined>>;

/** What doctors found, doctor by doctor, and whose fitness ends soon. */
export function DoctorReport() {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as Asked;
  const query = Object.fromEntries(
    (['from', 'to', 'state', 'district'] as const).flatMap((name) => (asked[name] ? [[name, asked[name]]] : [])),
  );
  const go = (change: Asked) => void navigate({ to: '.', search: { ...asked, ...change } as never, replace: true });
  const { data, error, refetch } = useDoctorReport(query);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const title = t('doctorReport.title');
  const fetchFile = async () => {
    const file = await api.blob('GET', '/doctor-report/export', { query }).catch(() => undefined);
    if (file) download(file.blob, file.name);
  };
  return (
    <>
      <PageTitle title={title} sub={t('doctorReport.sub')}>
        {can('doctor-report', 'export') ? (
          <button type="button" className="btn d" disabled={!data?.count} onClick={() => void fetchFile()}>
            <IconDownload className="i s" aria-hidden="true" />
            {t('doctorReport.export')}
          </button>
        ) : null}
      </PageTitle>
      {can('drivers', 'view') ? <Due /> : null}
      <div className="record-filters">
        <DayField
          label={t('records.from')}
          value={asked.from ?? ''}
          onChange={(from) => go({ from: from || undefined })}
        />
        <DayField label={t('records.to')} value={asked.to ?? ''} onChange={(to) => go({ to: to || undefined })} />
        <SelectField
          label={t('doctorReport.state')}
          value={asked.state ?? ''}
          options={[...states]}
          onChange={(state) => go({ state: state || undefined })}
        />
        <SearchField
          label={t('doctorReport.district')}
          value={asked.district ?? ''}
          onChange={(district) => go({ district: district || undefined })}
        />
      </div>
      <p className="sr" role="status">
        {data ? t('doctorReport.count', { count: data.count, shown: formatNumber(data.count) }) : ''}
      </p>
      <section className="sheet list" aria-label={title} aria-busy={!data}>
        {data?.count === 0 ? (
          <Empty
            icon={<IconReportMedical aria-hidden="true" />}
            title={t('doctorReport.none')}
            text={t('doctorReport.noneText')}
          />
        ) : (
          <Lines rows={data?.data} />
        )}
      </section>
    </>
  );
}

function Lines({ rows }: { rows: DoctorLine[] | undefined }) {
  const t = useT();
  const can = useCan();
  return (
    // Wider than its place, it scrolls; the keyboard reaches it by its links.
    <div className="list-scroll">
      <table className="tbl plain">
        <thead>
          <tr>
            <th scope="col">{t('doctorReport.doctor')}</th>
            <th scope="col">{t('doctorReport.district')}</th>
            {(['exams', 'fit', 'withCondition', 'unfit', 'passRate'] as const).map((name) => (
              <th key={name} scope="col" className="num">
                {t(`doctorReport.${name}`)}
              </th>
            ))}
            <th scope="col">{t('doctorReport.note')}</th>
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <tr key={row.doctorId}>
              <td>
                {can('doctor', 'view') ? (
                  <Link to={`/doctor/${row.doctorId}`} className="ttl">
                    <bdi>{row.name}</bdi>
                  </Link>
                ) : (
                  <bdi>{row.name}</bdi>
                )}
              </td>
              <td className="t2">
                <bdi>
                  {row.district}, {row.state}
                </bdi>
              </td>
              {([row.exams, row.fit, row.withCondition, row.unfit] as const).map((value, at) => (
                <td key={at} className="num">
                  {formatNumber(value)}
                </td>
              ))}
              <td className="num">{row.passRate === null ? '–' : `${formatNumber(row.passRate)} %`}</td>
              <td>{row.outlier ? <span className="st due">{t('doctorReport.outlier')}</span> : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
      <ul className="driver-lines">
        {data.map((row) => (
          <DueLine key={row.driverId} row={row} />
        ))}
      </ul>
    </section>
  );
}

function DueLine({ row }: { row: DueDriver }) {
  const t = useT();
  const remind = async () => {
    try {
      toast.success((await api.post<{ message: string }>(`/doctor-report/remind/${row.driverId}`)).message);
    } catch (error) {
      // The message is on its way as a toast.
      if (!(error instanceof ApiError)) throw error;
    }
    await settled();
  };
  return (
    <li>
      <span className="what">
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
