import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { formatNumber, named, useT } from '#kit/web/i18n.ts';
import { useAddressBelow } from '#kit/web/parts-below.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { DayField } from '#kit/web/ui/filter-fields.tsx';
import { SideScroll } from '#kit/web/list/side-scroll.tsx';
import { Loading } from '#kit/web/ui/loading-sheet.tsx';
import type { DeskReport, DeskReportRow } from './desk-report.contract.ts';
import { DeskMonths } from './desk-months.tsx';
import { openTime, periodOf, share, toTickets } from './report-words.web.ts';
import styles from './desk-report.module.css';

/** How the desk kept what it promises, and how satisfied customers were: every number leads to its tickets. */
export function DeskReportView() {
  const t = useT();
  const navigate = useNavigate();
  const search = useAddressBelow('/help-desk').search as { from?: string; to?: string };
  const asked = { ...(search.from ? { from: search.from } : {}), ...(search.to ? { to: search.to } : {}) };
  const { data, error, refetch } = useQuery({
    queryKey: ['help-desk', 'report', asked],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<DeskReport>>('/help-desk/report', { query: asked, signal })).data,
    placeholderData: (before) => before,
  });
  const ask = (next: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...next }), replace: true });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <div className="row wrap">
        <DayField label={t('deskReport.from')} value={search.from ?? data.from} onChange={(from) => ask({ from })} />
        <DayField label={t('deskReport.to')} value={search.to ?? data.to} onChange={(to) => ask({ to })} />
      </div>
      {error ? <Failure error={error} retry={() => void refetch()} /> : null}
      <p className={`t2 sm ${styles.about}`}>
        <bdi>{t('deskReport.about')}</bdi>
      </p>
      {data.all.tickets === 0 ? (
        <p className={`sheet ${styles.part}`}>
          <bdi>{t('deskReport.nothing')}</bdi>
        </p>
      ) : (
        <Report report={data} />
      )}
    </>
  );
}

function Report({ report }: { report: DeskReport }) {
  const t = useT();
  const { all, categories, teams, people, months } = report;
  const period = periodOf(report);
  return (
    <div className={styles.report}>
      <section className={`sheet ${styles.figures}`} aria-label={t('deskReport.view')}>
        <Figure
          name={t('deskReport.tickets')}
          value={formatNumber(all.tickets)}
          {...(all.merged > 0 ? { note: t('deskReport.merged', { count: all.merged }) } : {})}
          to={toTickets(period)}
        />
        <Figure
          name={t('deskReport.first')}
          value={share(all.firstInTime, all.firstLate)}
          note={[
            t('deskReport.typically', { time: openTime(t, all.firstMedianMin) }),
            ...(all.unanswered > 0 ? [t('deskReport.unanswered', { count: all.unanswered })] : []),
          ].join(' · ')}
          to={toTickets({ ...period, firstInTime: 'true' })}
        />
        <Figure
          name={t('deskReport.solution')}
          value={share(all.solutionInTime, all.solutionLate)}
          note={t('deskReport.typically', { time: openTime(t, all.solutionMedianMin) })}
          to={toTickets({ ...period, solutionInTime: 'true' })}
        />
        <Figure
          name={t('deskReport.satisfaction')}
          value={all.satisfaction === null ? '–' : t('deskReport.ofFive', { value: formatNumber(all.satisfaction) })}
          note={t('deskReport.rated', { count: all.rated })}
          to={toTickets({ ...period, satisfactionFrom: '1' })}
        />
      </section>
      <DeskMonths months={months} report={report} />
      <Ratings report={report} />
      <Rows
        title={t('deskReport.categories')}
        head={t('deskReport.category')}
        rows={categories}
        by="categoryId"
        period={period}
      />
      <Rows title={t('deskReport.teams')} head={t('deskReport.team')} rows={teams} by="teamId" period={period} />
      <Rows
        title={t('deskReport.people')}
        head={t('deskReport.person')}
        rows={people}
        by="assigneeId"
        period={period}
      />
    </div>
  );
}

