import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import type { RowChange } from '#kit/server/catalogue/policy.ts';
import { areaEvent } from '#kit/server/events.ts';
import type { device } from './registry/device.contract.ts';

/** Devices written through their catalogue: the changes with the rows as they are now, in the same order. */
export const devicesWritten = areaEvent<{
  changes: readonly RowChange<typeof device>[];
  rows: readonly RowOf<typeof device>[];
}>('devices written');

/** A device that is about to be deleted permanently; a handler may refuse. */
export const devicePurging = areaEvent<AnyRow>('device purging');
