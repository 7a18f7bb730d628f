import { can } from '#kit/contract/rights.ts';
import { workRows } from '#kit/contract/work.ts';
import type { WorkSource } from '#kit/server/areas/work.ts';
import type { Param } from '#kit/server/db/database.ts';
import { moneyText } from '#kit/contract/formats/money.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { isLowSql, readWallets, walletsSql } from '../money/wallets.store.ts';

/** Adjustments above the limit of one person, for those who approve them. */
export const adjustmentsToApprove: WorkSource = {
  key: 'adjustments-to-approve',
  module: 'wallet',
  order: 24,
  isFor: ({ grants }) => can(grants, 'wallet', 'approve'),
  async read({ db, scope }) {
    const params: Param[] = [];
    const where = `x.needs_approval and x.status = 0${tenantFilter('work-approvals', scope, 'x.org_id', params)}`;
    const [found] = await db.query<{ count: number }>(
      `select count(*) as count from wallet_transaction x where ${where}`,
      params,
    );
    const rows = await db.query<{ id: string; org: string; note: string | null; at: string }>(
      `select x.id, o.name as org, x.note, x.created_at as at from wallet_transaction x join people_organisation o on o.id = x.org_id
       where ${where} order by x.created_at, x.id limit ${workRows}`,
      params,
    );
    return {
      count: found?.count ?? 0,
      to: '/wallet?tab=approvals',
      parts: [],
      rows: rows.map(({ id, org, note, at }) => ({
        label: org,
        isPlate: false,
        note,
        at,
        to: `/wallet/transaction/${id}`,
      })),
    };
  },
};

/** Wallets that run low, for those who may top them up. */
export const walletsLow: WorkSource = {
  key: 'wallets-low',
  module: 'wallet',
  order: 23,
  isFor: ({ grants }) => can(grants, 'wallet', 'create'),
  async read({ db, scope }) {
    const params: Param[] = [];
    const where = `${isLowSql}${tenantFilter('work-low-wallets', scope, 'w.org_id', params)}`;
    const [found] = await db.query<{ count: number }>(
      `select count(*) as count from ${walletsSql} where ${where}`,
      params,
    );
    const rows = await readWallets(
      db,
      `${where} order by a.balance_paise - a.held_paise, w.id limit ${workRows}`,
      params,
    );
    return {
      count: found?.count ?? 0,
      to: '/wallet?tab=wallets&low=true',
      parts: [],
      rows: rows.map(({ id, org, appUser, availablePaise }) => ({
        label: appUser ?? org,
        isPlate: false,
        note: moneyText(availablePaise),
        at: null,
        to: `/wallet/${id}`,
      })),
    };
  },
};
