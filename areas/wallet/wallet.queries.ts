import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Answer, ListAnswer } from '#kit/contract/answers.ts';
import type { BookProof } from '#areas/ledger/proof-answers.contract.ts';
import { api } from '#kit/web/api.ts';
import { download } from '#kit/web/catalogue/data.ts';
import { invalidate } from '#kit/web/queries.ts';
import type {
  AdjustmentLimit,
  Settlement,
  SettlementOne,
  Statement,
  TransactionOne,
  Wallet,
  WalletTransaction,
} from './wallet-answers.contract.ts';

type Query = Readonly<Record<string, string | number>>;

/** What moves money changes all of these. */
export const refreshWallets = (): Promise<void[]> => invalidate('wallet', 'history', 'dashboard');
/** Payments are credited, and holds expire, without anybody's write here. */
const againMs = 15_000;

export const transactionNames = ['q', 'status', 'transactionType', 'reason', 'orgId', 'from', 'to'] as const;

export const useTransactions = (query: Query) =>
  useQuery({
    queryKey: ['wallet', 'transactions', query],
    queryFn: ({ signal }) => api.get<ListAnswer<WalletTransaction>>('/wallet-transaction', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
  });

export const useWallets = (query: Query, isNeeded = true) =>
  useQuery({
    queryKey: ['wallet', 'list', query],
    queryFn: ({ signal }) => api.get<ListAnswer<Wallet>>('/wallet', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: isNeeded,
    refetchInterval: againMs,
  });

export const walletOf = (id: string) =>
  queryOptions({
    queryKey: ['wallet', 'one', id],
    queryFn: async ({ signal }) => (await api.get<Answer<Wallet>>(`/wallet/${id}`, { signal })).data,
    refetchInterval: againMs,
  });

export const transactionOf = (id: string) =>
  queryOptions({
    queryKey: ['wallet', 'transaction', id],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<TransactionOne>>(`/wallet-transaction/${id}`, { signal })).data,
    refetchInterval: againMs,
  });

export const useStatement = (id: string, query: Query) =>
  useQuery({
    queryKey: ['wallet', 'statement', id, query],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<Statement>>(`/wallet/${id}/statement`, { query, signal })).data,
    placeholderData: keepPreviousData,
  });

export async function exportStatement(
  id: string,
  format: 'csv' | 'pdf',
  period: Readonly<Record<string, string>>,
): Promise<void> {
  const file = await api
    .blob('POST', `/wallet/${id}/statement/export`, { body: { format, ...period } })
    .catch(() => undefined);
  if (!file) return;
  download(file.blob, file.name);
  await invalidate('history');
}

export const useAdjustmentLimit = () =>
  useQuery({
    queryKey: ['wallet', 'adjustment-limit'],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<AdjustmentLimit>>('/wallet/adjustment-limit', { signal })).data,
  });

/** The books as their panel shows them. */
export interface Books {
  proofs: readonly BookProof[];
  accounts: readonly { code: string; balancePaise: number; entries: number }[];
  walletsPaise: number;
  heldPaise: number;
  wallets: number;
  sumPaise: number;
}
export const useBooks = () =>
  useQuery({
    queryKey: ['wallet', 'books'],
    queryFn: async ({ signal }) => (await api.get<Answer<Books>>('/wallet/books', { signal })).data,
    refetchInterval: (query) => (query.state.data?.proofs[0]?.state === 'RUNNING' ? 1_000 : againMs),
  });

export const useSettlements = (query: Query) =>
  useQuery({
    queryKey: ['wallet', 'settlements', query],
    queryFn: ({ signal }) => api.get<ListAnswer<Settlement>>('/wallet/settlement', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const settlementOf = (id: string) =>
  queryOptions({
    queryKey: ['wallet', 'settlement', id],
    queryFn: async ({ signal }) => (await api.get<Answer<SettlementOne>>(`/wallet/settlement/${id}`, { signal })).data,
  });
