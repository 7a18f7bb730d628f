import { noRecord } from '#kit/contract/history.ts';
import { allowMs, type Queryable } from '#kit/server/db/database.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import { bumpAll, markAll, type Touched, type Versions } from '#kit/server/versions.ts';

/** Name of the job that works out anew what vehicles are used for: a category was corrected. */
export const plateUsesJob = 'plate-uses';
/** Time for a statement that looks through all vehicles. */
const statementMs = 20_000;
const stepRows = 500;

export const planPlateUses = (db: Queryable, jobs: Pick<Jobs, 'add'>): Promise<void> =>
  jobs.add(db, { name: plateUsesJob, key: 'all' });

/** One step, from where the last one ended: the next vehicles whose plate has another colour by now. */
export const plateUsesTask =
  (jobs: Pick<Jobs, 'add'>, versions: Versions): Task =>
  async (db, { after = noRecord }) => {
    await allowMs(db, statementMs);
    const rows = await db.query<{ id: string; orgId: string }>(
      {
        timeoutMs: statementMs,
        // The trigger on the column says what it is: 0167_plate_uses.sql.
        text: `update vehicle v set plate_use = v.plate_use from (
             select w.id from vehicle w left join vehicle_category c on c.id = w.category_id
             where w.id > $1 and w.plate_use <> plate_use(w.fuel_type, c.is_transport, w.registration_kind) order by w.id limit ${stepRows}) n
           where v.id = n.id returning v.id, v.org_id as "orgId"`,
      },
      [String(after)],
    );
    const last = rows
      .map(({ id }) => id)
      .toSorted()
      .at(-1);
    if (last !== undefined) await jobs.add(db, { name: plateUsesJob, payload: { after: last } });
    const touched: Touched = rows.map(({ orgId }) => ['vehicle', orgId]);
    await markAll(versions, db, touched);
    return () => bumpAll(versions, touched);
  };
