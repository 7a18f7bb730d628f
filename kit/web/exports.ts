import { useQuery } from '@tanstack/react-query';
import type { Answer, ListAnswer } from '#kit/contract/answers.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { inSentence } from '#kit/contract/catalogue.ts';
import { type ExportFile, exportLimits, isUnfinished } from '#kit/contract/export.ts';
import { ApiError, api } from './api.ts';
import { download } from './catalogue/data.ts';
import { formatNumber, t } from './i18n.ts';
import { invalidate, queryClient } from './queries.ts';
import { store, useKept } from './storage/store.ts';
import { toast } from './toast.tsx';

/** Which rows are meant: named ones, or all that a list's filter matches. */
export type Selection = { ids: string[] } | { filter: Record<string, string> };

interface Order {
  format: 'csv' | 'xlsx';
  selection: Selection;
  /** Number of rows it stands for. */
  count: number;
  /** Names of the columns wanted; all of them when left out. */
  columns?: readonly string[] | undefined;
}

const pollMs = 1_000;
const key = ['export', 'mine'];

/** One's own exports, latest first; asked for again and again while one of them is being made. */
export const useExports = (enabled = true) =>
  useQuery({
    queryKey: key,
    enabled,
    queryFn: async ({ signal }) => (await api.get<ListAnswer<ExportFile>>('/export', { signal, quiet: true })).data,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? pollMs : false),
    // How far they are changes by itself.
    staleTime: 0,
  });

/** Whether there is anything that the signed-in person may export. */
export const useMayExport = (): boolean =>
  (useKept('_accessible')[0] ?? []).some((module) => module.actions.includes('export'));

/** A few rows are fetched at once and handed to the browser; many are made while people go on, and told of when ready. */
export async function exportRows(definition: AnyCatalogue, { format, selection, count, columns }: Order) {
  const body = { format, ...selection, ...(columns ? { columns } : {}) };
  await shown(async () => {
    if (count > exportLimits.atOnce) return start(definition, body, count);
    const { blob, name } = await api.blob('POST', `/${definition.path}/export`, { body });
    download(blob, name);
  });
}

async function start(definition: AnyCatalogue, body: object, count: number): Promise<void> {
  const { data } = await api.post<Answer<ExportFile>>(`/${definition.path}/export/job`, {
    body,
    once: true,
  });
  // A list of exports that is on its way was made before this one.
  await queryClient.cancelQueries({ queryKey: key });
  queryClient.setQueryData<ExportFile[]>(key, (known = []) => [data, ...known]);
  store.set('awaitedExports', [...store.get('awaitedExports'), data.id]);
  toast.success(t('exports.started', { count: formatNumber(count), many: inSentence(definition.counted) }));
}

/** Fetches the file of an export that is ready. */
export const fetchExport = (file: ExportFile) =>
  shown(async () => {
    const { blob, name } = await api.blob('GET', `/export/${file.id}/file`);
    download(blob, name);
  });

/** Cancels an export that is being made, or removes one with its file. */
export const removeExport = (file: ExportFile) =>
  shown(async () => {
    store.set(
      'awaitedExports',
      store.get('awaitedExports').filter((id) => id !== file.id),
    );
    const { message } = await api.delete<Answer<unknown>>(`/export/${file.id}`);
    toast.success(message);
    await invalidate('export');
  });

/** The API client tells of refusals by itself, except that something is gone. */
async function shown(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 404) return;
    toast.error(error.message);
    await invalidate('export');
  }
}
