import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { download } from '#kit/web/catalogue/data.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { ScoreOne, ScoreProof, ScoreRow, ScoreSubject } from './score.contract.ts';

type Query = Record<string, string | number | undefined>;
/** Scores change without anybody's write: they are asked for again while they are looked at. */
const againMs = 60_000;

/** What the list is narrowed to and sorted by, in its address. */
export const scoreNames = ['subject', 'period', 'q', 'orgId', 'sort'] as const;

interface Scores {
  data: ScoreRow[];
  count: number;
  proof: ScoreProof | null;
}

const readScores = async (query: Query, signal: AbortSignal): Promise<Scores> => {
  const { data, count, proof } = await api.get<Answer<ScoreRow[]> & Scores>('/safety-score', { query, signal });
  return { data, count, proof };
};

export const useScores = (query: Query) =>
  useQuery({
    queryKey: ['safety-score', 'list', query],
    queryFn: ({ signal }) => readScores(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
  });

/** Scores of the vehicles or drivers of a page of their list, by their ids. */
export const useScoresOf = (subject: ScoreSubject, ids: readonly string[]) =>
  useQuery({
    queryKey: ['safety-score', 'of', subject, ids.join()],
    queryFn: async ({ signal }) => {
      const query = { subject, id: ids.join(), current: 'yes', take: 200 };
      const { data } = await api.get<Answer<ScoreRow[]>>('/safety-score', { query, signal, quiet: true });
      return new Map(data.map((row) => [row.id, row]));
    },
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
  });

export const useScore = (subject: ScoreSubject, id: string, period: string | undefined) =>
  useQuery({
    queryKey: ['safety-score', 'one', subject, id, period],
    queryFn: async ({ signal }) =>
      (
        await api.get<Answer<ScoreOne>>(`/safety-score/${subject === 'VEHICLE' ? 'vehicle' : 'driver'}/${id}`, {
          query: { period },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
  });

export async function exportScores(filter: Readonly<Record<string, string>>): Promise<void> {
  const file = await api.blob('POST', '/safety-score/export', { body: { filter } }).catch(() => undefined);
  if (!file) return;
  download(file.blob, file.name);
  await invalidate('history');
}
