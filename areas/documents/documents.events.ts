import { areaEvent } from '#kit/server/events.ts';

/** Documents that were added, decided, removed or that expired: ids of the vehicles and drivers they belong to. */
export const documentsChanged = areaEvent<{ vehicles: readonly string[]; drivers: readonly string[] }>(
  'documents changed',
);
