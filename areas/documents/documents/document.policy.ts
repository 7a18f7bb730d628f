import { authorityOf } from '#areas/rights/rights.server.ts';
import { actions } from '#kit/contract/rights.ts';
import type { RowOf, ValuesOf } from '#kit/contract/rows.ts';
import type { RowChange, RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import type { vehicleKycDoc } from './document.contract.ts';
import { checkPages, checkDocument, refuseOtherPages, shortenAadhaar } from './document.rules.ts';
import { documentsChanged } from '../documents.events.ts';
import { tellReviewers } from '../documents.topics.ts';
import { datedStates, openStates } from './document-states.rules.ts';
import { updateDocumentStates, turned } from './document-states.store.ts';
import { subjectFieldOf, subjectOf, subjectPathOf, subjectPaths } from './subjects.contract.ts';
import { changedWith, subjectSql, subjectViews } from './subjects.ts';

type Row = RowOf<typeof vehicleKycDoc>;
type Values = ValuesOf<typeof vehicleKycDoc>;
const isDated = ({ reviewState }: Row) => datedStates.some((state) => state === reviewState);
const isOpen = ({ reviewState }: Row) => openStates.includes(reviewState);
const everyAction = [...actions];
const withoutEdit = everyAction.filter((action) => action !== 'edit');
const ofPolicies = everyAction.filter((action) => !['edit', 'delete', 'status'].includes(action));

/** Rules of documents, with what is needed to compare numbers that are kept encrypted. */
export const documentPolicy = (sealed: SealedTexts): RowPolicy<typeof vehicleKycDoc> => ({
  async prepare(db, writer, values) {
    await shortenAadhaar(db, values);
    if ((values.orgId ?? null) === null) values.orgId = await ownerOf(db, writer, values);
  },
  async check(db, writer, { action, before, values }) {
    if (action === 'create') await checkDocument(db, writer, values, null, sealed);
    if (before?.policyId && action !== 'purge')
      throw refuse.conflict('This document is the PDF of an insurance policy. Change the policy instead');
    if (action === 'update') {
      if (before.reviewState === 'UNDER_REVIEW')
        throw refuse.conflict('Someone is reviewing this document. Wait for the result');
      if (!isOpen(before))
        throw refuse.conflict('This document is verified and cannot be changed. Upload a new one to renew it');
      if (before.reviewState === 'REJECTED') refuseOtherPages(before, values);
      await checkDocument(db, writer, values, before, sealed);
    }
    if (action === 'restore' || (action === 'status' && values.status === 1)) await refuseSecond(db, before);
  },
  async after(db, writer, change, row) {
    if (change.action === 'create' || change.action === 'update') await checkPages(db, writer, change, row);
  },
  async afterMany(db, writer, changes, rows) {
    await handIn(db, writer, changes, rows);
    await updateDocumentStates(
      db,
      writer,
      rows.filter(isDated).map((row) => ({
        subjectId: subjectOf(row),
        typeId: row.typeId,
      })),
    );
    await documentsChanged.raise(
      db,
      writer,
      changedWith(rows.map((row) => ({ path: subjectPathOf(row), id: subjectOf(row) }))),
    );
  },
  // The PDF of a policy is kept with the policy.
  rights: (_, row) => (row.policyId ? ofPolicies : isOpen(row) ? everyAction : withoutEdit),
  rightsBy: () => 'all',
});

/**
 * The organisation of the subject, for those who may write there: whoever may not is told the same as of one that never was.
 */
async function ownerOf(db: Queryable, writer: Writer, values: Values): Promise<string> {
  const name = subjectFieldOf(values);
  if (name === undefined)
    throw refuse.badInput({ vehicleId: 'Choose a vehicle, a driver, an organisation or an app user' });
  const [view] = subjectViews[subjectPaths[name]];
  const [row] = await db.query<{ orgId: string }>(
    `select ${name === 'ownerOrgId' ? 'id' : 'org_id'} as "orgId" from ${view}
     where id = $1${name === 'appUserId' ? ` and kind = 'client'` : ''}`,
    [values[name] as string],
  );
  const reach = row && (await authorityOf(db, writer));
  if (!row || (reach?.orgIds && !reach.orgIds.includes(row.orgId)))
    throw refuse.badInput({ [name]: 'This record no longer exists' });
  return row.orgId;
}

/** @throws 409 where another paper of the kind counts by now. */
async function refuseSecond(db: Queryable, row: Row): Promise<void> {
  if (!['VERIFIED', 'EXPIRING_SOON'].includes(row.reviewState)) return;
  const found = await db.query(
    `select 1 from vehicle_kyc_doc where type_id = $1 and $2 = ${subjectSql('vehicle_kyc_doc')} and id <> $3 and status = 1
       and deleted_at is null and review_state in ('VERIFIED', 'EXPIRING_SOON')`,
    [row.typeId, subjectOf(row), row.id],
  );
  if (found.length > 0) throw refuse.conflict('Another document of this type is now current. Delete it first');
}

/** What is written anew waits for a reviewer; what it is to take the place of is noted with it. */
async function handIn(
  db: Queryable,
  writer: Writer,
  changes: readonly RowChange<typeof vehicleKycDoc>[],
  rows: readonly Row[],
): Promise<void> {
  const at = writer.now.toISOString();
  const written = rows.filter((_, index) => ['create', 'update'].includes(changes[index]?.action ?? ''));
  if (written.length === 0) return;
  await db.query(
    `update vehicle_kyc_doc d set review_state = 'PENDING', reason_code = null, reason_text = null, reviewer_id = null,
       reviewed_at = null, taken_until = null, handed_in_by = $2, handed_in_at = $3,
       number_hash = case when t.code = 'AADHAAR' then null else d.number_hash end,
       supersedes_id = (select c.id from vehicle_kyc_doc c where c.type_id = d.type_id and c.id <> d.id and c.deleted_at is null
         and ${subjectSql('c')} = ${subjectSql('d')}
         and c.review_state = any($4) order by c.valid_upto desc nulls first, c.id desc limit 1)
     from kyc_doc t where t.id = d.type_id and d.id = any($1::uuid[])`,
    [written.map(({ id }) => id), writer.actorId, at, [...datedStates]],
  );
  await tellReviewers(
    db,
    writer,
    written.map(({ orgId }) => orgId),
  );
  const turnedDown = rows.filter((row, index) => changes[index]?.action === 'update' && row.reviewState !== 'PENDING');
  await recordChanges(
    db,
    writer,
    turnedDown.map((row) =>
      turned(
        row,
        { reviewState: row.reviewState, reasonCode: row.reasonCode, reasonText: row.reasonText },
        { reviewState: 'PENDING', reasonCode: null, reasonText: null },
      ),
    ),
  );
}
