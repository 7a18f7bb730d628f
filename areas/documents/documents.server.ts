import { documentTopics } from './documents.topics.ts';
import type { WithMail } from '#areas/mail/mail.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { contract } from './documents.contract.ts';
import { addSetRoutes } from './documents/document-set.routes.ts';
import { checkDocumentType } from './documents/document-type.rules.ts';
import { documentPolicy } from './documents/document.policy.ts';
import { releaseLeft } from './review/decide.ts';
import { addLookRoutes } from './review/look.routes.ts';
import { addQueueRoutes } from './review/queue.routes.ts';
import { addReviewRoutes } from './review/review.routes.ts';
import { documentsSentBack, documentsToReview } from './review/work.store.ts';

// What other areas may use of this one.
export { documentsChanged } from './documents.events.ts';
export {
  furthestLook,
  type Place,
  updateDocumentStates,
  soonDaysSql,
  turned,
} from './documents/document-states.store.ts';
export { fitsNumberRule } from './documents/document.rules.ts';
export {
  changedWith,
  isOfSubjectSql,
  subjectJoins,
  subjectNameSql,
  subjectPathSql,
  subjectSql,
} from './documents/subjects.ts';
export { syncPolicyDocuments } from './documents/policy-documents.store.ts';
export { expireUnused, supersedeDocuments } from './documents/superseded.store.ts';
export { mayNotDecide } from './review/decide.ts';
export { subjectOf } from './review/queue.store.ts';
export { reviewAgain } from './review/review-again.ts';
export { documentExpiring } from './documents.topics.ts';
export { keepersOf } from './review/review-mail.ts';

/** Documents of vehicles and drivers, their types, and their review. */
export const area: AreaServer<WithMail> = {
  contract,
  routes: (app, { kit, mail }) => {
    addReviewRoutes(app, kit, mail);
    addQueueRoutes(app, kit);
    addLookRoutes(app, kit);
    addSetRoutes(app, kit);
  },
  topics: documentTopics,
  work: [documentsToReview, documentsSentBack],
  policies: ({ sealed }) => ({ 'vehicle-kyc-doc': documentPolicy(sealed) }),
  checks: { 'kyc-doc': checkDocumentType },
  sweeps: () => [{ name: 'reviews that were left', order: 110, run: releaseLeft }],
};
