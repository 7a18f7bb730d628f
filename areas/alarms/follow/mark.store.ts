import type { Queryable } from '#kit/server/db/database.ts';

const msOf = '(extract(epoch from received_at) * 1000)::float8 as at';

/** Up to when the alarms of devices were made records of, milliseconds; null: never. */
export async function readMark(db: Queryable): Promise<number | null> {
  const [row] = await db.query<{ at: number }>(`select ${msOf} from alarm_mark`);
  return row?.at ?? null;
}

/** The same, for nobody else to move it until the transaction ends. */
export async function lockMark(db: Queryable): Promise<number> {
  const [row] = await db.query<{ at: number }>(`select ${msOf} from alarm_mark for update`);
  return row?.at ?? 0;
}

export const putMark = (db: Queryable, at: number): Promise<unknown> =>
  db.query(
    `insert into alarm_mark as m (received_at) values ($1)
     on conflict (only_one) do update set received_at = greatest(m.received_at, excluded.received_at)`,
    [new Date(at).toISOString()],
  );
