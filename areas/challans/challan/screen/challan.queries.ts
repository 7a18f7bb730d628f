import { useQuery } from '@tanstack/react-query';
import type { ViolationOne } from '#areas/speeding/violation-answers.contract.ts';
import type { Wallet } from '#areas/wallet/wallet-answers.contract.ts';
import type { Answer, ListAnswer } from '#kit/contract/answers.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { api } from '#kit/web/api.ts';
import { download } from '#kit/web/catalogue/data.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { Done } from '#kit/web/ui/use-action.ts';
import type { challan, challanContest, challanNote } from '../challan.contract.ts';
import type { ChallanAsked, ChallanTurn } from '../challan-answers.contract.ts';

export type Challan = RowOf<typeof challan>;
export type Contest = RowOf<typeof challanContest>;
export type Note = RowOf<typeof challanNote>;

/** What shows challans, and what depends on them, is stale after every action on one. */
export const refreshChallans = () =>
  invalidate('challan', 'challan-contest', 'challan-note', 'wallet', 'vehicle', 'drivers', 'dashboard', 'history');

/** What the rules ask for a challan now, and the deposit for the court. */
export const useAsked = (id: string) =>
  useQuery({
    queryKey: ['challan', 'asked', id],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<ChallanAsked>>(`/challan/asked/${id}`, { signal, quiet: true })).data,
    // Another challan of the driver, or another rule, changes it without a write to this one.
    staleTime: 0,
  });

/** What happened to a challan, oldest first. */
export const useTimeline = (id: string) =>
  useQuery({
    queryKey: ['challan', 'timeline', id],
    queryFn: async ({ signal }) => (await api.get<Answer<ChallanTurn[]>>(`/challan/timeline/${id}`, { signal })).data,
  });

const most = 100;
export const useContests = (challanId: string) =>
  useQuery({
    queryKey: ['challan-contest', 'list', 'of', challanId],
    queryFn: async ({ signal }) =>
      (
        await api.get<ListAnswer<Contest>>('/challan-contest', {
          query: { challanId, sort: 'createdAt', take: most },
          signal,
        })
      ).data,
  });

export const useNotes = (challanId: string) =>
  useQuery({
    queryKey: ['challan-note', 'list', 'of', challanId],
    queryFn: async ({ signal }) =>
      (
        await api.get<ListAnswer<Note>>('/challan-note', {
          query: { challanId, sort: 'createdAt', take: most },
          signal,
        })
      ).data,
  });

/** Challans of a vehicle or a driver besides one, the newest first. */
export const useOthersOf = (of: Readonly<Partial<Record<'driverId' | 'vehicleId', string>>>) =>
  useQuery({
    queryKey: ['challan', 'list', 'others', of],
    queryFn: ({ signal }) =>
      api.get<ListAnswer<Challan>>('/challan', { query: { ...of, sort: '-offenceAt', take: 8 }, signal }),
  });

/** Challans of a violation, the newest first. */
export const useChallansOf = (violationId: string) =>
  useQuery({
    queryKey: ['challan', 'list', 'of-violation', violationId],
    queryFn: async ({ signal }) =>
      (
        await api.get<ListAnswer<Challan>>('/challan', {
          query: { violationId, sort: '-createdAt', take: 10 },
          signal,
          quiet: true,
        })
      ).data,
  });

/** The violation, as its page has read it already. */
export const useViolation = (id: string) =>
  useQuery({
    queryKey: ['violation', 'one', id],
    queryFn: async ({ signal }) => (await api.get<Answer<ViolationOne>>(`/violation/${id}`, { signal })).data,
  });

/** Wallets that a challan of the organisation can be paid from. */
export const useWallets = (orgId: string) =>
  useQuery({
    queryKey: ['wallet', 'list', 'of', orgId],
    queryFn: async ({ signal }) =>
      (await api.get<ListAnswer<Wallet>>('/wallet', { query: { orgId, take: 100 }, signal })).data,
  });

export const draftFrom = (violationId: string) =>
  api.post<Answer<Challan> & Done>(`/challan/from-violation/${violationId}`, {
    once: true,
  });

export type Letter = 'notice' | 'decision' | 'receipt';
export async function downloadLetter(id: string, letter: Letter): Promise<void> {
  const file = await api.blob('GET', `/challan/letter/${id}/${letter}`).catch(() => undefined);
  if (file) download(file.blob, file.name);
}

/** Whole paise of an amount in rupees as people type it; undefined for what is no amount. */
export function paiseOf(typed: string): number | undefined {
  const found = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(typed.replaceAll(/[,₹\s]/g, ''));
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : undefined;
}
