import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { productWriter } from '#kit/server/history.ts';
import { type Refusal, refuse } from '#kit/server/refusals.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import { endLinks } from '../link-ends.store.ts';
import type { OpenLink } from '../open-links.store.ts';
import { isSamePin, lockAfter, pinLimits } from '../pin.rules.ts';
import { type From, logView } from './view-log.store.ts';

/** Compares a PIN, and counts a wrong one. @returns why it is refused; undefined when it is right. */
export async function tryPin(
  db: Database,
  sealed: SealedTexts,
  link: OpenLink,
  given: { pin: string; from: From; now: Date },
): Promise<Refusal | undefined> {
  const { pin, from, now } = given;
  return transact(db, everything, async (db) => {
    // Many at once take turns.
    const [kept] = await db.query<{ hash: string; failures: number; total: number; lockedUntil: string | null }>(
      `select pin_hash as hash, pin_failures as failures, pin_failures_total as total, locked_until as "lockedUntil"
       from share_link where id = $1 and ended_at is null for update`,
      [link.id],
    );
    if (!kept) return refuse.notFound(notFoundText);
    const waitMs = Date.parse(kept.lockedUntil ?? '') - now.getTime();
    if (waitMs > 0) return locked(waitMs);
    if (isSamePin(sealed, link.id, kept.hash, pin)) {
      if (kept.failures > 0)
        await db.query('update share_link set pin_failures = 0, locked_until = null where id = $1', [link.id]);
      return undefined;
    }
    const failures = kept.failures + 1;
    const lockMs = lockAfter(failures);
    await db.query(
      'update share_link set pin_failures = $2, pin_failures_total = pin_failures_total + 1, locked_until = $3 where id = $1',
      [link.id, failures, lockMs > 0 ? new Date(now.getTime() + lockMs).toISOString() : null],
    );
    await logView(db, link, from, 'wrong-pin', now);
    if (kept.total + 1 >= pinLimits.total) {
      await endLinks(db, productWriter(now), 'PIN', 'l.id = $3', [link.id]);
      return refuse.notFound(notFoundText);
    }
    return lockMs > 0 ? locked(lockMs) : refuse.badInput({ pin: 'Wrong PIN' });
  });
}

/** The one answer to every token that opens nothing. */
export const notFoundText = 'This link is not valid, or it has ended';

function locked(waitMs: number): Refusal {
  const minutes = Math.ceil(waitMs / 60_000);
  const wait = minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
  return refuse.tooMany(`Too many wrong PINs. Try again in ${wait}`, Math.ceil(waitMs / 1_000));
}
