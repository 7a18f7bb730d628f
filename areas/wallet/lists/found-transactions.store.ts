import type { FindSource } from '#kit/server/areas/finds.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';

/** The transaction whose whole reference is searched for. */
export const foundTransactions: FindSource = {
  module: 'wallet',
  one: 'Transaction',
  fits: 'exact',
  async find({ db, scope, q }) {
    const params: Param[] = [q.replaceAll(/\s/g, '').toUpperCase()];
    const rows = await db.query<{ id: string; ref: string }>(
      `select x.id, x.ref from wallet_transaction x where x.ref = $1${tenantFilter('found-transactions', scope, 'x.org_id', params)}`,
      params,
    );
    return rows.map(({ id, ref }) => ({ id, title: ref, to: `/wallet/transaction/${id}` }));
  },
};
