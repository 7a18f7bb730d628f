import type { AnyRow } from '#kit/contract/catalogue.ts';
import { dayInWords, indiaDay } from '#kit/contract/days.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import type { CatalogueReads } from '#kit/server/catalogue/store.ts';
import { mustRead } from '#kit/server/catalogue/store.ts';
import { lockRows } from '#kit/server/catalogue/write/lock-rows.ts';
import { authorsSql } from '#kit/server/history-read.ts';
import { checkVersion, versionTag } from '#kit/server/catalogue/write/write-checks.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { recordChange, recordChanges, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { pagesOf, type vehicleKycDoc } from '../documents/document.contract.ts';
import { subjectOf, subjectPathOf } from '../documents/subjects.contract.ts';
import { changedWith, subjectCatalogues, subjectSql } from '../documents/subjects.ts';
import { type Decision, type RejectReason, takenMinutes } from './review.contract.ts';
import { lastDayOfAny, tooLong } from '../documents/document.rules.ts';
import { datedStates } from '../documents/document-states.rules.ts';
import { updateDocumentStates, turned } from '../documents/document-states.store.ts';
import { documentsChanged } from '../documents.events.ts';
import { keepForUndo } from './undo.ts';
import { refuseUnseen } from './page-views.store.ts';

type Row = RowOf<typeof vehicleKycDoc>;

/** A paper under the hands of a reviewer, locked until the transaction ends. */
export interface Taken {
  row: Row;
  handedInBy: string | null;
  /** Everybody who handed it in or wrote at it; of verdicts nobody. */
  writers: readonly string[];
  reviewerId: string | null;
  reviewerName: string | null;
  takenUntil: string | null;
}

export async function lockDocument(
  db: Queryable,
  reads: CatalogueReads<typeof vehicleKycDoc>,
  scope: Scope,
  id: string,
  version: number,
): Promise<Taken> {
  const params: Param[] = [id, reads.definition.path, Object.keys(reads.definition.fields)];
  const tenantSql = tenantFilter('paper-review-lock', scope, 'd.org_id', params);
  const [found] = await db.query<Omit<Taken, 'row'>>(
    `select coalesce(d.handed_in_by, d.created_by) as "handedInBy", array(select d.handed_in_by union select d.created_by union ${authorsSql('$2', 'd.id', '$3', 'reviewState')}) as writers,
       d.reviewer_id as "reviewerId", d.taken_until as "takenUntil",
       (select a.name from identity_person a where a.id = d.reviewer_id) as "reviewerName"
     from vehicle_kyc_doc d where d.id = $1 and d.deleted_at is null${tenantSql} for no key update of d`,
    params,
  );
  if (!found) throw refuse.notFound(`${reads.definition.one} not found`);
  const { row } = await mustRead(reads, scope, id, db);
  checkVersion(versionTag(version), row);
  return { row, ...found };
}

const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Kolkata' });

/** @throws 409 where it waits for nobody, or somebody else has it just now. */
function refuseTaken({ row, reviewerId, reviewerName, takenUntil }: Taken, me: string, now: Date): void {
  const state = row.reviewState;
  if (state !== 'PENDING' && state !== 'UNDER_REVIEW')
    throw refuse.conflict('This document is no longer awaiting review');
  if (row.status !== 1) throw refuse.conflict('This document is inactive');
  if (state === 'UNDER_REVIEW' && reviewerId !== me && takenUntil !== null && takenUntil > now.toISOString())
    throw refuse.conflict(
      `${reviewerName ?? 'Someone else'} is reviewing this document until ${hour.format(new Date(takenUntil))}`,
    );
}

/**
 * Why somebody may not decide a paper: two people look at each, the one who handed it in and the one who compares. Who holds
 * every right may do both, or an installation with a single administrator could verify nothing.
 */
export const mayNotDecide = (session: Session, writers: readonly (string | null)[]): string | null => {
  const me = session.actor?.id ?? session.user.id;
  return writers.includes(me) && session.user.roleLevel > 0
    ? 'You uploaded this document, so someone else must review it'
    : null;
};

