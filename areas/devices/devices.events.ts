import type { AnyRow } from '#kit/contract/catalogue.ts';
import { areaEvent } from '#kit/server/events.ts';

/** A device that is about to be deleted permanently; a handler may refuse. */
export const devicePurging = areaEvent<AnyRow>('device purging');
