import { syncPolicyDocuments } from '#areas/documents/documents.server.ts';
import { authorityOf } from '#areas/rights/rights.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import { coversOf, type DatedPolicy } from './policy-state.rules.ts';

interface Paper extends DatedPolicy {
  orgId: string;
  vehicleId: string;
  policyNo: string;
  insurer: string;
  fileId: string | null;
}

/** Keeps the insurance documents of the vehicles in line with these policies. */
export async function syncDocuments(
  db: Queryable,
  writer: Writer,
  sealed: SealedTexts,
  ids: readonly string[],
): Promise<void> {
  const papers = await db.query<Paper>(
    `select p.id, p.org_id as "orgId", p.vehicle_id as "vehicleId", p.policy_no as "policyNo", i.name as insurer, p.document_id as "fileId",
       p.issued, p.status = 1 and p.deleted_at is null as live, p.od_from as "odFrom", p.od_to as "odTo", p.tp_from as "tpFrom", p.tp_to as "tpTo",
       p.cancelled_on as "cancelledOn", p.previous_policy_id as "previousPolicyId"
     from app_user_policy p join insurer i on i.id = p.insurer_id
       -- Documents of a vehicle that went to another owner are the new owner's matter.
       join vehicles_vehicle v on v.id = p.vehicle_id and v.org_id = p.org_id
     where p.id = any($1::uuid[])`,
    [[...ids]],
  );
  const who = await authorityOf(db, writer);
  // Staff compare the PDF as they write the policy, decision 0030. What clients bring is reviewed like their other documents.
  const isVerified = who === undefined || who.kind === 'staff';
  await syncPolicyDocuments(
    db,
    writer,
    sealed,
    papers.map((paper) => ({
      policyId: paper.id,
      orgId: paper.orgId,
      vehicleId: paper.vehicleId,
      number: paper.policyNo,
      insurer: paper.insurer,
      fileId: paper.fileId,
      cover: coversOf(paper).find(({ kind }) => kind === 'TP') ?? null,
      isVerified,
    })),
  );
}
