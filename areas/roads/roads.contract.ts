import type { AreaContract } from '#kit/contract/area.ts';
import { road } from './road/road.contract.ts';
import { roadSpeedRule } from './rules/speed-rule.contract.ts';
import { roadType } from './types/road-type.contract.ts';
import { speedConfiguration } from './types/speed-configuration.contract.ts';
import { statutoryLimit } from './types/statutory-limit.contract.ts';

export const contract: AreaContract = {
  name: 'roads',
  pages: [
    {
      path: '/speed-limit-check',
      key: 'speed-limit-check',
      name: 'Speed limit check',
      menu: { group: 'group-fleet', icon: 'map-search', order: 135, tabOf: 'road' },
      actions: ['view'],
    },
    {
      path: '/road-import',
      nested: true,
      key: 'road-import',
      name: 'Road imports',
      menu: { group: 'group-fleet', icon: 'file-import', order: 136, tabOf: 'road' },
      actions: ['view', 'create'],
    },
  ],
  catalogues: [road, roadSpeedRule, roadType, statutoryLimit, speedConfiguration],
};
