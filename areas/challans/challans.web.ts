import type { AreaWeb } from '#kit/web/area.ts';
import { contract } from './challans.contract.ts';

export const web: AreaWeb = {
  contract,
};
