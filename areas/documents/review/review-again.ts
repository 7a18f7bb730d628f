import { appUser, organisation } from '#areas/people/people.contract.ts';
import { driver } from '#areas/people/drivers/driver.contract.ts';
import { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { reviewedFields } from '#kit/contract/fields.ts';
import type { RowChange } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import { turned } from '../documents/document-states.store.ts';
import { subjectColumn } from '../documents/subjects.ts';

/** Whose facts a reviewer compares, with the documents that vouch for them. Which facts those are, their definitions say. */
const compared = {
  vehicle: { of: 'vehicleId', codes: ['RC'], facts: reviewedFields(vehicle.fields) },
  driver: { of: 'driverId', codes: ['DL'], facts: reviewedFields(driver.fields) },
  organisation: { of: 'ownerOrgId', codes: ['PAN', 'GST'], facts: reviewedFields(organisation.fields) },
  'app-user': { of: 'appUserId', codes: ['PAN', 'AADHAAR'], facts: reviewedFields(appUser.fields) },
} as const;

/**
 * A changed fact that a verified paper vouches for is to be compared anew: the registration certificate of the vehicle, the
 * licence of the driver, or the PAN card of the owner waits for review again; one that was deleted too, which might come back. Call it after the write and before the refresh.
 */
export async function reviewAgain(
  db: Queryable,
  writer: Writer,
  subject: keyof typeof compared,
  changes: readonly RowChange[],
  rows: readonly AnyRow[],
): Promise<void> {
  const { of, codes, facts } = compared[subject];
  const changed = rows.filter((_, at) => {
    const change = changes[at];
    if (change?.action !== 'update') return false;
    const { before, values } = change;
    return facts.some((name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(values[name] ?? null));
  });
  if (changed.length === 0) return;
  const papers = await db.query<{ id: string; orgId: string; title: string; state: string }>(
    `select d.id, d.org_id as "orgId", t.name as title, d.review_state as state from vehicle_kyc_doc d
     join kyc_doc t on t.id = d.type_id and t.code = any($2)
     where d.${subjectColumn(of)} = any($1::uuid[]) and d.review_state in ('VERIFIED', 'EXPIRING_SOON', 'UPCOMING')
     for no key update of d`,
    [changed.map(({ id }) => id), [...codes]],
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
