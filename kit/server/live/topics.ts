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
  /** People of these organisations, and staff who work for one of them. */
  organisations?: readonly string[];
  accountId?: string;
  right?: { module: string; action: Action };
}

/** Whether a session has to do with an organisation: a client with its own, staff with all or with those they work for. */
export const seesOrganisation = ({ orgId, orgIds }: Session, organisation: string): boolean =>
  orgId === null ? (orgIds?.includes(organisation) ?? true) : orgId === organisation;

export function isIn(audience: Audience, session: Session): boolean {
  const { organisations, accountId, right } = audience;
  if (organisations && !organisations.some((one) => seesOrganisation(session, one))) return false;
  if (accountId !== undefined && session.user.id !== accountId) return false;
  return !right || can(session.grants, right.module, right.action);
}
