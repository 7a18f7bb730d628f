import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { download } from '#kit/web/catalogue/data.ts';
import { invalidate, queryClient } from '#kit/web/queries.ts';
import type {
  RoadNearby,
  RoadQuality,
  Violation,
  ViolationOne,
  ViolationReason,
} from './violation-answers.contract.ts';

type Query = Record<string, string | number | undefined>;
/** How often a list asks again while it is looked at, and one violation, which another person may take. */
const [listMs, oneMs] = [15_000, 15_000];

/** What lists of violations are narrowed to, in their address. */
export const violationNames = [
  'q',
  'state',
  'severity',
  'tier',
  'vehicleId',
  'driverId',
  'roadId',
  'orgId',
  'tripId',
  'reason',
  'assigned',
  'changed',
  'from',
  'to',
] as const;
export type ViolationFilters = Partial<Record<(typeof violationNames)[number], string>>;

/** In the address: all states. Without a state those who decide see what is to be decided. */
export const allStates = 'ALL';

/** The filters of an address as the calls take them. */
export function askedFor({ state, ...filters }: ViolationFilters, mayDecide: boolean): Record<string, string> {
  const asked = state ?? (mayDecide ? 'TO_REVIEW' : allStates);
  return { ...filters, ...(asked === allStates ? {} : { state: asked }) };
}

const readViolations = async (query: Query, signal?: AbortSignal): Promise<{ data: Violation[]; count: number }> => {
  const { data, count } = await api.get<Answer<Violation[]> & { count: number }>('/violation', {
    query,
    ...(signal ? { signal } : {}),
  });
  return { data, count };
};

/** Violations come without anybody's write: the list asks again while it is looked at. */
export const useViolations = (query: Query) =>
  useQuery({
    queryKey: ['violation', 'list', query],
    queryFn: ({ signal }) => readViolations(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: listMs,
  });

export const violationOf = (id: string) =>
  queryOptions({
    queryKey: ['violation', 'one', id],
    queryFn: async ({ signal }) => (await api.get<Answer<ViolationOne>>(`/violation/${id}`, { signal })).data,
    refetchInterval: oneMs,
  });

export const roadsBeside = (id: string) =>
  queryOptions({
    queryKey: ['violation', 'roads', id],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<RoadNearby[]>>(`/violation/${id}/roads`, { signal, quiet: true })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useReasons = (isNeeded: boolean) =>
  useQuery({
    queryKey: ['purpose', 'of-violations'],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<ViolationReason[]>>('/violation/reason', { signal, quiet: true })).data,
    enabled: isNeeded,
    staleTime: 60_000,
  });

export const useQuality = (query: Query) =>
  useQuery({
    queryKey: ['violation', 'quality', query],
    queryFn: async ({ signal }) => (await api.get<Answer<RoadQuality[]>>('/violation/quality', { query, signal })).data,
    placeholderData: keepPreviousData,
  });

/** As many as can stand between one violation and the next that nobody looks at. */
const lookAhead = 20;

/** The violation behind one in the list that filters give, that nobody else is looking at; null at its end, after which it begins anew. */
export const nextOf = ({ id, fromAt }: Pick<Violation, 'id' | 'fromAt'>, query: Query, me: string | undefined) =>
  queryOptions({
    queryKey: ['violation', 'next', id, fromAt, query],
    queryFn: async ({ signal }): Promise<Violation | null> => {
      const isFree = (one: Violation) => one.id !== id && (one.assignedTo === null || one.assignedTo.id === me);
      const { data } = await readViolations({ ...query, to: fromAt, take: lookAhead }, signal);
      // The list is in the order of time and id, the latest first.
      const isBehind = (one: Violation) => one.fromAt < fromAt || (one.fromAt === fromAt && one.id < id);
      const next = data.find((one) => isBehind(one) && isFree(one));
      if (next) return next;
      return (await readViolations({ ...query, take: lookAhead }, signal)).data.find(isFree) ?? null;
    },
  });

/** Fetches what the page of a violation shows, before somebody opens it. */
export const preload = (id: string): Promise<unknown> =>
  Promise.all([queryClient.prefetchQuery(violationOf(id)), queryClient.prefetchQuery(roadsBeside(id))]);

/** Writes to a violation, and keeps it as it is then. */
export async function act(
  id: string,
  what: 'take' | 'verdict' | 'undo' | 'reopen',
  body: object,
  { keepalive = false } = {},
): Promise<Answer<ViolationOne>> {
  const answer = await api.post<Answer<ViolationOne>>(`/violation/${id}/${what}`, {
    body,
    quiet: true,
    keepalive,
    ...(what === 'take' ? {} : { once: true }),
  });
  queryClient.setQueryData(violationOf(id).queryKey, answer.data);
  return answer;
}

/** What a verdict makes stale besides the violation itself. */
export const staleAfterVerdict = (): Promise<void[]> => invalidate('violation', 'safety-score', 'dashboard', 'history');

export async function exportViolations(filter: Readonly<Record<string, string>>): Promise<void> {
  const file = await api.blob('POST', '/violation/export', { body: { filter } }).catch(() => undefined);
  if (!file) return;
  download(file.blob, file.name);
  await invalidate('history');
}
