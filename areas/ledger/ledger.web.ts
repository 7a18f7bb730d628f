import type { AreaWeb } from '#kit/web/area.ts';
import { contract } from './ledger.contract.ts';

export const web: AreaWeb = { contract };
