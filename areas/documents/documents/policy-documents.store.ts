import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import { partsOf } from '#kit/server/catalogue/sealed-fields.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import { documentsChanged } from '../documents.events.ts';
import { vehicleKycDoc } from './document.contract.ts';
import { datedStates } from './document-states.rules.ts';
import { turned, updateDocumentStates } from './document-states.store.ts';

/** What a policy says of the insurance document of its vehicle. */
interface PolicyPaper {
  policyId: string;
  orgId: string;
  vehicleId: string;
  number: string;
  insurer: string;
  /** Third-party cover, which the law asks for; null: this policy is no such document. */
  cover: { from: string; to: string } | null;
  /** Its PDF. */
  fileId: string | null;
  /** Whoever wrote it may verify documents, so it needs no review. */
  isVerified: boolean;
}

/** A document of a policy. A policy has one that counts, and may have another beside it that waits for its review. */
interface Known {
  id: string;
  policyId: string;
  number: string | null;
  from: string | null;
  to: string | null;
  /** The last day that was verified, where it ends sooner now. */
  verifiedTo: string | null;
  fileId: string | null;
  state: string;
  status: 0 | 1;
}

/**
 * Keeps the insurance document of vehicles in line with their policies: the PDF of a policy and the document are one. A document that
 * somebody uploaded with the same number becomes that of the policy. What changed goes through review again, unless the writer
 * may verify it; until that is decided, what was verified counts on for as long as the policy covers.
 */
export async function syncPolicyDocuments(
  db: Queryable,
  writer: Writer,
  sealed: SealedTexts,
  papers: readonly PolicyPaper[],
): Promise<void> {
  const [type] = await db.query<{ id: string; name: string }>(
    `select id, name from kyc_doc where code = 'INSURANCE' and deleted_at is null`,
  );
  if (!type || papers.length === 0) return;
  await adopt(db, sealed, type.id, papers);
  const known = Map.groupBy(
    await db.query<Known>(
      `select id, policy_id as "policyId", number_hash as number, valid_from as "from", valid_upto as "to", verified_upto as "verifiedTo",
         front_id as "fileId", review_state as state, status
       from vehicle_kyc_doc where policy_id = any($1::uuid[]) and deleted_at is null order by id desc for no key update`,
      [papers.map(({ policyId }) => policyId)],
    ),
    ({ policyId }) => policyId,
  );
  const changed: PolicyPaper[] = [];
  for (const paper of papers) {
    const own = known.get(paper.policyId) ?? [];
    if (await syncOne(db, writer, sealed, type, paper, own)) changed.push(paper);
  }
  if (changed.length === 0) return;
  for (const { orgId } of changed) writer.touched.push(['vehicle_kyc_doc', orgId]);
  await updateDocumentStates(
    db,
    writer,
    changed.map(({ vehicleId }) => ({ subjectId: vehicleId, typeId: type.id })),
  );
  await documentsChanged.raise(db, writer, {
    vehicles: [...new Set(changed.map(({ vehicleId }) => vehicleId))],
    drivers: [],
    organisations: [],
    appUsers: [],
  });
}

const hashOf = (sealed: SealedTexts, number: string) =>
  sealed.hash({ table: vehicleKycDoc.base, column: 'number' }, number);

/** Documents of these numbers that are nobody's yet. */
async function adopt(
  db: Queryable,
  sealed: SealedTexts,
  typeId: string,
  papers: readonly PolicyPaper[],
): Promise<void> {
  await db.query(
    `update vehicle_kyc_doc d set policy_id = n."policyId"
     from jsonb_to_recordset($1::jsonb) as n ("policyId" uuid, "vehicleId" uuid, hash text, "to" date)
     where d.vehicle_id = n."vehicleId" and d.type_id = $2 and d.number_hash = n.hash and d.valid_upto = n."to" and d.policy_id is null
       and d.deleted_at is null and d.status = 1 and d.review_state <> 'SUPERSEDED'
       and not exists (select from vehicle_kyc_doc o where o.policy_id = n."policyId")
       and d.id = (select max(o.id::text)::uuid from vehicle_kyc_doc o where o.vehicle_id = d.vehicle_id and o.type_id = $2 and o.number_hash = n.hash
         and o.deleted_at is null and o.org_id = d.org_id)`,
    [
      JSON.stringify(
        papers.flatMap(({ policyId, vehicleId, number, cover }) =>
          cover ? [{ policyId, vehicleId, hash: hashOf(sealed, number), to: cover.to }] : [],
        ),
      ),
      typeId,
    ],
  );
}

/** One policy: what was verified and still holds, what is to be compared, and what of the rest no longer counts. */
async function syncOne(
  db: Queryable,
  writer: Writer,
  sealed: SealedTexts,
  type: Type,
  paper: PolicyPaper,
  own: readonly Known[],
): Promise<boolean> {
  const verified = own.filter(({ state }) => datedStates.some((one) => one === state));
  const waiting = own.find(({ state }) => waitingStates.includes(state));
  const [current] = verified;
  const was = current ?? waiting ?? own[0];
  const { cover } = paper;
  // Without a page there is nothing to show on the road; a document that was there before keeps its own.
  const file = paper.fileId ?? (waiting?.status === 1 ? waiting : was)?.fileId ?? null;
  if (!cover || file === null) return endAll(db, writer, current || waiting ? [...verified, waiting] : [was]);
  const wanted: Wanted = { paper, cover, file, hash: hashOf(sealed, paper.number) };
  const isThere = (one: Known | undefined) => one?.status === 1 && holds(one, wanted) && one.to === cover.to;
  const isVerified = current !== undefined && holds(current, wanted) && (longestOf(current) ?? '') >= cover.to;
  let changed = false;
  if (isVerified || !paper.isVerified)
    for (const one of verified) changed = (await lastUntil(db, writer, type, paper, one, cover.to)) || changed;
  if (isVerified) return (await endAll(db, writer, [waiting])) || changed;
  if (isThere(waiting) || (!current && isThere(was))) return changed;
  // What was verified is so until somebody has compared the new facts; who may verify them has.
  const beside = current !== undefined && !paper.isVerified;
  if (!beside)
    await endAll(
      db,
      writer,
      [...verified, waiting].filter((one) => one !== was),
    );
  await write(db, writer, sealed, type, wanted, beside ? waiting : was);
  return true;
}

