import type { AreaContract } from '#kit/contract/area.ts';
import { road } from './road/road.contract.ts';
import { roadType } from './types/road-type.contract.ts';
import { speedConfiguration } from './types/speed-configuration.contract.ts';

export const contract: AreaContract = {
  name: 'roads',
  catalogues: [road, roadType, speedConfiguration],
};
