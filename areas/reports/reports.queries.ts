import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { download } from '#kit/web/catalogue/data.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { Report, ReportName } from './report/report-answers.contract.ts';

type Query = Record<string, string | number | undefined>;
/** How often a report is asked for again whose period goes on. */
const goesOnMs = 60_000;

/** A page of a report. A report of days that are over is asked for once. */
export const useReport = (name: ReportName, query: Query, options: { isReady: boolean; goesOn: boolean }) =>
  useQuery({
    queryKey: ['report', name, query],
    enabled: options.isReady,
    queryFn: async ({ signal }) => (await api.get<Answer<Report>>(`/report/${name}`, { query, signal })).data,
    // Only another page of the same report stands in for one that comes.
    placeholderData: (former, asked) => (asked?.queryKey[1] === name ? keepPreviousData(former) : undefined),
    refetchInterval: options.goesOn ? goesOnMs : false,
  });

/** All rows of a report as a file for the browser's downloads. */
export async function exportReport(
  name: ReportName,
  format: 'csv' | 'xlsx',
  filter: Readonly<Record<string, string>>,
): Promise<void> {
  const file = await api.blob('POST', `/report/${name}/export`, { body: { format, filter } }).catch(() => undefined);
  if (!file) return;
  download(file.blob, file.name);
  await invalidate('history');
}
