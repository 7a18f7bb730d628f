import type { RowOf } from '#kit/contract/rows.ts';
import type { RowChange } from '#kit/server/catalogue/policy.ts';
import { areaEvent } from '#kit/server/events.ts';
import type { driver } from './drivers/driver.contract.ts';

/** Drivers whose facts changed, however that came: their compliance status may be another. */
export const driversChanged = areaEvent<readonly string[]>('drivers changed');

/** Drivers written through their catalogue: the changes with the rows as they are now, in the same order. */
export const driversWritten = areaEvent<{
  changes: readonly RowChange<typeof driver>[];
  rows: readonly RowOf<typeof driver>[];
}>('drivers written');
