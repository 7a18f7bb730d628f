import type { Queryable } from '#kit/server/db/database.ts';

/** How far a folder was read. */
export interface ReadSoFar {
  /** As text: it is a number of 32 bits without a sign. Null: it was never read. */
  uidValidity: string | null;
  lastUid: number;
  polledAt: string | null;
}

/** Longer than one look may take. */
const leaseMs = 5 * 60_000;

/** Takes a folder for one look; undefined while another process has it. */
export async function leaseBox(db: Queryable, name: string, now: Date): Promise<ReadSoFar | undefined> {
  const [row] = await db.query<ReadSoFar>(
    `insert into help_mail_box as b (name, leased_until) values ($1, $3)
     on conflict (name) do update set leased_until = $3 where b.leased_until is null or b.leased_until <= $2
     returning uid_validity::text as "uidValidity", last_uid::int as "lastUid", polled_at as "polledAt"`,
    [name, now.toISOString(), new Date(now.getTime() + leaseMs).toISOString()],
  );
  return row;
}

/** Notes how far it was read. Numbers of another validity begin anew. */
export const noteRead = (db: Queryable, name: string, uidValidity: string, lastUid: number) =>
  db.query(
    `update help_mail_box set last_uid = case when uid_validity = $2::bigint then greatest(last_uid, $3) else $3 end,
       uid_validity = $2::bigint where name = $1`,
    [name, uidValidity, lastUid],
  );

/** Gives the folder back, with why it could not be read. */
export const releaseBox = (db: Queryable, name: string, problem: string | null, now: Date) =>
  db.query(
    `update help_mail_box set leased_until = null, problem = $2::text, polled_at = case when $2::text is null then $3 else polled_at end where name = $1`,
    [name, problem, now.toISOString()],
  );

/** The folder as it was last read. */
export async function boxNamed(
  db: Queryable,
  name: string,
): Promise<{ polledAt: string | null; problem: string | null } | undefined> {
  const [row] = await db.query<{ polledAt: string | null; problem: string | null }>(
    'select polled_at as "polledAt", problem from help_mail_box where name = $1',
    [name],
  );
  return row;
}
