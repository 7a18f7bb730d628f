import type { RowOf } from '#kit/contract/rows.ts';
import type { RowChange } from '#kit/server/catalogue/policy.ts';
import { areaEvent } from '#kit/server/events.ts';
import type { geofence } from './geofence/geofence.contract.ts';

/** Geofences written through their catalogue: the changes with the rows as they are now, in the same order. */
export const geofencesWritten = areaEvent<{
  changes: readonly RowChange<typeof geofence>[];
  rows: readonly RowOf<typeof geofence>[];
}>('geofences written');
