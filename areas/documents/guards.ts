import { standingOf } from '#areas/access/access.server.ts';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { actions } from '#kit/contract/rights.ts';
import type { RowChange, RowGuard, RowGuards } from '#kit/server/catalogue/guard.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import { checkPages, checkPaper, refuseOtherPages, shortenAadhaar } from './paper-rules.ts';
import { recheckJob } from './night.ts';
import { datedStates, openStates } from './paper-states.ts';
import { settlePapers, turned } from './settle.ts';
import { refreshDrivers, refreshVehicles } from './standing.ts';

const ids = (rows: readonly Record<string, unknown>[], name: string) =>
  rows.flatMap((row) => (typeof row[name] === 'string' ? [row[name]] : []));
const stateOf = (row: AnyRow) => row['reviewState'] as string;
const isDated = (row: AnyRow) => (datedStates as readonly string[]).includes(stateOf(row));
const everyAction = [...actions];
const withoutEdit = everyAction.filter((action) => action !== 'edit');

/**
 * Rules of papers and of their kinds, with what is needed to compare numbers that are kept encrypted, and to do later what a
 * changed kind means for every vehicle and driver.
 */
export const withPapers = (guards: RowGuards, sealed: SealedTexts, later: Jobs['add']): RowGuards => ({
  ...guards,
  'kyc-doc': { afterMany: (db) => later(db, { name: recheckJob, key: 'all' }) },
  // Which licence and which papers a vehicle needs hangs on its category.
  'vehicle-category': { afterMany: (db) => later(db, { name: recheckJob, key: 'all' }) },
  'vehicle-kyc-doc': paperGuard(sealed),
});

const paperGuard = (sealed: SealedTexts): RowGuard => ({
  async prepare(db, writer, values) {
    await shortenAadhaar(db, values);
    if ((values['orgId'] ?? null) === null) values['orgId'] = await ownerOf(db, writer, values);
  },
  async check(db, writer, { action, before, values }) {
    if (action === 'create') await checkPaper(db, writer, values ?? {}, null, sealed);
    if (action === 'update' && before && values) {
      if (stateOf(before) === 'UNDER_REVIEW')
        throw refuse.conflict('Somebody is looking at this paper just now. Wait for what they say');
      if (!openStates.includes(stateOf(before)))
        throw refuse.conflict('This paper was verified as it is. Upload a new one to renew it');
      if (stateOf(before) === 'REJECTED') refuseOtherPages(before, values);
      await checkPaper(db, writer, values, before, sealed);
    }
    const comesBack = action === 'restore' || (action === 'status' && values?.['status'] === 1);
    if (comesBack && before) await refuseSecond(db, before);
  },
  async after(db, writer, change, row) {
    if (change.action === 'create' || change.action === 'update') await checkPages(db, writer, change, row);
  },
  async afterMany(db, writer, changes, rows) {
    await handIn(db, writer, changes, rows);
    await settlePapers(
      db,
      writer,
      rows.filter(isDated).map((row) => ({
        subjectId: (row['vehicleId'] ?? row['driverId']) as string,
        typeId: row['typeId'] as string,
      })),
    );
    await refreshVehicles(db, writer, ids(rows, 'vehicleId'));
    await refreshDrivers(db, writer, ids(rows, 'driverId'));
  },
  rights: (_, row) => (openStates.includes(stateOf(row)) ? everyAction : withoutEdit),
  rightsBy: () => 'all',
});

/**
 * The organisation of the subject, for those who may write there: whoever may not is told the same as of one that never was.
 */
async function ownerOf(db: Queryable, writer: Writer, values: Record<string, unknown>): Promise<string> {
  const [name, table] = typeof values['vehicleId'] === 'string' ? ['vehicleId', 'vehicle'] : ['driverId', 'driver'];
  const id = values[name as string];
  if (typeof id !== 'string') throw refuse.badInput({ vehicleId: 'Choose a vehicle or a driver' });
  const [row] = await db.query<{ orgId: string }>(`select org_id as "orgId" from ${table} where id = $1`, [id]);
  const reach = row && (await standingOf(db, writer));
  if (!row || (reach?.orgIds && !reach.orgIds.includes(row.orgId)))
    throw refuse.badInput({ [name as string]: 'This record no longer exists' });
  return row.orgId;
}

/** @throws 409 where another paper of the kind counts by now. */
async function refuseSecond(db: Queryable, row: AnyRow): Promise<void> {
  if (!['VERIFIED', 'EXPIRING_SOON'].includes(stateOf(row))) return;
  const found = await db.query(
    `select 1 from vehicle_kyc_doc where type_id = $1 and $2 in (vehicle_id, driver_id) and id <> $3 and status = 1
       and deleted_at is null and review_state in ('VERIFIED', 'EXPIRING_SOON')`,
    [row['typeId'] as string, (row['vehicleId'] ?? row['driverId']) as string, row.id],
  );
  if (found.length > 0)
    throw refuse.conflict('Another paper of this kind counts by now, and two cannot. Remove that one first');
}

/** What is written anew waits for a reviewer; what it is to take the place of is noted with it. */
async function handIn(
  db: Queryable,
  writer: Writer,
  changes: readonly RowChange[],
  rows: readonly AnyRow[],
): Promise<void> {
  const at = writer.now.toISOString();
  const written = rows.filter((_, index) => ['create', 'update'].includes(changes[index]?.action ?? ''));
  if (written.length === 0) return;
  await db.query(
    `update vehicle_kyc_doc d set review_state = 'PENDING', reason_code = null, reason_text = null, reviewer_id = null,
       reviewed_at = null, taken_until = null, handed_in_by = $2, handed_in_at = $3,
       number_hash = case when t.code = 'AADHAAR' then null else d.number_hash end,
       supersedes_id = (select c.id from vehicle_kyc_doc c where c.type_id = d.type_id and c.id <> d.id and c.deleted_at is null
         and c.vehicle_id is not distinct from d.vehicle_id and c.driver_id is not distinct from d.driver_id
         and c.review_state = any($4) order by c.valid_upto desc nulls first, c.id desc limit 1)
     from kyc_doc t where t.id = d.type_id and d.id = any($1::uuid[])`,
    [written.map(({ id }) => id), writer.actorId, at, [...datedStates]],
  );
  const turnedDown = rows.filter((row, index) => changes[index]?.action === 'update' && stateOf(row) !== 'PENDING');
  await recordChanges(
    db,
    writer,
    turnedDown.map((row) =>
      turned(
        { id: row.id, orgId: row['orgId'] as string, title: row.title },
        { reviewState: stateOf(row), reasonCode: row['reasonCode'], reasonText: row['reasonText'] },
        { reviewState: 'PENDING', reasonCode: null, reasonText: null },
      ),
    ),
  );
}
