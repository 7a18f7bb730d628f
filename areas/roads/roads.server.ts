import type { AreaServer } from '#kit/server/area.ts';
import { contract } from './roads.contract.ts';
import { checkSpeedConfiguration } from './speed-configuration.rules.ts';

export const area: AreaServer = { contract, checks: { 'speed-configuration': checkSpeedConfiguration } };
