import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Invitation } from '#areas/people/invitations/invitations.contract.ts';
import type { Answer, ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { GivenShare, SharedDetail, SharedTrip, SharedVehicle, ShareOffer } from './share-answers.contract.ts';

/** What shows shares and offers is stale after any act of this area. */
export const refreshShares = () =>
  invalidate('shared-vehicle', 'share-invitation', 'vehicle-share', 'vehicle-invitation', 'history', 'dashboard');

/** What others share moves, and ends, without anybody's write here. */
const againMs = 15_000;

type Query = Readonly<Record<string, string | number | boolean>>;

export const useSharedVehicles = (query: Query) =>
  useQuery({
    queryKey: ['shared-vehicle', 'list', query],
    queryFn: ({ signal }) => api.get<ListAnswer<SharedVehicle>>('/shared-vehicle', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
  });

export const useShareOffers = () =>
  useQuery({
    queryKey: ['share-invitation'],
    queryFn: async ({ signal }) => (await api.get<ListAnswer<ShareOffer>>('/share-invitation', { signal })).data,
  });

export const useSharedVehicle = (id: string) =>
  useQuery({
    queryKey: ['shared-vehicle', id],
    queryFn: async ({ signal }) => (await api.get<Answer<SharedDetail>>(`/shared-vehicle/${id}`, { signal })).data,
    refetchInterval: againMs,
  });

export const useSharedTrips = (id: string, query: Query) =>
  useQuery({
    queryKey: ['shared-vehicle', id, 'trips', query],
    queryFn: ({ signal }) => api.get<ListAnswer<SharedTrip>>(`/shared-vehicle/trips/${id}`, { query, signal }),
    placeholderData: keepPreviousData,
  });

export const useGivenShares = (query: Query) =>
  useQuery({
    queryKey: ['vehicle-share', query],
    queryFn: ({ signal }) => api.get<ListAnswer<GivenShare>>('/vehicle-share', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Offers of one's own vehicles that nobody has accepted or declined, those whose time is over as well. */
export const useOpenOffers = (query: Query) =>
  useQuery({
    queryKey: ['vehicle-invitation', 'shares', query],
    queryFn: async ({ signal }) =>
      (
        await api.get<ListAnswer<Invitation>>('/client/vehicle-invitation', {
          query: { type: 1, status: '0,3', take: 100, ...query },
          signal,
        })
      ).data,
  });
