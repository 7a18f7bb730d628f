import type { ZodMiniType } from 'zod/mini';
import { type Action, can } from '#kit/contract/rights.ts';
import type { Session } from '#kit/server/sessions/session.ts';

/** Something that browsers follow. */
export interface Topic<P = undefined> {
  name: string;
  /** Parameters of a subscription, as a strict schema. Left out, it takes none. */
  params?: ZodMiniType<P>;
  /**
   * May this session follow it? Asked when it subscribes, and again whenever its rights have changed; meanwhile it is told
   * nothing. A row of another organisation is answered false, like one that never was.
   */
  authorise(session: Session, params: P): boolean | Promise<boolean>;
  /** Is this message among those that a subscription with these parameters is about? Left out: all are. */
  concerns?(params: P, key: string, data: unknown): boolean;
  /** What a browser is told first when it subscribes. */
  opening?(session: Session, params: P): readonly { key: string; data: unknown }[];
}

/** Whom a message is for: those of whom all that is given holds. */
export interface Audience {
  /** People of these organisations, and staff, who see every organisation. */
  organisations?: readonly string[];
  accountId?: string;
  right?: { module: string; action: Action };
}

export function isIn(audience: Audience, { user, orgId, grants }: Session): boolean {
  const { organisations, accountId, right } = audience;
  if (organisations && orgId !== null && !organisations.includes(orgId)) return false;
  if (accountId !== undefined && user.id !== accountId) return false;
  return !right || can(grants, right.module, right.action);
}
