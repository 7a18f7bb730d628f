import type { Queryable } from '#kit/server/db/database.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import { businessHours } from './business-hours.contract.ts';

/** Two who choose the usual hours at once do so one after the other. */
const takeTurn = (db: Queryable) => db.query(`select pg_advisory_xact_lock(hashtext('usual business hours'))`);

/** Whether there are no usual hours. */
export async function noUsualElsewhere(db: Queryable): Promise<boolean> {
  await takeTurn(db);
  return (await db.query('select 1 from business_hours where is_usual and deleted_at is null')).length === 0;
}

/** Makes room for other usual hours: call it before those are written. */
export async function takeUsual(db: Queryable, writer: Writer, id: string | null): Promise<void> {
  await takeTurn(db);
  const rows = await db.query<{ id: string; title: string }>(
    `update business_hours set is_usual = false, version = version + 1, updated_at = $1, updated_by = $2
     where is_usual and deleted_at is null and ($3::uuid is null or id <> $3) returning id, name as title`,
    [writer.now.toISOString(), writer.actorId, id],
  );
  if (rows.length === 0) return;
  writer.touched.push([businessHours.table, null]);
  await recordChanges(
    db,
    writer,
    rows.map((row) => ({
      action: 'update',
      module: businessHours.path,
      recordId: row.id,
      recordTitle: row.title,
      orgId: null,
      before: { isUsual: true },
      after: { isUsual: false },
      fields: ['isUsual'],
    })),
  );
}

/** Hours that come back from Trash are the usual ones only where there are no others. */
export async function usualAway(db: Queryable, id: string): Promise<void> {
  if (!(await noUsualElsewhere(db))) await db.query('update business_hours set is_usual = false where id = $1', [id]);
}

/** Keeps what the list says of a week. */
export const showWeek = (db: Queryable, id: string, text: string) =>
  db.query('update business_hours set open_hours = $2 where id = $1', [id, text]);
