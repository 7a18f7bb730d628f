import type { MailKit } from '#areas/mail/mail.server.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { allowMs, type Queryable } from '#kit/server/db/database.ts';
import { productWriter } from '#kit/server/history.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import { bumpAll, markAll } from '#kit/server/versions.ts';
import { refreshStates, vehiclesToTurn } from '../policy/policies.store.ts';
import { remindOfPolicies } from './policy-reminders.ts';

/** The night of policies: states that a day changes, then reminders. */
export const policiesJob = 'policies';
const stepRows = 100;
const statementMs = 20_000;

/** Midnight and five seconds in India, the next one after a moment. */
const nextMidnight = (now: Date): Date => new Date(Date.parse(`${addDays(indiaDay(now), 1)}T00:00:05+05:30`));

/** Plans the next night, and a look at once: days may have passed while nothing ran. */
export async function planPolicies(db: Queryable, jobs: Pick<Jobs, 'add'>, now: Date): Promise<void> {
  await jobs.add(db, { name: policiesJob, key: 'now' });
  await planNext(db, jobs, now);
}
async function planNext(db: Queryable, jobs: Pick<Jobs, 'add'>, now: Date): Promise<void> {
  const runAt = nextMidnight(now);
  await jobs.add(db, { name: policiesJob, runAt, key: runAt.toISOString() });
}

/** One step of the night, in the transaction of its job; as long as there was something to do it adds the next one. */
export const policiesTask =
  (kit: CatalogueKit, jobs: Pick<Jobs, 'add'>, mail: MailKit): Task =>
  async (db, _, now) => {
    const writer = productWriter(now);
    await allowMs(db, statementMs);
    const vehicles = await vehiclesToTurn(db, indiaDay(now), stepRows);
    const turned = await refreshStates(db, writer, vehicles);
    const isMore = turned > 0 || (await remindOfPolicies(db, mail, now, stepRows));
    await (isMore ? jobs.add(db, { name: policiesJob, payload: { more: true } }) : planNext(db, jobs, now));
    await markAll(kit.versions, db, writer.touched);
    return () => {
      bumpAll(kit.versions, writer.touched);
      mail.jobs.wake();
    };
  };
