import { cancelMails } from '#areas/mail/mail.server.ts';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { difference, recordChange, recordChanges, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { datedStates } from '../documents/document-states.rules.ts';
import { turned, updateDocumentStates } from '../documents/document-states.store.ts';
import type { vehicleKycDoc } from '../documents/document.contract.ts';
import { subjectOf, subjectPathOf } from '../documents/subjects.contract.ts';
import { changedWith, subjectSql } from '../documents/subjects.ts';
import { documentsChanged } from '../documents.events.ts';
import { untellDecision } from './review-mail.ts';

type Row = RowOf<typeof vehicleKycDoc>;

/** The screen offers to undo a decision for 8 s; this is with the way there. Until then no mail about it leaves. */
const undoMs = 15_000;
const heldMs = 20_000;
/** When mails about a decision leave. */
export const heldUntil = (writer: Writer): Date => new Date(writer.now.getTime() + heldMs);

/** Columns that a decision writes. */
const columns = [
  'review_state',
  'reason_code',
  'reason_text',
  'reviewer_id',
  'reviewed_at',
  'taken_until',
  'issued_on',
  'valid_from',
  'valid_upto',
];

/** Keeps what a decision is about to change. Call it with the document locked, before the decision is written. */
export async function keepForUndo(db: Queryable, writer: Writer, row: Row): Promise<void> {
  await db.query(
    `insert into document_decision (document_id, org_id, decided_by, undo_until, before, beside, was_active, mail_ids)
     select d.id, d.org_id, $2, $3, jsonb_build_object(${columns.map((name) => `'${name}', d.${name}`).join(', ')}),
       coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'state', o.review_state)) from vehicle_kyc_doc o
         where o.type_id = d.type_id and ${subjectSql('o')} = ${subjectSql('d')} and o.id <> d.id
           and o.review_state = any($4)), '[]'),
       (select v.was_active from vehicles_vehicle v where v.id = d.vehicle_id), '{}'
     from vehicle_kyc_doc d where d.id = $1
     on conflict (document_id) do update set decided_by = excluded.decided_by, undo_until = excluded.undo_until,
       before = excluded.before, beside = excluded.beside, was_active = excluded.was_active, mail_ids = '{}'`,
    [row.id, writer.actorId, new Date(writer.now.getTime() + undoMs).toISOString(), [...datedStates]],
  );
}

/** Notes which mails tell of a decision. */
export async function keepMails(db: Queryable, documentId: string, mailIds: readonly string[]): Promise<void> {
  await db.query('update document_decision set mail_ids = $2 where document_id = $1', [documentId, [...mailIds]]);
}

/** The columns of those that a reader sees, by the name that the API gives them. */
const shown = {
  reviewState: 'review_state',
  reasonCode: 'reason_code',
  reasonText: 'reason_text',
  issuedOn: 'issued_on',
  validFrom: 'valid_from',
  validUpto: 'valid_upto',
} as const;

interface Decision {
  before: Record<string, string | null>;
  beside: { id: string; state: string }[];
  wasActive: boolean | null;
  mailIds: string[];
}

/**
 * Undoes a decision that was just made: the document is as it was, those that it replaced count again, emails about it are
 * cancelled, and the vehicle or the driver follows.
 * @throws 409 where it was somebody else's, was too long ago, or an email about it has left.
 */
export async function undoDecision(db: Queryable, writer: Writer, row: Row): Promise<void> {
  const [decision] = await db.query<Decision>(
    `select before, beside, was_active as "wasActive", mail_ids as "mailIds" from document_decision
     where document_id = $1 and decided_by = $2 and undo_until >= $3`,
    [row.id, writer.actorId, writer.now.toISOString()],
  );
  if (!decision) throw refuse.conflict('This decision can no longer be undone');
  if (!(await cancelMails(db, decision.mailIds)))
    throw refuse.conflict('The email about this decision was sent already, so it can no longer be undone');
  await untellDecision(db, row.id);
  await putBack(db, writer, row, decision);
  await db.query('delete from document_decision where document_id = $1', [row.id]);
  const subjectId = subjectOf(row);
  await updateDocumentStates(db, writer, [{ subjectId, typeId: row.typeId }]);
  await documentsChanged.raise(
    db,
    writer,
    changedWith(
      [{ path: subjectPathOf(row), id: subjectId }],
      row.vehicleId && decision.wasActive === false ? { neverActive: [subjectId] } : {},
    ),
  );
}

async function putBack(db: Queryable, writer: Writer, row: Row, { before, beside }: Decision): Promise<void> {
  const now: AnyRow = row;
  await db.query(
    `update vehicle_kyc_doc d set (${columns.join(', ')}) = (select ${columns.map((name) => `b.${name}`).join(', ')}
       from jsonb_populate_record(null::vehicle_kyc_doc, $2::jsonb) b), version = d.version + 1 where d.id = $1`,
    [row.id, JSON.stringify(before)],
  );
  writer.touched.push(['vehicle_kyc_doc', row.orgId]);
  const after = Object.fromEntries(Object.entries(shown).map(([name, column]) => [name, before[column] ?? null]));
  const changed = difference(now, after, Object.keys(shown));
  if (changed) await recordChange(db, writer, turned(row, changed.before, changed.after));
  // After the document itself, which made room: one counts at a time.
  const replaced = await db.query<{ id: string; orgId: string; title: string; state: string }>(
    `update vehicle_kyc_doc d set review_state = n.state from jsonb_to_recordset($1::jsonb) as n (id uuid, state text), kyc_doc t
     where d.id = n.id and t.id = d.type_id and d.review_state = 'SUPERSEDED' and d.deleted_at is null
     returning d.id, d.org_id as "orgId", t.name as title, n.state`,
    [JSON.stringify(beside)],
  );
  await recordChanges(
    db,
    writer,
    replaced.map((one) => turned(one, { reviewState: 'SUPERSEDED' }, { reviewState: one.state })),
  );
}
