import type { AreaServer } from '#kit/server/area.ts';
import { contract } from './challans.contract.ts';
import { challanDeadlinePolicy } from './deadlines/challan-deadline.policy.ts';
import { addEvidence } from './evidence/evidence.routes.ts';
import { challanRulePolicy } from './rules/challan-rule.policy.ts';
import { addRuleTest } from './rules/rule-test.routes.ts';

/** Challans: offences, what is asked for them, and by when; evidence of violations. */
export const area: AreaServer = {
  contract,
  routes: (app, product) => {
    addRuleTest(app, product.kit);
    addEvidence(app, product);
  },
  policies: () => ({ 'challan-rule': challanRulePolicy, 'challan-deadline': challanDeadlinePolicy }),
};
