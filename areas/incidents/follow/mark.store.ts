import type { Queryable } from '#kit/server/db/database.ts';

/** Up to when what devices sent was read for alarms, milliseconds; null: never. */
export async function readMark(db: Queryable): Promise<number | null> {
  const [row] = await db.query<{ at: number }>(
    'select (extract(epoch from received_at) * 1000)::float8 as at from incident_mark',
  );
  return row?.at ?? null;
}

export const putMark = (db: Queryable, at: number): Promise<unknown> =>
  db.query(
    `insert into incident_mark as m (received_at) values ($1)
     on conflict (only_one) do update set received_at = greatest(m.received_at, excluded.received_at)`,
    [new Date(at).toISOString()],
  );