function Figure({ name, value, note, to }: { name: string; value: string; note?: string; to: string }) {
  return (
    <div>
      <p className="t2 sm">{name}</p>
      <Link to={to} aria-label={`${name}: ${value}`}>
        <bdi>{value}</bdi>
      </Link>
      {note ? (
        <p className="t3 sm">
          <bdi>{note}</bdi>
        </p>
      ) : null}
    </div>
  );
}

function Rows(props: {
  title: string;
  head: string;
  rows: readonly DeskReportRow[];
  by: 'categoryId' | 'teamId' | 'assigneeId';
  period: Readonly<Record<string, string>>;
}) {
  const { title, head, rows, by, period } = props;
  const t = useT();
  const measures = [
    { what: t('deskReport.tickets'), of: ({ tickets }: DeskReportRow) => tickets, more: {} },
    { what: t('deskReport.open'), of: ({ open }: DeskReportRow) => open, more: { requestStatus: '0,1,2,3,6' } },
    {
      what: t('deskReport.firstLate'),
      of: ({ firstLate }: DeskReportRow) => firstLate,
      more: { firstInTime: 'false' },
    },
    {
      what: t('deskReport.solutionLate'),
      of: (row: DeskReportRow) => row.solutionLate,
      more: { solutionInTime: 'false' },
    },
    { what: t('deskReport.reopened'), of: ({ reopened }: DeskReportRow) => reopened, more: { reopenedCountFrom: '1' } },
  ];
  return (
    <section className={`sheet ${styles.part} ${styles.wide}`} aria-label={title}>
      <h2 className="h2">{title}</h2>
      <SideScroll role="region" aria-label={title} tabIndex={0}>
        <table className="tbl plain">
          <caption className="sr">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {measures.map(({ what }) => (
                <th key={what} scope="col" className="num">
                  {what}
                </th>
              ))}
              <th scope="col" className="num">
                {t('deskReport.firstMedian')}
              </th>
              <th scope="col" className="num">
                {t('deskReport.solutionMedian')}
              </th>
              <th scope="col" className="num">
                {t('deskReport.satisfaction')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const name = row.name === null ? t('deskReport.none') : named(row.name);
              return (
                <tr key={row.id ?? ''}>
                  <th scope="row">
                    <bdi>{name}</bdi>
                  </th>
                  {measures.map(({ what, of, more }) => (
                    <td key={what} className="num">
                      {of(row) > 0 && row.id !== null ? (
                        <Link
                          to={toTickets({ ...period, [by]: row.id, ...more })}
                          aria-label={t('deskReport.linkOf', { name, what, value: formatNumber(of(row)) })}
                        >
                          {formatNumber(of(row))}
                        </Link>
                      ) : (
                        <span className="t3">{formatNumber(of(row))}</span>
                      )}
                    </td>
                  ))}
                  <td className="num">
                    <bdi>{openTime(t, row.firstMedianMin)}</bdi>
                  </td>
                  <td className="num">
                    <bdi>{openTime(t, row.solutionMedianMin)}</bdi>
                  </td>
                  <td className="num">{row.satisfaction === null ? '–' : formatNumber(row.satisfaction)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </SideScroll>
    </section>
  );
}

function Ratings({ report }: { report: DeskReport }) {
  const t = useT();
  const most = Math.max(1, ...report.ratings.map(({ tickets }) => tickets));
  return (
    <section className={`sheet ${styles.part}`} aria-label={t('deskReport.ratings')}>
      <h2 className="h2">{t('deskReport.ratings')}</h2>
      <ul className={styles.ratings}>
        {report.ratings.toReversed().map(({ score, tickets }) => (
          <li key={score}>
            <bdi>{t('deskReport.ofFive', { value: score })}</bdi>
            <span className={styles.bar} aria-hidden="true">
              <i style={{ inlineSize: `${(tickets / most) * 100}%` }} />
            </span>
            {tickets > 0 ? (
              <Link
                to={toTickets({ ...periodOf(report), satisfactionFrom: String(score), satisfactionTo: String(score) })}
                aria-label={t('deskReport.linkOf', {
                  name: t('deskReport.ofFive', { value: score }),
                  what: t('deskReport.tickets'),
                  value: formatNumber(tickets),
                })}
              >
                {formatNumber(tickets)}
              </Link>
            ) : (
              <span className="t3">0</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
