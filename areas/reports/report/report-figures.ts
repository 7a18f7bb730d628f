import type { Report } from './report-answers.contract.ts';
import { type ColumnKind, reportFacts } from './report-columns.contract.ts';
import type { ReportName } from './report-answers.contract.ts';

const number = new Intl.NumberFormat('en-IN');

/** A figure in words, for mails. */
function inWords(kind: ColumnKind, value: number): string {
  if (kind === 'distance') return `${number.format(Math.round(value / 100) / 10)} km`;
  if (kind === 'speed') return `${Math.round(value)} km/h`;
  if (kind !== 'duration') return number.format(value);
  const minutes = Math.round(value / 60);
  return minutes < 60 ? `${minutes} min` : `${number.format(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** What a report adds up to, in one line: 'Rows: 12. Distance: 345 km.' */
export function figureLines(name: ReportName, { count, totals }: Pick<Report, 'count' | 'totals'>): string {
  if (count === 0) return 'Nothing happened in this period.';
  const figures = reportFacts[name].columns.flatMap(({ key, kind, heading, total }) => {
    const value = totals[key];
    return total && typeof value === 'number' ? [`${heading}: ${inWords(kind, value)}`] : [];
  });
  return [`Rows: ${number.format(count)}`, ...figures].map((line) => `${line}.`).join(' ');
}
