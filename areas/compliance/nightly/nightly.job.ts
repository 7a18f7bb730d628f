import type { MailKit } from '#areas/mail/mail.server.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { noRecord } from '#kit/contract/history.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { allowMs, type Param, type Queryable } from '#kit/server/db/database.ts';
import { productWriter, recordChanges, type Writer } from '#kit/server/history.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import { bumpAll, markAll } from '#kit/server/versions.ts';
import { remind } from './reminders.ts';
import {
  changedWith,
  expireUnused,
  furthestLook,
  type Place,
  subjectPathSql,
  subjectSql,
  updateDocumentStates,
  soonDaysSql,
  turned,
} from '#areas/documents/documents.server.ts';
import type { SubjectPath } from '#areas/documents/documents/subjects.contract.ts';
import { updateKycStatus } from '#areas/people/people.server.ts';
import { recomputeDrivers, recomputeVehicles } from '../status/status.store.ts';

/** The job of the night: what a day that begins changes by itself. */
export const nightlyJob = 'papers';
/** Time for a statement that looks through all papers. */
export const nightlyStatementMs = 20_000;
/** Papers, vehicles, drivers or reminders that one step looks at. */
const stepRows = 200;

/** Midnight and five seconds in India, the next one after a moment. */
export const nextMidnight = (now: Date): Date => new Date(Date.parse(`${addDays(indiaDay(now), 1)}T00:00:05+05:30`));

/** Plans the next night, and a look at once: days may have passed while nothing ran. To be called at the start. */
export async function planNightly(db: Queryable, jobs: Pick<Jobs, 'add'>, now: Date): Promise<void> {
  await jobs.add(db, { name: nightlyJob, key: 'now' });
  await planNext(db, jobs, now);
}
async function planNext(db: Queryable, jobs: Pick<Jobs, 'add'>, now: Date): Promise<void> {
  const runAt = nextMidnight(now);
  await jobs.add(db, { name: nightlyJob, runAt, key: runAt.toISOString() });
}

/**
 * One step of the night, in the transaction of its job: some papers whose day has come, then vehicles and drivers whose answer
 * turned, then reminders. As long as there was something to do it adds the next step; a process that is killed loses one.
 */
export const nightlyTask =
  (kit: CatalogueKit, jobs: Pick<Jobs, 'add'>, mail: MailKit): Task =>
  async (db, _, now) => {
    const writer = productWriter(now);
    await allowMs(db, nightlyStatementMs);
    const isMore =
      (await updateExpiredDocuments(db, writer)) ||
      (await refreshDue(db, writer)) ||
      (await remind(db, mail, now, stepRows, nightlyStatementMs));
    await (isMore ? jobs.add(db, { name: nightlyJob, payload: { more: true } }) : planNext(db, jobs, now));
    await markAll(kit.versions, db, writer.touched);
    return () => {
      bumpAll(kit.versions, writer.touched);
      mail.jobs.wake();
    };
  };

