import { areaEvent } from '#kit/server/events.ts';

export interface Changed {
  /** Ids of what the documents belong to. */
  vehicles: readonly string[];
  drivers: readonly string[];
  organisations: readonly string[];
  appUsers: readonly string[];
  /** Vehicles that were made active by a decision that is undone, and never were before. */
  neverActive?: readonly string[];
}

/** Documents were added, decided, removed or expired, or a decision was undone. */
export const documentsChanged = areaEvent<Changed>('documents changed');
