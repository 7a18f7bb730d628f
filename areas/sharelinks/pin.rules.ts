import { timingSafeEqual } from 'node:crypto';
import type { SealedTexts } from '#kit/server/sealed.ts';

/** Wrong PINs that are taken before a link is locked, for how long, and how many there may be at all. */
export const pinLimits = {
  free: 5,
  lockMs: 15 * 60_000,
  mostLockMs: 24 * 3_600_000,
  /** After so many the link ends: there are only ten thousand PINs of four digits. */
  total: 50,
} as const;

/** What is kept of a PIN: keyed and of this link alone, so that neither the database nor another link tells it. */
export const pinHash = (sealed: SealedTexts, linkId: string, pin: string): string =>
  sealed.hash({ table: 'share_link', column: 'pin' }, `${linkId}:${pin}`);

export function isSamePin(sealed: SealedTexts, linkId: string, kept: string, pin: string): boolean {
  const [a, b] = [Buffer.from(kept), Buffer.from(pinHash(sealed, linkId, pin))];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** For how long a link is locked after so many wrong PINs in a row, milliseconds: each one doubles it. */
export const lockAfter = (failures: number): number =>
  failures < pinLimits.free
    ? 0
    : Math.min(pinLimits.mostLockMs, pinLimits.lockMs * 2 ** Math.min(20, failures - pinLimits.free));
