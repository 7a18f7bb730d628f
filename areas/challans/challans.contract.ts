import type { AreaContract } from '#kit/contract/area.ts';
import { challanDeadline } from './deadlines/challan-deadline.contract.ts';
import { challanRule } from './rules/challan-rule.contract.ts';
import { challanType } from './types/challan-type.contract.ts';

export const contract: AreaContract = {
  name: 'challans',
  catalogues: [challanType, challanRule, challanDeadline],
};
