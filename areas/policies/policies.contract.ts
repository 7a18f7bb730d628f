import type { AreaContract } from '#kit/contract/area.ts';
import { policyClaim } from './claims/claim.contract.ts';
import { appUserPolicy, insurer } from './policy/policy.contract.ts';
import { insuranceLadder, tpPremiumRate } from './premium/premium.contract.ts';

export const contract: AreaContract = {
  name: 'policies',
  catalogues: [appUserPolicy, policyClaim, insurer, tpPremiumRate, insuranceLadder],
};
