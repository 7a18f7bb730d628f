import type { AnyRow } from '#kit/contract/catalogue.ts';
import { dayInWords, indiaDay } from '#kit/contract/days.ts';
import type { CatalogueReads } from '#kit/server/catalogue/store.ts';
import { mustRead } from '#kit/server/catalogue/store.ts';
import { checkVersion, versionTag } from '#kit/server/catalogue/write-checks.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { fence } from '#kit/server/db/fence.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { pagesOf } from './paper.contract.ts';
import { type Decision, type RejectReason, takenMinutes } from './review.contract.ts';
import { lastDayOfAny, tooLong } from './paper-rules.ts';
import { settlePapers, turned } from './settle.ts';
import { refreshDrivers, refreshVehicles } from './standing.ts';

/** A paper under the hands of a reviewer, locked until the transaction ends. */
export interface Taken {
  row: AnyRow;
  handedInBy: string | null;
  /** Everybody who handed it in or wrote at it; of verdicts nobody. */
  writers: readonly string[];
  reviewerId: string | null;
  reviewerName: string | null;
  takenUntil: string | null;
}

export async function lockPaper(
  db: Queryable,
  reads: CatalogueReads,
  scope: Scope,
  id: string,
  version: number,
): Promise<Taken> {
  const params: Param[] = [id, reads.definition.path, Object.keys(reads.definition.fields)];
  const fenced = fence('paper-review-lock', scope, 'd.org_id', params);
  const [found] = await db.query<Omit<Taken, 'row'>>(
    `select coalesce(d.handed_in_by, d.created_by) as "handedInBy", array(select d.handed_in_by union select d.created_by union select h.actor_id from history h where h.module = $2
         and h.record_id = d.id and (h.action = 'create' or h.action = 'update' and h.after ?| $3 and not h.after ? 'reviewState')) as writers,
       d.reviewer_id as "reviewerId", d.taken_until as "takenUntil",
       (select a.name from account a where a.id = d.reviewer_id) as "reviewerName"
     from vehicle_kyc_doc d where d.id = $1 and d.deleted_at is null${fenced} for no key update of d`,
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
  const state = row['reviewState'];
  if (state !== 'PENDING' && state !== 'UNDER_REVIEW')
    throw refuse.conflict('This paper waits for no decision any more');
  if (row.status !== 1) throw refuse.conflict('This paper is switched off');
  if (state === 'UNDER_REVIEW' && reviewerId !== me && takenUntil !== null && takenUntil > now.toISOString())
    throw refuse.conflict(
      `${reviewerName ?? 'Somebody else'} looks at it just now, until ${hour.format(new Date(takenUntil))} at the latest`,
    );
}

/**
 * Why somebody may not decide a paper: two people look at each, the one who handed it in and the one who compares. Who holds
 * every right may do both, or an installation with a single administrator could verify nothing.
 */
export const mayNotDecide = (session: Session, writers: readonly (string | null)[]): string | null => {
  const me = session.actor?.id ?? session.user.id;
  return writers.includes(me) && session.user.roleLevel > 0
    ? 'You handed this paper in, so somebody else decides it'
    : null;
};

/** Takes a paper for some minutes, or prolongs that. */
export async function takePaper(db: Queryable, writer: Writer, taken: Taken, me: string): Promise<void> {
  refuseTaken(taken, me, writer.now);
  const until = new Date(writer.now.getTime() + takenMinutes * 60_000).toISOString();
  await db.query(
    `update vehicle_kyc_doc set review_state = 'UNDER_REVIEW', reviewer_id = $2, taken_until = $3 where id = $1`,
    [taken.row.id, me, until],
  );
  await tell(db, writer, taken.row, { reviewState: 'UNDER_REVIEW' });
}

/** Gives a paper back undecided. */
export async function releasePaper(db: Queryable, writer: Writer, taken: Taken, me: string): Promise<void> {
  if (taken.row['reviewState'] !== 'UNDER_REVIEW' || taken.reviewerId !== me)
    throw refuse.conflict('You do not have this paper just now');
  await db.query(
    `update vehicle_kyc_doc set review_state = 'PENDING', reviewer_id = null, taken_until = null where id = $1`,
    [taken.row.id],
  );
  await tell(db, writer, taken.row, { reviewState: 'PENDING' });
}

/** Puts back what reviewers took and left. */
export async function releaseLeft(db: Queryable, now: Date): Promise<void> {
  await db.query(
    `update vehicle_kyc_doc set review_state = 'PENDING', reviewer_id = null, taken_until = null
     where review_state = 'UNDER_REVIEW' and taken_until <= $1`,
    [now.toISOString()],
  );
}

export interface Verdict {
  decision: Decision;
  reasonCode?: RejectReason | undefined;
  reasonText?: string | undefined;
  /** Days as the reviewer reads them on the paper; left out, they are as they were handed in. */
  issuedOn?: string | null | undefined;
  validFrom?: string | null | undefined;
  validUpto?: string | null | undefined;
}

/** Writes what a reviewer decided, and what follows from it for the other papers and for the vehicle or the driver. */
export async function decidePaper(
  db: Queryable,
  writer: Writer,
  taken: Taken,
  me: string,
  said: Verdict,
): Promise<void> {
  refuseTaken(taken, me, writer.now);
  const { row } = taken;
  const subjectId = (row['vehicleId'] ?? row['driverId']) as string;
  // Decisions on papers of one subject take turns: each looks at what the others left.
  await db.query(`select 1 from ${row['vehicleId'] ? 'vehicle' : 'driver'} where id = $1 for no key update`, [
    subjectId,
  ]);
  const days = daysOf(row, said);
  if (said.decision === 'VERIFY') await refuseUnfit(db, row, days, indiaDay(writer.now));
  else if (!said.reasonCode) throw refuse.badInput({ reasonCode: 'Say why' });
  else if (said.reasonCode === 'OTHER' && !said.reasonText?.trim())
    throw refuse.badInput({ reasonText: 'Say why, in a few words' });
  // Verified, it is upcoming until the days say what it is.
  const state = { VERIFY: 'UPCOMING', REJECT: 'REJECTED', ASK_AGAIN: 'RESUBMISSION_ASKED' }[said.decision];
  const isVerified = said.decision === 'VERIFY';
  const reason = isVerified ? [null, null] : [said.reasonCode ?? null, said.reasonText?.trim() || null];
  await db.query(
    `update vehicle_kyc_doc set review_state = $2, reason_code = $3, reason_text = $4, reviewer_id = $5, reviewed_at = $6,
       taken_until = null, issued_on = $7, valid_from = $8, valid_upto = $9, version = version + 1 where id = $1`,
    [
      row.id,
      state,
      ...reason,
      me,
      writer.now.toISOString(),
      days['issuedOn'] ?? null,
      days['validFrom'] ?? null,
      days['validUpto'] ?? null,
    ] as Param[],
  );
  await tell(
    db,
    writer,
    row,
    isVerified
      ? { reviewState: 'VERIFIED', ...days }
      : { reviewState: state, reasonCode: reason[0], reasonText: reason[1] },
  );
  if (isVerified) await settlePapers(db, writer, [{ subjectId, typeId: row['typeId'] as string }]);
  await (row['vehicleId'] ? refreshVehicles : refreshDrivers)(db, writer, [subjectId]);
}

const dayNames = ['issuedOn', 'validFrom', 'validUpto'] as const;
type Days = Record<(typeof dayNames)[number], string | null>;
const daysOf = (row: AnyRow, said: Verdict): Days =>
  Object.fromEntries(
    dayNames.map((name) => [name, said[name] === undefined ? ((row[name] as string | null) ?? null) : said[name]]),
  ) as Days;

/** @throws 400 or 409 where a paper cannot be verified as it is. */
async function refuseUnfit(db: Queryable, row: AnyRow, days: Days, today: string): Promise<void> {
  if (pagesOf(row).length === 0) throw refuse.conflict('There is no page to compare. Ask for it to be sent again');
  const { validFrom, validUpto, issuedOn } = days;
  if (issuedOn !== null && issuedOn > today) throw refuse.badInput({ issuedOn: 'This day has not come yet' });
  if (validFrom !== null && validUpto !== null && validUpto < validFrom)
    throw refuse.badInput({ validUpto: 'It would end before it begins' });
  const [kind] = await db.query<{ name: string; hasExpiry: boolean }>(
    'select name, has_expiry as "hasExpiry" from kyc_doc where id = $1',
    [row['typeId'] as string],
  );
  if (kind?.hasExpiry && validUpto === null) throw refuse.badInput({ validUpto: 'Say until when it is valid' });
  if (validUpto !== null && validUpto > lastDayOfAny(today)) throw refuse.badInput({ validUpto: tooLong });
  if (validUpto !== null && validUpto < today)
    throw refuse.conflict(`It ended on ${dayInWords(validUpto)}. Reject it as expired`, { reasonCode: 'EXPIRED' });
  const [later] = await db.query<{ upto: string | null }>(
    `select valid_upto as upto from vehicle_kyc_doc where type_id = $1 and $2 in (vehicle_id, driver_id) and id <> $3 and status = 1
       and deleted_at is null and review_state in ('VERIFIED', 'EXPIRING_SOON') and $4::date < coalesce(valid_upto, 'infinity') limit 1`,
    [row['typeId'] as string, (row['vehicleId'] ?? row['driverId']) as string, row.id, validUpto],
  );
  if (later)
    throw refuse.conflict(
      later.upto === null
        ? 'The paper that counts now has no end. Switch that one off first, or reject this one'
        : `The paper that counts now lasts longer, until ${dayInWords(later.upto)}. Switch that one off first, or reject this one`,
    );
}

async function tell(db: Queryable, writer: Writer, row: AnyRow, after: Record<string, unknown>): Promise<void> {
  const orgId = row['orgId'] as string;
  writer.touched.push(['vehicle_kyc_doc', orgId]);
  const changed = Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== (row[name] ?? null)));
  const before = Object.fromEntries(Object.keys(changed).map((name) => [name, row[name] ?? null]));
  await recordChange(db, writer, turned({ id: row.id, orgId, title: row.title }, before, changed));
}
