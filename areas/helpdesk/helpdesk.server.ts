import type { AreaServer } from '#kit/server/area.ts';
import { contract } from './helpdesk.contract.ts';

export const area: AreaServer = { contract };
