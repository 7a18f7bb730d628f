import { createIsolated, Ended, tooBusy } from '#kit/server/isolated/isolated.ts';
import type { PublishedKey } from './signing.ts';
import { unverified, type Verified } from './verify-bundle.ts';

/** A bundle takes a tenth of this; one that unpacks to as much as is read, half of it. */
const checks = createIsolated<readonly PublishedKey[], Verified>(
  new URL('./verify-process.ts', import.meta.url),
  { timeMs: 6_000, memoryBytes: 500 * 1024 * 1024, mostWaiting: 4 },
  { full: tooBusy },
);

/**
 * Checks a bundle that anybody may have made, in a process of its own: what it unpacks to is up to them.
 * @throws 503 when the machine has no time for it
 */
export async function verifyElsewhere(bytes: Buffer, keys: readonly PublishedKey[]): Promise<Verified> {
  try {
    return await checks.run(bytes, keys);
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    if (error.why === 'late' || error.why === 'crash') throw tooBusy();
    return unverified('The file is larger than any bundle');
  }
}
