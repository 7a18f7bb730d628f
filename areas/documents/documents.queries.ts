import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer, ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { named } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { DocumentSet, ReviewItem, ReviewRow } from './review/review.contract.ts';

/** How a state of a paper is drawn. */
export const shapes: Readonly<Record<string, 'ok' | 'due' | 'bad' | 'info' | 'off'>> = {
  PENDING: 'info',
  UNDER_REVIEW: 'info',
  VERIFIED: 'ok',
  EXPIRING_SOON: 'due',
  EXPIRED: 'bad',
  UPCOMING: 'info',
  REJECTED: 'bad',
  RESUBMISSION_ASKED: 'due',
  SUPERSEDED: 'off',
};

type Query = Record<string, string | number | undefined>;

/** With the names of types that came with the product in the reader's language. */
const spoken = <Row extends { type: { label: string } }>(row: Row): Row => ({
  ...row,
  type: { ...row.type, label: named(row.type.label) },
});

/** The documents of a vehicle, a driver or an owner; they go stale with every write to a paper. */
export const useDocumentSet = (path: string, id: string) =>
  useQuery({
    queryKey: ['vehicle-kyc-doc', 'set', path, id],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<DocumentSet>>(`/client/${path === 'drivers' ? 'driver' : path}-doc/${id}`, { signal }))
        .data,
    select: (set) => ({ ...set, kinds: set.kinds.map(spoken) }),
  });

export const useQueue = (query: Query) =>
  useQuery({
    queryKey: ['vehicle-kyc-doc', 'queue', query],
    queryFn: ({ signal }) => api.get<ListAnswer<ReviewRow>>('/document-review', { query, signal }),
    placeholderData: keepPreviousData,
    select: (answer) => ({ ...answer, data: answer.data.map(spoken) }),
    refetchInterval: 30_000,
  });

export const useReviewItem = (id: string | undefined) =>
  useQuery({
    queryKey: ['vehicle-kyc-doc', 'review', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) =>
      (await api.get<Answer<ReviewItem>>(`/document-review/${id}`, { signal, quiet: true })).data,
    select: (item) => ({ ...item, row: spoken(item.row) }),
  });

/** After a review, what shows papers or hangs on them is stale. */
export const staleAfterReview = () =>
  invalidate('vehicle-kyc-doc', 'vehicle', 'drivers', 'organisation', 'app-user', 'dashboard', 'history');
