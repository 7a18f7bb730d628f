import { policyTopics } from './policies.topics.ts';
import type { WithMail } from '#areas/mail/mail.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { billMoved } from '#areas/wallet/wallet.server.ts';
import { catalogueParts } from '#kit/server/catalogue/parts.ts';
import { claimPolicy } from './claims/claim.policy.ts';
import { planPolicies, policiesJob, policiesTask } from './nightly/policies.job.ts';
import { on } from '#kit/server/events.ts';
import { addRemindRoute } from './nightly/remind.routes.ts';
import { contract } from './policies.contract.ts';
import { followRefunds } from './payment/paid.store.ts';
import { addPaymentRoutes } from './payment/payment.routes.ts';
import { addPolicyActs } from './policy/policy-acts.routes.ts';
import { appUserPolicy } from './policy/policy.contract.ts';
import { policyPolicy } from './policy/policy.policy.ts';
import { addReinstate } from './policy/reinstate.routes.ts';
import { policyDuties } from './policy/duties.store.ts';
import { policiesDue, premiumsToRefund } from './policy/work.store.ts';
import { addPremiumRoutes } from './premium/premium.routes.ts';
import { addQualifyingRoute } from './renewal/qualifying.routes.ts';
import { addRenewalRoute } from './renewal/renewal.routes.ts';
import { addTimelineRoutes } from './timeline/timeline.routes.ts';

/** Insurance of vehicles: policies with their versions, renewals, claims, and the tables that premiums go by. */
export const area: AreaServer<WithMail> = {
  contract,
  topics: policyTopics,
  routes: (app, { kit, mail }) => {
    const parts = catalogueParts(kit, appUserPolicy);
    addTimelineRoutes(app, kit);
    addPolicyActs(app, kit, parts);
    addReinstate(app, kit, parts);
    addRemindRoute(app, kit, mail, parts);
    addPaymentRoutes(app, kit, parts);
    addRenewalRoute(app, kit, parts);
    addQualifyingRoute(app, kit);
    addPremiumRoutes(app, kit);
  },
  duties: policyDuties,
  work: [policiesDue, premiumsToRefund],
  listeners: [on(billMoved, followRefunds)],
  policies: ({ sealed }) => ({ 'app-user-policy': policyPolicy(sealed), 'policy-claim': claimPolicy }),
  jobs: ({ kit, jobs, mail }) => ({ [policiesJob]: policiesTask(kit, jobs, mail) }),
  plan: (db, { jobs }, now) => planPolicies(db, jobs, now),
};
