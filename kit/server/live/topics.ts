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

/** Something that browsers follow as bytes. Each socket follows it once; every follower gets frames of their own. */
export interface Stream<P = undefined> {
  name: string;
  /** The first byte of its frames, 1 to 255, by which a browser knows whose they are. */
  code: number;
  /** Parameters of a subscription, as a strict schema. */
  params: ZodMiniType<P>;
  /** May this session follow it? Asked when it subscribes, and again whenever its rights have changed. */
  authorise(session: Session, params: P): boolean | Promise<boolean>;
  /** Begins for somebody who may follow it, and anew whenever their rights have changed. */
  open(session: Session, params: P, way: StreamWay): StreamFeed<P>;
}

/** The way to one follower. */
export interface StreamWay {
  /**
   * Sends a frame, unless the socket still has too much to send, or nothing may be told to it now.
   * @returns whether it was sent. What was not is not kept: what there is then is offered again later.
   */
  send(frame: Buffer): boolean;
  /** Ends the connection with the word to come again: what is followed cannot be told now. */
  fail(): void;
}

/** What tells one follower. */
export interface StreamFeed<P> {
  /** They follow with other parameters from now on. */
  change(params: P): void;
  close(): void;
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
