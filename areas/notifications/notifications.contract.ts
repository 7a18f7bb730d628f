import type { AreaContract } from '#kit/contract/area.ts';

export const contract: AreaContract = { name: 'notifications', pages: [{ path: '/notifications' }] };
