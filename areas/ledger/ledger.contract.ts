import type { AreaContract } from '#kit/contract/area.ts';

/** It has no screens: those whose money it is show it. */
export const contract: AreaContract = { name: 'ledger' };
