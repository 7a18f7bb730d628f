import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import { can } from '#kit/contract/rights.ts';
import { workRows } from '#kit/contract/work.ts';
import { overall, type Param } from '#kit/server/db/database.ts';
import type { WorkSource } from '#kit/server/areas/work.ts';
import { ofEitherSide } from './transfers.store.ts';

/** Transfers of ownership that nobody has decided yet. */
export const openTransfers: WorkSource = {
  key: 'transfers-open',
  module: 'ownership-transfer',
  order: 70,
  isFor: ({ grants }) =>
    can(grants, 'ownership-transfer', 'view') &&
    (can(grants, 'ownership-transfer', 'approve') || can(grants, 'ownership-transfer', 'edit')),
  async read({ db, scope }) {
    const params: Param[] = [];
    const open = `x.state = 'OPEN' and ${ofEitherSide(scope, params)}`;
    const [found] = await db.query<{ count: number }>(
      `select count(*) from ownership_transfer x where ${open}`,
      params,
    );
    const page = await db.query<{ id: string }>(
      `select x.id from ownership_transfer x where ${open} order by x.created_at, x.id limit ${workRows}`,
      params,
    );
    // Each side may know the vehicle, whosever it is.
    const rows = await overall(db, scope, () =>
      db.query<{ plate: string; plateUse: PlateUse; at: string }>(
        `select v.registration_no as plate, v.plate_use as "plateUse", x.created_at as at from ownership_transfer x join vehicle v on v.id = x.vehicle_id
         where x.id = any($1::uuid[]) order by x.created_at, x.id`,
        [page.map(({ id }) => id)],
      ),
    );
    const to = '/ownership-transfer?state=OPEN';
    return {
      count: found?.count ?? 0,
      to,
      parts: [],
      rows: rows.map(({ plate, plateUse, at }) => ({ label: plate, isPlate: true, plateUse, note: null, at, to })),
    };
  },
};
