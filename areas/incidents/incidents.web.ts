import type { AreaWeb } from '#kit/web/area.ts';
import { contract } from './incidents.contract.ts';

export const web: AreaWeb = { contract };
