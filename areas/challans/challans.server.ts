import type { AreaServer } from '#kit/server/area.ts';
import { contract } from './challans.contract.ts';

export const area: AreaServer = { contract };
