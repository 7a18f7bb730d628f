import type { AreaWeb } from '#kit/web/area.ts';
import { contract } from './maps.contract.ts';

export const web: AreaWeb = {
  contract,
  grounds: async () => (await import('./active-map.web.ts')).activeGrounds(),
};
