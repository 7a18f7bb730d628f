import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { RowChange } from '#kit/server/catalogue/guard.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import { turned } from './settle.ts';

/** What a reviewer compared with the record when they verified its main paper. */
const vouchedFor = {
  vehicle: {
    code: 'RC',
    facts: [
      'registrationNo',
      'registrationKind',
      'registrationEndsOn',
      'chassisNo',
      'engineNo',
      'modelId',
      'categoryId',
    ],
  },
  driver: { code: 'DL', facts: ['dlNo', 'licenceClasses', 'dlValidNt', 'dlValidTr', 'name', 'dob'] },
} as const;

/**
 * A changed fact that a verified paper vouches for is to be compared anew: the registration certificate of the vehicle, or the
 * licence of the driver, waits for review again; one that was deleted too, which might come back. Call it after the write and before the refresh.
 */
export async function reviewAgain(
  db: Queryable,
  writer: Writer,
  subject: keyof typeof vouchedFor,
  changes: readonly RowChange[],
  rows: readonly AnyRow[],
): Promise<void> {
  const { code, facts } = vouchedFor[subject];
  const changed = rows.filter((_, at) => {
    const { action, before, values } = changes[at] ?? {};
    return (
      action === 'update' &&
      facts.some((name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(values?.[name] ?? null))
    );
  });
  if (changed.length === 0) return;
  const papers = await db.query<{ id: string; orgId: string; title: string; state: string }>(
    `select d.id, d.org_id as "orgId", t.name as title, d.review_state as state from vehicle_kyc_doc d
     join kyc_doc t on t.id = d.type_id and t.code = $2
     where d.${subject}_id = any($1::uuid[]) and d.review_state in ('VERIFIED', 'EXPIRING_SOON', 'UPCOMING')
     for no key update of d`,
    [changed.map(({ id }) => id), code],
  );
  if (papers.length === 0) return;
  await db.query(
    `update vehicle_kyc_doc set review_state = 'PENDING', reviewer_id = null, reviewed_at = null, handed_in_by = $2, handed_in_at = $3
     where id = any($1::uuid[])`,
    [papers.map(({ id }) => id), writer.actorId, writer.now.toISOString()],
  );
  for (const { orgId } of papers) writer.touched.push(['vehicle_kyc_doc', orgId]);
  await recordChanges(
    db,
    writer,
    papers.map((paper) => turned(paper, { reviewState: paper.state }, { reviewState: 'PENDING' })),
  );
}
