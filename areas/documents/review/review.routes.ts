import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { MailKit } from '#areas/mail/mail.server.ts';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import { catalogueParts } from '#kit/server/catalogue/parts.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { type CatalogueKit } from '#kit/server/catalogue/store.ts';
import { writeToRecord } from '#kit/server/catalogue/write/write-answer.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { type Call } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { decideDocument, lockDocument, mayNotDecide, releaseReview, startReview, type Taken } from './decide.ts';
import { rejectReasons, vehicleKycDoc } from '../documents/document.contract.ts';
import { documentRejected, documentVerified } from '../documents.topics.ts';
import { mailTurnedDown, tellDecision } from './review-mail.ts';
import { heldUntil, keepMails, undoDecision } from './undo.ts';
import { decisions, type RejectReason } from './review.contract.ts';

const version = z.int({ error: 'Enter the version that you reviewed' });
const day = z.optional(z.nullable(z.string().check(z.refine(isDay, { error: 'Must be a date, like 2026-11-21' }))));
const decideBody = z.strictObject({
  version,
  decision: z.enum(decisions, { error: 'Must be VERIFY, REJECT or ASK_AGAIN' }),
  reasonCode: z.optional(
    z.enum(
      rejectReasons.map(({ value }) => value),
      { error: 'Must be one of the reasons' },
    ),
  ),
  reasonText: z.optional(z.string().check(z.maxLength(500, { error: 'At most 500 characters' }))),
  issuedOn: day,
  validFrom: day,
  validUpto: day,
});
const versionBody = z.strictObject({ version });

/** What reviewers do with papers: take one, give it back, decide it. */
export function addReviewRoutes(app: FastifyInstance, kit: CatalogueKit, mail: MailKit): void {
  const { reads } = catalogueParts(kit, vehicleKycDoc);
  const definition = reads.definition;
  const common = {
    method: 'POST',
    tag: definition.many,
    access: { module: definition.path, action: 'approve' },
    scope: 'organisation',
    once: true,
    answer: rowSchema(kit.registry, definition),
  } as const;
  type Step = (db: Queryable, writer: Writer, taken: Taken, me: string) => Promise<void>;
  /** One step of a review: the paper is locked, the step done, and the paper answered as it is then. */
  const step = (call: Call, message: string | ((row: AnyRow) => string), work: Step) => {
    const { session } = call;
    const { version } = call.body as z.infer<typeof versionBody>;
    return writeToRecord(kit, reads, call, message, async (db, scope, writer, id) => {
      const taken = await lockDocument(db, reads, scope, id, version);
      const why = mayNotDecide(session, taken.writers);
      if (why) throw refuse.conflict(why);
      await work(db, writer, taken, session.user.id);
    });
  };

  addRoute(app, {
    ...common,
    path: '/vehicle-kyc-doc/take/{id}',
    summary: 'Assign a document to yourself for review for 15 minutes, or extend that',
    body: versionBody,
    handle: (call) => step(call, 'Assigned to you for 15 minutes.', startReview),
  });
  addRoute(app, {
    ...common,
    path: '/vehicle-kyc-doc/release/{id}',
    summary: 'Unassign a document without a decision',
    body: versionBody,
    handle: (call) => step(call, 'Unassigned.', releaseReview),
  });
  addRoute(app, {
    ...common,
    path: '/vehicle-kyc-doc/decide/{id}',
    summary:
      'Verify a document, reject it, or request resubmission; the owner is notified by email unless it is verified',
    body: decideBody,
    handle: async (call) => {
      const said = call.body as z.infer<typeof decideBody>;
      const words = { VERIFY: 'verified', REJECT: 'rejected', ASK_AGAIN: 'resubmission requested' }[said.decision];
      const answer = await step(
        call,
        (row) => `${row.title}: ${words}.`,
        async (db, writer, taken, me) => {
          await decideDocument(db, writer, taken, me, said);
          const topic = said.decision === 'VERIFY' ? documentVerified : documentRejected;
          await tellDecision(db, writer, taken.row, topic, heldUntil(writer));
          if (said.decision === 'VERIFY') return;
          const mails = await mailTurnedDown(db, mail, taken.row, taken.handedInBy, {
            again: said.decision === 'ASK_AGAIN',
            reasonCode: said.reasonCode as RejectReason,
            reasonText: said.reasonText?.trim(),
            heldUntil: heldUntil(writer),
          });
          await keepMails(db, taken.row.id, mails);
        },
      );
      mail.jobs.wake();
      return answer;
    },
  });
  addRoute(app, {
    ...common,
    path: '/vehicle-kyc-doc/undo/{id}',
    summary: 'Undo your own decision within some seconds; emails about it are cancelled',
    body: versionBody,
    handle: (call) =>
      step(
        call,
        (row) => `${row.title}: decision undone.`,
        (db, writer, { row }) => undoDecision(db, writer, row),
      ),
  });
}
