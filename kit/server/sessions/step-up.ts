import { refuse } from '#kit/server/refusals.ts';
import type { Session } from './session.ts';

/** How long a given password or code stands for the person. */
export const proofMs = 10 * 60_000;

/**
 * Refuses with 403 `prove_first` unless the person gave their password or a code within the last ten minutes. For acts
 * that somebody who finds an open screen must not be able to do.
 */
export function needRecentProof(session: Session, now: Date): void {
  if (session.provedAt === null || now.getTime() - session.provedAt.getTime() > proofMs) throw refuse.confirmFirst();
}
