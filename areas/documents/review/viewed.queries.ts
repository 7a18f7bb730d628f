import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import type { Compared, ReviewItem, ReviewRow } from './review.contract.ts';

/** Which pages of a document the reader was shown. The server is told of each file that was shown whole, and knows them the next time. */
export function useViewed({ row, viewed: before }: ReviewItem, files: readonly string[]) {
  const [viewed, setViewed] = useState<readonly string[]>(before);
  /** Pages of each file that stood on the screen, and how many it has. */
  const [shown, setShown] = useState<Record<string, { pages: readonly number[]; count: number }>>({});
  const told = useRef(new Set(before));
  const tell = async (file: string) => {
    if (told.current.has(file)) return;
    told.current.add(file);
    try {
      const path = `/vehicle-kyc-doc/viewed/${row.id}`;
      const { data } = await api.post<Answer<{ viewed: string[] }>>(path, { body: { file }, quiet: true });
      setViewed((known) => [...new Set([...known, ...data.viewed])]);
    } catch {
      // It is told again when the page is shown again; until then the document cannot be verified.
      told.current.delete(file);
    }
  };
  const note = (file: string, at: number, count: number) => {
    const pages = [...new Set([...(shown[file]?.pages ?? []), at])];
    setShown((all) => ({ ...all, [file]: { pages: [...new Set([...(all[file]?.pages ?? []), at])], count } }));
    if (pages.length === count) void tell(file);
  };
  const counts = files.map((file) => {
    const count = shown[file]?.count ?? 1;
    return { count, seen: viewed.includes(file) ? count : Math.min(shown[file]?.pages.length ?? 0, count) };
  });
  return {
    note,
    /** Every page was shown, and the server knows of it. */
    isWhole: files.every((file) => viewed.includes(file)),
    seen: counts.reduce((sum, { seen }) => sum + seen, 0),
    count: counts.reduce((sum, { count }) => sum + count, 0),
  };
}

/**
 * The comparison with every number in full, for as long as the document is open. The history tells of each look, so it is asked
 * for once each time that somebody opens it, and kept nowhere.
 */
export const useNumbers = ({ id, version }: Pick<ReviewRow, 'id' | 'version'>): readonly Compared[] | undefined =>
  useQuery({
    queryKey: ['document-numbers', id, version],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) =>
      (await api.post<Answer<Compared[]>>(`/vehicle-kyc-doc/numbers/${id}`, { signal, quiet: true })).data,
  }).data;
