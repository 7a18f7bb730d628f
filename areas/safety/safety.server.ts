import type { AreaServer } from '#kit/server/area.ts';
import { contract } from './safety.contract.ts';
import { checkSos } from './sos.rules.ts';

export const area: AreaServer = { contract, checks: { sos: checkSos } };
