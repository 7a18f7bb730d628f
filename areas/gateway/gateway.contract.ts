import type { AreaContract } from '#kit/contract/area.ts';

export const contract: AreaContract = {
  name: 'gateway',
};
