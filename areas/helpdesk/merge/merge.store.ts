import type { Queryable } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';

/** @throws 409 for a ticket that others were merged into: what was asked in them is shown there alone */
export async function mustHoldNoOther(db: Queryable, id: string): Promise<void> {
  const [one] = await db.query<{ ticketNo: string }>(
    'select ticket_no as "ticketNo" from help_desk where merged_into_id = $1 and deleted_at is null order by ticket_no limit 1',
    [id],
  );
  if (one) throw refuse.conflict(`${one.ticketNo} was merged into this ticket, so it cannot be deleted`);
}
