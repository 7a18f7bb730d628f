import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { TariffAnswer } from './premium/premium.contract.ts';
import type { RenewalAnswer } from './renewal/renewal.contract.ts';
import type { CoverLineAnswer, PolicyVersion } from './timeline/timeline.contract.ts';

/** What shows policies, and what hangs on them, is stale after any act of this area. */
export const refreshPolicies = () =>
  invalidate('app-user-policy', 'vehicle', 'vehicle-kyc-doc', 'dashboard', 'history');

interface HistoryAnswer {
  data: PolicyVersion[];
  vehicle: { id: string; label: string };
  on: string;
  lines: CoverLineAnswer[];
}

/** Policies of a vehicle with all their versions, and its covered days, gaps and overlaps. */
export const usePolicyHistory = (vehicleId: string) =>
  useQuery({
    queryKey: ['app-user-policy', 'history-of', vehicleId],
    queryFn: ({ signal }) => api.get<HistoryAnswer>(`/client/history-app-user-policy/${vehicleId}`, { signal }),
  });

/** A policy beside its renewal. */
export const useRenewal = (id: string | undefined) =>
  useQuery({
    queryKey: ['app-user-policy', 'renewal', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) =>
      (await api.get<Answer<RenewalAnswer>>(`/app-user-policy/${id}/renewal`, { signal })).data,
  });

/** The third-party tariff of a vehicle; null where it is in none. */
export const useTariff = (vehicleId: string, on: string | undefined, years: number) =>
  useQuery({
    queryKey: ['tp-premium', vehicleId, on, years],
    enabled: vehicleId !== '',
    queryFn: async ({ signal }) =>
      (
        await api.get<Answer<TariffAnswer | null>>(`/vehicle/${vehicleId}/tp-premium`, {
          query: { years, ...(on ? { on } : {}) },
          signal,
          quiet: true,
        })
      ).data,
  });

const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
export const inRupees = (paise: number | null | undefined): string =>
  paise === null || paise === undefined ? '–' : money.format(paise / 100).replace(/\.00$/, '');
