import { invalidate } from '#kit/web/queries.ts';

/** Something was raised, or somebody did something about it: whatever shows incidents asks again. */
export const hearIncident = (): void => void invalidate('incident');
