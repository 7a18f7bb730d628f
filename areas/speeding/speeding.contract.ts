import type { AreaContract } from '#kit/contract/area.ts';
import { safetyScoreRule } from './score/score-rule.contract.ts';

export const contract: AreaContract = {
  name: 'speeding',
  catalogues: [safetyScoreRule],
  pages: [
    {
      path: '/violation',
      nested: true,
      key: 'violation',
      name: 'Violations',
      menu: { group: 'group-work', icon: 'gauge', order: 25 },
      actions: ['view', 'approve', 'export'],
      clients: ['view', 'export'],
      inClientMenu: true,
    },
    {
      path: '/safety-score',
      key: 'safety-score',
      name: 'Safety scores',
      menu: { group: 'group-fleet', icon: 'award', order: 132, clientTabOf: 'violation', staffTabOf: 'violation' },
      actions: ['view', 'export'],
      clients: ['view', 'export'],
      inClientMenu: true,
    },
    {
      path: '/rule-trial',
      nested: true,
      key: 'rule-trial',
      name: 'Trials on past trips',
      menu: { group: 'group-fleet', icon: 'flask', order: 137, tabOf: 'road' },
      actions: ['view', 'create'],
    },
  ],
};