/** Papers whose state is another by the day, and the vehicles and drivers that they are of. */
async function updateExpiredDocuments(db: Queryable, writer: Writer): Promise<boolean> {
  const day = indiaDay(writer.now);
  const rows = await db.query<
    Place & { id: string; path: SubjectPath; isOut: boolean; orgId: string; title: string; state: string }
  >(
    {
      timeoutMs: nightlyStatementMs,
      text: `select d.id, ${subjectSql('d')} as "subjectId", d.type_id as "typeId", ${subjectPathSql('d')} as path,
       d.status = 0 or d.deleted_at is not null as "isOut", d.org_id as "orgId", t.name as title, d.review_state as state
     from documents_document d join documents_type t on t.id = d.type_id
     where d.id in (
       select c.id from documents_document c join documents_type t on t.id = c.type_id
       where c.review_state in ('VERIFIED', 'EXPIRING_SOON') and c.valid_upto <= $1::date + $2::int
         and (c.valid_upto < $1 or (c.review_state = 'VERIFIED' and c.status = 1 and c.deleted_at is null and c.valid_upto <= $1::date + ${soonDaysSql}))
       union all
       select c.id from documents_document c where c.review_state = 'UPCOMING' and c.status = 1 and c.deleted_at is null and c.valid_from <= $1)
     order by d.id limit ${stepRows}`,
    },
    [day, await furthestLook(db)],
  );
  if (rows.length === 0) return false;
  await updateDocumentStates(
    db,
    writer,
    rows.filter(({ isOut }) => !isOut),
  );
  // What is switched off or deleted counts for nothing, and ends all the same.
  const out = rows.filter(({ isOut }) => isOut);
  if (out.length > 0) {
    await expireUnused(
      db,
      out.map(({ id }) => id),
    );
    await recordChanges(
      db,
      writer,
      out.map((row) => turned(row, { reviewState: row.state }, { reviewState: 'EXPIRED' })),
    );
  }
  const changed = changedWith(rows.map(({ path, subjectId }) => ({ path, id: subjectId })));
  await recomputeVehicles(db, writer, changed.vehicles);
  await recomputeDrivers(db, writer, changed.drivers);
  await updateKycStatus(db, writer, changed);
  return true;
}

/** Name of the job that asks every vehicle and driver anew: a kind of paper is another. */
export const recheckJob = 'papers-recheck';

/** Whom a changed document type may concern, in the order of the steps, and where they are read. */
const rechecked = {
  vehicle: 'vehicles_vehicle where deleted_at is null',
  driver: 'people_driver where deleted_at is null',
  organisation: 'people_organisation where deleted_at is null',
  'app-user': `identity_person where deleted_at is null and kind = 'client'`,
} as const;
type Rechecked = keyof typeof rechecked;
const recheckOrder = Object.keys(rechecked) as Rechecked[];

async function recheck(db: Queryable, writer: Writer, of: Rechecked, ids: readonly string[]): Promise<void> {
  if (of === 'vehicle') await recomputeVehicles(db, writer, ids);
  else if (of === 'driver') await recomputeDrivers(db, writer, ids);
  else await updateKycStatus(db, writer, of === 'organisation' ? { organisations: ids } : { appUsers: ids });
}

/** One step of it, from where the last one ended: some vehicles, then some drivers, then owners. */
export const recheckTask =
  (kit: CatalogueKit, jobs: Pick<Jobs, 'add'>): Task =>
  async (db, { of = 'vehicle', after = noRecord }, now) => {
    const writer = productWriter(now);
    const whom = recheckOrder.find((one) => one === of) ?? 'vehicle';
    const rows = await db.query<{ id: string }>(
      `select id from ${rechecked[whom]} and id > $1 order by id limit ${stepRows}`,
      [String(after)],
    );
    await recheck(
      db,
      writer,
      whom,
      rows.map(({ id }) => id),
    );
    const last = rows.at(-1);
    const next = recheckOrder[recheckOrder.indexOf(whom) + 1];
    if (last) await jobs.add(db, { name: recheckJob, payload: { of: whom, after: last.id } });
    else if (next) await jobs.add(db, { name: recheckJob, payload: { of: next } });
    await markAll(kit.versions, db, writer.touched);
    return () => bumpAll(kit.versions, writer.touched);
  };

/** Vehicles and drivers whose answer may be another since the day that was noted with them. */
async function refreshDue(db: Queryable, writer: Writer): Promise<boolean> {
  const params: Param[] = [indiaDay(writer.now)];
  const isDue = `verdict_until <= $1 and deleted_at is null order by id limit ${stepRows}`;
  const due = (sql: string) => db.query<{ id: string }>(sql, params);
  const drivers = (await due(`select id from people_driver where ${isDue}`)).map(({ id }) => id);
  await recomputeDrivers(db, writer, drivers);
  const vehicles = (await due(`select id from vehicles_vehicle where ${isDue}`)).map(({ id }) => id);
  await recomputeVehicles(db, writer, vehicles);
  return drivers.length + vehicles.length > 0;
}
