import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer, BulkReport, HistoryRow, ListAnswer, OptionRow, Reference } from '#kit/contract/answers.ts';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { api, ApiError } from '../api.ts';
import { invalidate } from '../queries.ts';
import { mayView } from '../rights.ts';
import { titleText } from './spoken.ts';

export const tagOf = (row: AnyRow): string => `"v${row.version}"`;

/** A page of a list; the page before stays on screen while the next one loads. */
export const useRows = <D extends AnyCatalogue>(definition: D, query: Record<string, string>) =>
  useQuery({
    queryKey: [definition.path, 'list', query],
    queryFn: ({ signal }) => api.get<ListAnswer<RowOf<D>>>(`/${definition.path}`, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** A catalogue of which the address is all that is known: its rows have any fields. */
type ByPath = Pick<AnyCatalogue, 'path'>;

/** Every row of a list, page after page; for catalogues that people oversee, at most two thousand rows. */
export async function allRows<D extends AnyCatalogue>(
  { path }: D | ByPath,
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<RowOf<D>[]> {
  const rows: RowOf<D>[] = [];
  let after: string | undefined;
  do {
    const page: ListAnswer<RowOf<D>> = await api.get(`/${path}`, { query: { ...query, take: 100, after }, signal });
    rows.push(...page.data);
    after = page.next;
  } while (after !== undefined && rows.length < 2_000);
  return rows;
}

export const useAllRows = <D extends AnyCatalogue>(definition: D | ByPath, query: Record<string, string>) =>
  useQuery({
    queryKey: [definition.path, 'all', query],
    queryFn: ({ signal }) => allRows<D>(definition, query, signal),
  });

export const useRow = <D extends AnyCatalogue>(definition: D | ByPath, id: string | undefined) =>
  useQuery({
    queryKey: [definition.path, 'one', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => (await api.get<Answer<RowOf<D>>>(`/${definition.path}/${id}`, { signal })).data,
  });

export const useUsage = (definition: AnyCatalogue, id: string) =>
  useQuery({
    queryKey: [definition.path, 'usage', id],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<Reference[]>>(`/${definition.path}/${id}/usage`, { signal, quiet: true })).data,
  });

/** The history of a record, a hundred rows at a time, or what matches of it. */
export const useHistory = (
  definition: AnyCatalogue,
  id: string | undefined,
  query: { skip?: number; action?: string | undefined; source?: string | undefined } = {},
) =>
  useQuery({
    enabled: id !== undefined,
    queryKey: [definition.path, 'history', id, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get<ListAnswer<HistoryRow>>(`/${definition.path}/${id}/history`, { query: { ...query, take: 100 }, signal }),
  });

/** What was done to a record since a version of it, newest first; nothing where the reader may not know. */
export const historySince = async ({ path }: AnyCatalogue, { id, updatedAt }: AnyRow): Promise<HistoryRow[]> => {
  const after = Date.parse(updatedAt);
  return api.get<ListAnswer<HistoryRow>>(`/${path}/${id}/history`, { query: { take: 100 }, quiet: true }).then(
    ({ data }) => data.filter(({ at }) => Date.parse(at) > after),
    () => [],
  );
};

/** Options of a picker: active rows that match what was typed, the first few. */
export const useOptions = (
  path: string,
  words: string,
  take: number,
  enabled: boolean,
  /** Filters of the list. */
  narrow: Readonly<Record<string, string>> = {},
) =>
  useQuery({
    queryKey: [path, 'options', words, take, narrow],
    enabled,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      // What may only be chosen, and not be looked at, has a call of its own.
      api.get<ListAnswer<OptionRow>>(mayView(path) ? `/${path}` : `/${path}/option`, {
        query: { ...(mayView(path) ? { option: 'true' } : {}), take, ...narrow, ...(words ? { q: words } : {}) },
        signal,
        quiet: true,
        // Lists are also filtered by records that somebody may neither look at nor choose.
        stays: true,
      }),
    select: (answer) => ({
      ...answer,
      data: answer.data.map((one) => ({ ...one, label: titleText(path, one.label) })),
    }),
  });

/** Names of rows that are known by id, inactive ones too; of what is not there any more, the beginning of the id. */
export const useNames = (path: string, ids: readonly string[]) =>
  useQuery({
    queryKey: [path, 'names', ...ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const query = { id: ids.join(',') };
      const data = await api
        .get<ListAnswer<OptionRow>>(`/${path}/option`, { query, signal, quiet: true, stays: true })
        .then((answer) => answer.data)
        .catch((error: unknown): OptionRow[] => {
          // Names that are not for this reader.
          if (error instanceof ApiError && error.status === 403) return [];
          throw error;
        });
      return ids.map((id) => data.find((one) => one.id === id)?.label ?? id.slice(0, 8));
    },
    select: (names) => names.map((name) => titleText(path, name)),
  });

/** Query keys of pages that show a little of everything. */
const overviews = ['dashboard', 'history', 'trash'];

/** Writes. Each makes every list, record and picker stale that could show the row. */
export const writes = {
  async save(
    definition: AnyCatalogue,
    body: { body?: unknown; form?: FormData },
    row?: AnyRow,
  ): Promise<Answer<AnyRow>> {
    const options = { ...body, quiet: true, once: true };
    const answer = row
      ? await api.put<Answer<AnyRow>>(`/${definition.path}/${row.id}`, { ...options, ifMatch: tagOf(row) })
      : await api.post<Answer<AnyRow>>(`/${definition.path}`, options);
    await invalidate(definition.path, ...overviews);
    return answer;
  },
  /** Flips the status. The error toast comes from the API client: the message of a failed change is never lost. */
  async flip(definition: AnyCatalogue, row: AnyRow): Promise<string> {
    try {
      const { message } = await api.put<Answer<unknown>>(`/${definition.path}/status/${row.id}`, {
        ifMatch: tagOf(row),
        once: true,
      });
      return message;
    } finally {
      await invalidate(definition.path, ...overviews);
    }
  },
  async remove(definition: AnyCatalogue, row: AnyRow): Promise<string> {
    const { message } = await api.delete<Answer<unknown>>(`/${definition.path}/${row.id}`, {
      ifMatch: tagOf(row),
      quiet: true,
    });
    await invalidate(definition.path, ...overviews);
    return message;
  },
  async restore(definition: AnyCatalogue, id: string): Promise<string> {
    const { message } = await api.post<Answer<unknown>>(`/${definition.path}/restore/${id}`);
    await invalidate(definition.path, ...overviews);
    return message;
  },
  async purge(definition: AnyCatalogue, id: string): Promise<string> {
    const { message } = await api.delete<Answer<unknown>>(`/trash/${id}`);
    await invalidate(definition.path, ...overviews);
    return message;
  },
  async bulk(
    definition: AnyCatalogue,
    action: string,
    chosen: { ids: string[] } | { filter: Record<string, string> },
    /** Values by field, for the action `edit`. */
    set?: Record<string, unknown>,
  ): Promise<BulkReport> {
    const { data } = await api.post<Answer<BulkReport>>(`/${definition.path}/bulk`, {
      body: { action, ...chosen, ...('filter' in chosen ? { all: true } : {}), ...(set ? { set } : {}) },
      once: true,
    });
    await invalidate(definition.path, ...overviews);
    return data;
  },
};

/** Hands a file to the browser's downloads. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
