import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '../../api.ts';
import type { PlainTextKey } from '../../texts/texts.ts';

/** What work of a kind is called, by the key of its card: `work` of an area's web manifest. */
export interface WorkTexts {
  /** Heading of the card. */
  title: PlainTextKey;
  /** What is counted, behind the number. */
  unit: PlainTextKey;
  /** Its parts by their key, behind their numbers. */
  parts?: Readonly<Record<string, PlainTextKey>>;
}
export type AreaWork = Readonly<Record<string, WorkTexts>>;

const texts = new Map<string, WorkTexts>();

/** Tells the kit what work of an area is called; called while areas are put together. */
export function addWork(work: AreaWork): void {
  for (const [key, one] of Object.entries(work)) texts.set(key, one);
}

/** Undefined for work that no area of this version knows, as while a newer server answers. */
export const workTexts = (key: string): WorkTexts | undefined => texts.get(key);

/** Numbers in the menu change when work is done, which makes them stale at once, and when others do something. */
const countsMs = 120_000;

/** How much work there is in each module; empty until it is known. */
export function useWorkCounts(): Readonly<Record<string, number>> {
  const { data } = useQuery({
    queryKey: ['dashboard', 'counts'],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<Record<string, number>>>('/dashboard/work-counts', { signal, quiet: true })).data,
    refetchInterval: countsMs,
    staleTime: countsMs / 2,
    retry: false,
  });
  return data ?? none;
}
const none = {};
