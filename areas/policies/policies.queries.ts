import { useQuery } from '@tanstack/react-query';
import type { Wallet } from '#areas/wallet/wallet-answers.contract.ts';
import type { Answer, ListAnswer } from '#kit/contract/answers.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import { api } from '#kit/web/api.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { CancellationAnswer } from './payment/payment.contract.ts';
import type { TariffAnswer } from './premium/premium-answers.contract.ts';
import type { RenewalAnswer } from './renewal/renewal.contract.ts';
import type { CoverLineAnswer, PolicyVersion } from './timeline/timeline.contract.ts';

/** What shows policies, and what hangs on them, is stale after any act of this area. */
export const refreshPolicies = () =>
  invalidate('app-user-policy', 'wallet', 'vehicle', 'vehicle-kyc-doc', 'dashboard', 'history');

interface HistoryAnswer {
  data: PolicyVersion[];
  vehicle: { id: string; label: string };
  on: string;
  lines: CoverLineAnswer[];
  /** The policy whose renewal is offered. */
  renew: string | null;
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
      (await api.get<Answer<RenewalAnswer>>(`/app-user-policy/${id}/renewal`, { signal, quiet: true })).data,
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

/** What a cancellation from a day on would refund. */
export const useCancellation = (id: string, on: string) =>
  useQuery({
    queryKey: ['app-user-policy', 'cancellation', id, on],
    enabled: isDay(on),
    queryFn: async ({ signal }) =>
      (
        await api.get<Answer<CancellationAnswer>>(`/app-user-policy/${id}/cancellation`, {
          query: { on },
          signal,
          quiet: true,
        })
      ).data,
  });

/** Wallets that a premium of the organisation can be paid from. */
export const useWalletsOf = (orgId: string) =>
  useQuery({
    queryKey: ['wallet', 'list', 'of', orgId],
    queryFn: async ({ signal }) =>
      (await api.get<ListAnswer<Wallet>>('/wallet', { query: { orgId, take: 100 }, signal })).data,
  });

const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
export const inRupees = (paise: number | null | undefined): string =>
  paise === null || paise === undefined ? '–' : money.format(paise / 100).replace(/\.00$/, '');

/** Whole paise of an amount in rupees as people type it; null for nothing, undefined for what is no amount. */
export function paiseOf(typed: string): number | null | undefined {
  const text = typed.replaceAll(/[,₹\s]/g, '');
  if (text === '') return null;
  const found = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text);
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : undefined;
}
