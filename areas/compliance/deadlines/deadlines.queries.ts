import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import type { Deadline } from './deadlines.contract.ts';

type Query = Record<string, string | number | undefined>;

export const useDeadlines = (query: Query) =>
  useQuery({
    queryKey: ['vehicle-kyc-doc', 'obligations', query],
    queryFn: ({ signal }) => api.get<ListAnswer<Deadline>>('/obligation', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** The next deadlines of one record, the overdue first; they go stale with every write to it. */
export const useNextDeadlines = (path: string, subjectId: string, take: number) =>
  useQuery({
    queryKey: [path, 'obligations', subjectId, take],
    queryFn: ({ signal }) =>
      api.get<ListAnswer<Deadline>>('/obligation', { query: { subjectId, take }, signal, quiet: true }),
  });
