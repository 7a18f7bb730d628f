import { Link } from '@tanstack/react-router';
import { formatDay, formatNumber, useT } from '#kit/web/i18n.ts';
import { SideScroll } from '#kit/web/list/side-scroll.tsx';
import type { DeskReport, DeskReportRow } from './desk-report.contract.ts';
import { toTickets } from './report-words.web.ts';
import styles from './desk-report.module.css';

/** Nov 2026 of 2026-11-01. */
const monthText = (first: string): string => formatDay(first).replace(/^\S+ /, '');

/** The days of a month that lie in the report, as its list is asked for. */
function daysOf({ from, to }: DeskReport, first: string): Record<string, string> {
  const next = new Date(`${first}T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  const last = new Date(next.getTime() - 86_400_000).toISOString().slice(0, 10);
  return { createdAtFrom: first > from ? first : from, createdAtTo: last < to ? last : to, status: '1' };
}

/** Tickets of each month by how their solution kept what was promised: as columns, and as a table for keys and screen readers. */
export function DeskMonths({ months, report }: { months: readonly DeskReportRow[]; report: DeskReport }) {
  const t = useT();
  const most = Math.max(1, ...months.map(({ tickets }) => tickets));
  const parts = [
    {
      name: t('deskReport.inTime'),
      className: styles.inTime,
      of: (row: DeskReportRow) => row.solutionInTime,
      more: { solutionInTime: 'true' },
    },
    {
      name: t('deskReport.late'),
      className: styles.late,
      of: (row: DeskReportRow) => row.solutionLate,
      more: { solutionInTime: 'false' },
    },
    {
      name: t('deskReport.unknown'),
      className: styles.unknown,
      of: (row: DeskReportRow) => row.tickets - row.solutionInTime - row.solutionLate,
      more: undefined,
    },
  ];
  return (
    <section className={`sheet ${styles.part}`} aria-label={t('deskReport.months')}>
      <h2 className="h2">{t('deskReport.months')}</h2>
      <p className={styles.key} aria-hidden="true">
        {parts.map(({ name, className }) => (
          <span key={name}>
            <i className={className} />
            {name}
          </span>
        ))}
      </p>
      <ol className={styles.months} aria-hidden="true">
        {months.map((row) => (
          <li key={row.id}>
            <span className={styles.column}>
              {parts.toReversed().map(({ name, className, of }) => (
                <i
                  key={name}
                  className={className}
                  title={`${monthText(row.id ?? '')}, ${name}: ${of(row)}`}
                  style={{ blockSize: `${(of(row) / most) * 100}%` }}
                />
              ))}
            </span>
            <small>{monthText(row.id ?? '').slice(0, 3)}</small>
          </li>
        ))}
      </ol>
      <details>
        <summary>{t('deskReport.asTable')}</summary>
        <SideScroll role="region" aria-label={t('deskReport.asTable')} tabIndex={0}>
          <table className="tbl plain">
            <caption className="sr">{t('deskReport.months')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('deskReport.month')}</th>
                {parts.map(({ name }) => (
                  <th key={name} scope="col" className="num">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {months.toReversed().map((row) => (
                <tr key={row.id}>
                  <th scope="row">{monthText(row.id ?? '')}</th>
                  {parts.map(({ name, of, more }) => (
                    <td key={name} className="num">
                      {more && of(row) > 0 ? (
                        <Link
                          to={toTickets({ ...daysOf(report, row.id ?? ''), ...more })}
                          aria-label={t('deskReport.linkOf', {
                            name: monthText(row.id ?? ''),
                            what: name,
                            value: formatNumber(of(row)),
                          })}
                        >
                          {formatNumber(of(row))}
                        </Link>
                      ) : (
                        <span className="t3">{formatNumber(of(row))}</span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </SideScroll>
      </details>
    </section>
  );
}
