import { authorityOf } from '#areas/rights/rights.server.ts';
import type { Maker, RowPolicy } from '#kit/server/catalogue/policy.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { rto } from './offices.contract.ts';

const mayNotCreate = ({ rtoIds }: Maker) =>
  rtoIds ? 'You only have access to assigned offices, so you cannot add another' : undefined;

/** Offices: whoever works on some offices only changes no other. Everybody reads them all. */
export const rtoPolicy: RowPolicy<typeof rto> = {
  mayNotCreate,
  async check(db, writer, { action, before }) {
    const actor = await authorityOf(db, writer);
    if (!actor?.rtoIds) return;
    const why = action === 'create' ? mayNotCreate(actor) : undefined;
    if (why) throw refuse.forbidden(why);
    if (before && !actor.rtoIds.includes(before.id)) throw refuse.forbidden('This office is not assigned to you');
  },
  rights: ({ rtoIds }, row) =>
    !rtoIds || rtoIds.includes(row.id)
      ? ['view', 'create', 'edit', 'delete', 'status', 'export', 'approve']
      : ['view', 'export'],
  rightsBy: ({ rtoIds }) => rtoIds?.join() ?? '',
};
