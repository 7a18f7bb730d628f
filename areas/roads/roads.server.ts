import type { AreaServer } from '#kit/server/area.ts';
import { roadPolicy } from './road/road.policy.ts';
import { contract } from './roads.contract.ts';
import { checkSpeedConfiguration } from './types/speed-configuration.rules.ts';

export const area: AreaServer = {
  contract,
  checks: { 'speed-configuration': checkSpeedConfiguration },
  policies: () => ({ road: roadPolicy }),
};
