/** Reasons and tickets are told to the person and stand in the history: a few words, and a few more. */
export const reasonLimits = { least: 10, most: 300, ticket: 60 } as const;

/** How acting as somebody else came to its end. */
export const endings = [
  'returned',
  'time ran out',
  'signed out',
  'own session ended',
  'acted as somebody else',
  'the right ended',
  /** By something else that ends sessions of that person, such as a new password. */
  'ended',
] as const;
export type Ending = (typeof endings)[number];

/** One time that somebody acted as somebody else. */
export interface ImpersonationRow {
  id: string;
  actorId: string | null;
  actorName: string;
  subjectId: string;
  subjectName: string;
  /** Catalogue of the subject's record: user or app-user. */
  module: string;
  orgName: string | null;
  reason: string;
  ticket: string | null;
  startedAt: string;
  /** Null while it goes on. */
  endedAt: string | null;
  ending: Ending | null;
  /** Records written to under both names. */
  writes: number;
}
