import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer, ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { download } from '#kit/web/catalogue/data.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { AlibiFacts, AlibiRow, FoundPlace, OneAlibi } from '../alibi.contract.ts';

export const findAlibi = async (body: object): Promise<AlibiFacts> =>
  (await api.post<Answer<AlibiFacts>>('/alibi', { body, quiet: true })).data;

export async function saveAlibi(body: object): Promise<OneAlibi> {
  const { data } = await api.post<Answer<OneAlibi>>('/alibi/save', {
    body,
    quiet: true,
    once: true,
  });
  await Promise.all([invalidate('alibi'), invalidate('history')]);
  return data;
}

export const useAlibis = (query: Record<string, string | number | undefined>) =>
  useQuery({
    queryKey: ['alibi', 'list', query],
    queryFn: async ({ signal }) => {
      const { data, count } = await api.get<ListAnswer<AlibiRow>>('/alibi', { query, signal });
      return { data, count: count ?? 0 };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const useAlibi = (id: string) =>
  useQuery({
    queryKey: ['alibi', 'one', id],
    queryFn: async ({ signal }) => (await api.get<Answer<OneAlibi>>(`/alibi/${id}`, { signal, quiet: true })).data,
  });

export const findPlaces = async (q: string): Promise<FoundPlace[]> =>
  (await api.get<Answer<FoundPlace[]>>('/alibi/places', { query: { q }, quiet: true })).data;

/** Registration numbers that hold what was typed; none for those who may not see vehicles. */
export const usePlates = (q: string, mayAsk: boolean) =>
  useQuery({
    queryKey: ['vehicle', 'plates', q],
    enabled: mayAsk,
    queryFn: async ({ signal }) =>
      (
        await api.get<Answer<{ id: string; label: string }[]>>('/vehicle/option', {
          query: { q, take: 10 },
          signal,
          quiet: true,
        })
      ).data,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export async function downloadAlibi(id: string, part: 'pdf' | 'pack'): Promise<void> {
  const file = await api.blob('GET', `/alibi/${id}/${part}`).catch(() => undefined);
  if (file) download(file.blob, file.name);
}
