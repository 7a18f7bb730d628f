/** Where the socket is, and where a ticket for it is asked for. */
export const livePath = '/api/v1/live';

/** Codes with which the server closes a socket. */
export const liveCodes = {
  /** What was sent is not what the protocol allows: no ticket, a bad one, unknown messages, too many of them. */
  refused: 1008,
  /** The server stops, perhaps to start again. */
  restart: 1012,
  /** The server cannot serve it now. */
  later: 1013,
  /** The session is over. */
  ended: 4401,
  /** The same person opened more sockets than one may have; this was the oldest. */
  replaced: 4409,
} as const;

export type LiveParams = Readonly<Record<string, unknown>>;

/** What a browser says. The ticket comes first, and everything else after `ready`. */
export type LiveRequest =
  | { type: 'ticket'; ticket: string }
  | { type: 'subscribe' | 'unsubscribe'; topic: string; params?: LiveParams };

/** What the server says. */
export type LiveMessage =
  /** The ticket was taken. */
  | { type: 'ready' }
  /** Nothing happened, and the server is still there. */
  | { type: 'beat' }
  /** What the person may do, their role or a module has changed: ask anew. */
  | { type: 'rights' }
  /** The session is over; the socket closes. */
  | { type: 'ended' }
  | { type: 'subscribed'; topic: string; params?: LiveParams }
  /** The topic is not, or no longer, for this person. */
  | { type: 'refused'; topic: string; params?: LiveParams }
  | { type: 'data'; topic: string; key: string; data: unknown };

/** Topic that tells which lists have changed. */
export const changesTopic = 'changes';
export type ChangesData =
  /** Something below this path has changed just now. */
  | { path: string }
  /** First of all: what changed how long ago, as far as the server looks back. */
  | { watchedMs: number; changed: { path: string; agoMs: number }[] };