/** States of documents that a reviewer has not verified. */
const waitingStates = ['PENDING', 'UNDER_REVIEW', 'REJECTED', 'RESUBMISSION_ASKED'];

interface Type {
  id: string;
  name: string;
}
/** What the document of a policy is to say. */
interface Wanted {
  paper: PolicyPaper;
  cover: { from: string; to: string };
  file: string;
  hash: string;
}

/** The same document, whatever its last day. */
const holds = (one: Known, { cover, file, hash }: Wanted): boolean =>
  one.number === hash && one.from === cover.from && one.fileId === file;

/** The last day that a document was verified for. */
const longestOf = ({ verifiedTo, to }: Known): string | null => verifiedTo ?? to;

async function endAll(db: Queryable, writer: Writer, documents: readonly (Known | undefined)[]): Promise<boolean> {
  const ended = documents.filter((one) => one?.status === 1) as Known[];
  if (ended.length === 0) return false;
  await db.query(
    'update vehicle_kyc_doc set status = 0, version = version + 1, updated_at = $2 where id = any($1::uuid[])',
    [ended.map(({ id }) => id), writer.now.toISOString()],
  );
  return true;
}

/** A verified document lasts until a day, or as long as it was verified for. Nobody need compare it again. */
async function lastUntil(
  db: Queryable,
  writer: Writer,
  { name }: Type,
  { orgId }: PolicyPaper,
  was: Known,
  day: string,
): Promise<boolean> {
  const longest = longestOf(was);
  const to = longest === null || longest > day ? day : longest;
  if (was.from !== null && to < was.from) return endAll(db, writer, [was]);
  if (was.to === to && was.status === 1) return false;
  // One that was off makes room for what may count by now: the days say which does.
  const state = was.status === 1 ? was.state : 'UPCOMING';
  await db.query(
    `update vehicle_kyc_doc set valid_upto = $2, verified_upto = $3, review_state = $4, status = 1, version = version + 1, updated_at = $5,
       updated_by = $6 where id = $1`,
    [was.id, to, longest === to ? null : longest, state, writer.now.toISOString(), writer.actorId],
  );
  await recordChanges(db, writer, [
    turned({ id: was.id, orgId, title: name }, { validUpto: was.to }, { validUpto: to }),
  ]);
  return true;
}

/** Writes the document anew, or over the one there was: verified by who may, otherwise to be compared. */
async function write(
  db: Queryable,
  writer: Writer,
  sealed: SealedTexts,
  type: Type,
  { paper, cover, file }: Wanted,
  was: Known | undefined,
): Promise<void> {
  const id = was?.id ?? uuidv7();
  const { mask, sealed: cipher, hash } = partsOf(sealed, vehicleKycDoc, 'number', id, paper.number);
  const state = paper.isVerified ? 'UPCOMING' : 'PENDING';
  const at = writer.now.toISOString();
  await db.query(
    `insert into vehicle_kyc_doc (id, type_id, org_id, vehicle_id, policy_id, number, number_sealed, number_hash, issued_on, valid_from, valid_upto,
       authority, front_id, review_state, handed_in_by, handed_in_at, reviewer_id, reviewed_at, created_at, created_by, updated_at, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, null, $9, $10, $11, $12, $13, $14, $15, $16, $17, $15, $14, $15, $14)
     on conflict (id) do update set number = excluded.number, number_sealed = excluded.number_sealed, number_hash = excluded.number_hash,
       valid_from = excluded.valid_from, valid_upto = excluded.valid_upto, authority = excluded.authority, front_id = excluded.front_id,
       review_state = excluded.review_state, reason_code = null, reason_text = null, reviewer_id = excluded.reviewer_id,
       reviewed_at = excluded.reviewed_at, verified_upto = null, taken_until = null, handed_in_by = excluded.handed_in_by, handed_in_at = excluded.handed_in_at,
       status = 1, version = vehicle_kyc_doc.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [
      id,
      type.id,
      paper.orgId,
      paper.vehicleId,
      paper.policyId,
      mask,
      cipher,
      hash,
      cover.from,
      cover.to,
      paper.insurer,
      file,
      state,
      writer.actorId,
      at,
      state === 'UPCOMING' ? writer.actorId : null,
      state === 'UPCOMING' ? at : null,
    ],
  );
  const facts = { validFrom: cover.from, validUpto: cover.to, reviewState: state === 'UPCOMING' ? 'VERIFIED' : state };
  const before = was ? { validFrom: was.from, validUpto: was.to, reviewState: was.state } : {};
  const named = { id, orgId: paper.orgId, title: type.name };
  await recordChanges(db, writer, [{ ...turned(named, before, facts), action: was ? 'update' : 'create' }]);
}
