import type { AreaServer } from '#kit/server/area.ts';
import { addAlibiRoutes } from './alibi/alibi.routes.ts';
import { contract } from './challans.contract.ts';
import { challanDeadlinePolicy } from './deadlines/challan-deadline.policy.ts';
import { addEvidence } from './evidence/evidence.routes.ts';
import { challanRulePolicy } from './rules/challan-rule.policy.ts';
import { addRuleTest } from './rules/rule-test.routes.ts';

/** Challans: offences, what is asked for them, and by when; evidence of violations; and where vehicles were. */
export const area: AreaServer = {
  contract,
  routes: (app, product) => {
    addRuleTest(app, product.kit);
    addEvidence(app, product);
    addAlibiRoutes(app, product.kit);
  },
  policies: () => ({ 'challan-rule': challanRulePolicy, 'challan-deadline': challanDeadlinePolicy }),
};