/** Takes a paper for some minutes, or prolongs that. */
export async function startReview(db: Queryable, writer: Writer, taken: Taken, me: string): Promise<void> {
  refuseTaken(taken, me, writer.now);
  const until = new Date(writer.now.getTime() + takenMinutes * 60_000).toISOString();
  await db.query(
    `update vehicle_kyc_doc set review_state = 'UNDER_REVIEW', reviewer_id = $2, taken_until = $3 where id = $1`,
    [taken.row.id, me, until],
  );
  await recordEntry(db, writer, taken.row, { reviewState: 'UNDER_REVIEW' });
}

/** Gives a paper back undecided. */
export async function releaseReview(db: Queryable, writer: Writer, taken: Taken, me: string): Promise<void> {
  if (taken.row.reviewState !== 'UNDER_REVIEW' || taken.reviewerId !== me)
    throw refuse.conflict('This document is not assigned to you');
  await db.query(
    `update vehicle_kyc_doc set review_state = 'PENDING', reviewer_id = null, taken_until = null where id = $1`,
    [taken.row.id],
  );
  await recordEntry(db, writer, taken.row, { reviewState: 'PENDING' });
}

/** Puts back what reviewers took and left. */
export async function releaseLeft(db: Queryable, now: Date): Promise<void> {
  await db.query(
    `update vehicle_kyc_doc set review_state = 'PENDING', reviewer_id = null, taken_until = null
     where review_state = 'UNDER_REVIEW' and taken_until <= $1`,
    [now.toISOString()],
  );
}

export interface Compliance {
  decision: Decision;
  reasonCode?: RejectReason | undefined;
  reasonText?: string | undefined;
  /** Days as the reviewer reads them on the paper; left out, they are as they were handed in. */
  issuedOn?: string | null | undefined;
  validFrom?: string | null | undefined;
  validUpto?: string | null | undefined;
}

/** Writes what a reviewer decided, and what follows from it for the other papers and for the vehicle or the driver. */
export async function decideDocument(
  db: Queryable,
  writer: Writer,
  taken: Taken,
  me: string,
  said: Compliance,
): Promise<void> {
  refuseTaken(taken, me, writer.now);
  const { row } = taken;
  const subjectId = subjectOf(row);
  // Decisions on papers of one subject take turns: each looks at what the others left.
  await lockRows(db, subjectCatalogues[subjectPathOf(row)], { strength: 'no key update' }, '', [[subjectId]]);
  const days = daysOf(row, said);
  if (said.decision === 'VERIFY') {
    await refuseUnfit(db, row, days, indiaDay(writer.now));
    await refuseUnseen(db, row, me);
  } else if (!said.reasonCode) throw refuse.badInput({ reasonCode: 'Say why' });
  else if (said.reasonCode === 'OTHER' && !said.reasonText?.trim())
    throw refuse.badInput({ reasonText: 'Enter a reason' });
  await keepForUndo(db, writer, row);
  // Verified, it is upcoming until the days say what it is.
  const state = ({ VERIFY: 'UPCOMING', REJECT: 'REJECTED', ASK_AGAIN: 'RESUBMISSION_ASKED' } as const)[said.decision];
  const isVerified = said.decision === 'VERIFY';
  const reasonCode = isVerified ? null : (said.reasonCode ?? null);
  const reasonText = isVerified ? null : said.reasonText?.trim() || null;
  await db.query(
    `update vehicle_kyc_doc set review_state = $2, reason_code = $3, reason_text = $4, reviewer_id = $5, reviewed_at = $6,
       taken_until = null, issued_on = $7, valid_from = $8, valid_upto = $9, version = version + 1 where id = $1`,
    [
      row.id,
      state,
      reasonCode,
      reasonText,
      me,
      writer.now.toISOString(),
      days.issuedOn,
      days.validFrom,
      days.validUpto,
    ],
  );
  await recordEntry(
    db,
    writer,
    row,
    isVerified ? { reviewState: 'VERIFIED', ...days } : { reviewState: state, reasonCode, reasonText },
  );
  if (isVerified && row.policyId) await replaceOfPolicy(db, writer, row, days);
  if (isVerified) await updateDocumentStates(db, writer, [{ subjectId, typeId: row.typeId }]);
  await documentsChanged.raise(db, writer, changedWith([{ path: subjectPathOf(row), id: subjectId }]));
}

