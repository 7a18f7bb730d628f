import type { Queryable } from '#kit/server/db/database.ts';

/** What a driver's row says of their compliance and of their latest examination. */
export interface DriverStatus {
  id: string;
  verdict: string;
  line: string | null;
  until: string | null;
  state: string;
  upto: string | null;
  outcome: string | null;
}

/** Writes what compliance worked out into the rows of drivers, for lists to show. Neither version nor history say of it. */
export async function writeDriverStatus(db: Queryable, statuses: readonly DriverStatus[]): Promise<void> {
  await db.query(
    `update driver d set verdict = n.verdict, verdict_line = n.line, verdict_until = n.until, state = n.state, medical_upto = n.upto,
       medical_outcome = n.outcome
     from jsonb_to_recordset($1::jsonb) as n (id uuid, verdict text, line text, until date, state text, upto date, outcome text)
     where d.id = n.id`,
    [JSON.stringify(statuses)],
  );
}
