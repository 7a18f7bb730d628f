import type { AreaContract } from '#kit/contract/area.ts';
import { offDutyRule } from './rule/off-duty-rule.contract.ts';

export const contract: AreaContract = { name: 'duty', catalogues: [offDutyRule] };
