import type { Queryable } from '#kit/server/db/database.ts';

/** What a vehicle's row says of its compliance, with the columns of the last days of its documents by name. */
export interface VehicleStatus {
  id: string;
  verdict: string;
  line: string | null;
  until: string | null;
  state: string;
  [lastDay: string]: string | null;
}

const lastDays = ['registration_upto', 'insurance_upto', 'puc_upto', 'fitness_upto', 'permit_upto', 'tax_upto'];

/** Vehicles that were active by mistake only are as if they had never been: they are drafts again, and not held. */
export async function forgetActive(db: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.query('update vehicle set was_active = false where id = any($1::uuid[])', [[...ids]]);
}

/** Writes what compliance worked out into the rows of vehicles, for lists to show. Neither version nor history say of it. */
export async function writeVehicleStatus(db: Queryable, statuses: readonly VehicleStatus[]): Promise<void> {
  await db.query(
    `update vehicle v set verdict = n.verdict, verdict_line = n.line, verdict_until = n.until, state = n.state,
       was_active = v.was_active or n.state = 'ACTIVE', ${lastDays.map((column) => `${column} = n.${column}`).join(', ')}
     from jsonb_to_recordset($1::jsonb) as n (id uuid, verdict text, line text, until date, state text, ${lastDays.map((column) => `${column} date`).join(', ')})
     where v.id = n.id`,
    [JSON.stringify(statuses)],
  );
}

/** Government challans of a vehicle that are to be paid: how many, and the first last day; null where there is none. */
export interface UnpaidChallans {
  id: string;
  count: number;
  by: string | null;
}

/** Writes what vehicles carry of unpaid challans. @returns the vehicles of which it was another */
export async function writeUnpaidChallans(db: Queryable, unpaid: readonly UnpaidChallans[]): Promise<string[]> {
  const changed = await db.query<{ id: string }>(
    `update vehicle v set unpaid_challans = n.count, unpaid_challans_by = n.by
     from jsonb_to_recordset($1::jsonb) as n (id uuid, count smallint, by date)
     where v.id = n.id and (v.unpaid_challans, v.unpaid_challans_by) is distinct from (n.count, n.by) returning v.id`,
    [JSON.stringify(unpaid)],
  );
  return changed.map(({ id }) => id);
}
