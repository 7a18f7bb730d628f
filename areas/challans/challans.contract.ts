import type { AreaContract } from '#kit/contract/area.ts';
import { challan, challanContest, challanNote } from './challan/challan.contract.ts';
import { challanDeadline } from './deadlines/challan-deadline.contract.ts';
import { challanRule } from './rules/challan-rule.contract.ts';
import { challanType } from './types/challan-type.contract.ts';

export const contract: AreaContract = {
  name: 'challans',
  catalogues: [challan, challanContest, challanNote, challanType, challanRule, challanDeadline],
  pages: [
    {
      path: '/evidence-check',
      key: 'evidence-check',
      name: 'Check evidence',
      menu: { group: 'group-fleet', icon: 'file-certificate', order: 140, tabOf: 'violation' },
      actions: ['view', 'approve'],
      clients: ['view'],
    },
    {
      path: '/alibi',
      nested: true,
      key: 'alibi',
      name: 'Alibi finder',
      menu: { group: 'group-work', icon: 'map-question', order: 26, clientTabOf: 'challan', staffTabOf: 'challan' },
      actions: ['view', 'create', 'export'],
      clients: ['view', 'create', 'export'],
      inClientMenu: true,
    },
  ],
};
