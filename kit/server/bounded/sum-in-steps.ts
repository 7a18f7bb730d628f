import type { Hash, Hmac } from 'node:crypto';
import { createBreath } from '#kit/server/turns/breath.ts';

/** Bytes that are summed up in one go: half a millisecond. */
const stepBytes = 256 * 1024;

/** Adds bytes to a hash or an HMAC, however many they are: others have their turn in between. Gives the sum in hex. */
export async function sumInSteps(sum: Hash | Hmac, bytes: Uint8Array): Promise<string> {
  const breathe = createBreath();
  for (let at = 0; at < bytes.length; at += stepBytes) {
    if (at > 0) await breathe();
    sum.update(bytes.subarray(at, at + stepBytes));
  }
  return sum.digest('hex');
}