/** What a policy said before, and was verified, makes room for what it says now from the day on which that begins. */
async function replaceOfPolicy(db: Queryable, writer: Writer, row: Row, { validFrom }: Days): Promise<void> {
  if (validFrom !== null && validFrom > indiaDay(writer.now)) return;
  const replaced = await db.query<{ id: string; state: string }>(
    `update vehicle_kyc_doc d set review_state = 'SUPERSEDED' from vehicle_kyc_doc o
     where o.id = d.id and d.policy_id = $1 and d.id <> $2 and d.review_state = any($3) and d.deleted_at is null
     returning d.id, o.review_state as state`,
    [row.policyId as string, row.id, [...datedStates]],
  );
  const { orgId, title } = row;
  await recordChanges(
    db,
    writer,
    replaced.map(({ id, state }) =>
      turned({ id, orgId, title }, { reviewState: state }, { reviewState: 'SUPERSEDED' }),
    ),
  );
}

type Days = Pick<Row, 'issuedOn' | 'validFrom' | 'validUpto'>;
const daysOf = (row: Row, { issuedOn, validFrom, validUpto }: Compliance): Days => ({
  issuedOn: issuedOn === undefined ? row.issuedOn : issuedOn,
  validFrom: validFrom === undefined ? row.validFrom : validFrom,
  validUpto: validUpto === undefined ? row.validUpto : validUpto,
});

/** @throws 400 or 409 where a paper cannot be verified as it is. */
async function refuseUnfit(db: Queryable, row: Row, days: Days, today: string): Promise<void> {
  if (pagesOf(row).length === 0) throw refuse.conflict('There are no pages to compare. Request resubmission');
  const { validFrom, validUpto, issuedOn } = days;
  if (issuedOn !== null && issuedOn > today) throw refuse.badInput({ issuedOn: 'The date cannot be in the future' });
  if (validFrom !== null && validUpto !== null && validUpto < validFrom)
    throw refuse.badInput({ validUpto: 'The last day must be after the first' });
  const [kind] = await db.query<{ name: string; hasExpiry: boolean }>(
    'select name, has_expiry as "hasExpiry" from kyc_doc where id = $1',
    [row.typeId],
  );
  if (kind?.hasExpiry && validUpto === null) throw refuse.badInput({ validUpto: 'Enter the last valid day' });
  if (validUpto !== null && validUpto > lastDayOfAny(today)) throw refuse.badInput({ validUpto: tooLong });
  if (validUpto !== null && validUpto < today)
    throw refuse.conflict(`It expired on ${dayInWords(validUpto)}. Reject it as expired`, { reasonCode: 'EXPIRED' });
  const [later] = await db.query<{ upto: string | null }>(
    `select valid_upto as upto from vehicle_kyc_doc where type_id = $1 and $2 = ${subjectSql('vehicle_kyc_doc')} and id <> $3 and status = 1
       and deleted_at is null and review_state in ('VERIFIED', 'EXPIRING_SOON') and $4::date < coalesce(valid_upto, 'infinity') limit 1`,
    [row.typeId, subjectOf(row), row.id, validUpto],
  );
  if (later)
    throw refuse.conflict(
      later.upto === null
        ? 'The current document has no expiry date. Deactivate it first, or reject this one'
        : `The current document is valid longer, until ${dayInWords(later.upto)}. Deactivate it first, or reject this one`,
    );
}

export async function recordEntry(db: Queryable, writer: Writer, row: Row, after: Partial<Row>): Promise<void> {
  const { orgId } = row;
  writer.touched.push(['vehicle_kyc_doc', orgId]);
  const stood: AnyRow = row;
  const changed = Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== (stood[name] ?? null)));
  const before = Object.fromEntries(Object.keys(changed).map((name) => [name, stood[name] ?? null]));
  await recordChange(db, writer, turned({ id: row.id, orgId, title: row.title }, before, changed));
}
