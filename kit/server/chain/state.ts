import type { HistoryBreak } from '#kit/contract/history.ts';
import type { Head } from './head.ts';

/** The first entry that does not follow the one before it, while it is found out why. */
export interface Suspect {
  seq: number;
  /** Hash of the entry before it. */
  previous: string;
  /** Entries up to here were compared with it. */
  cursor: number;
  /** The first entry after it that would follow in its place. */
  fits: number | null;
}

/** A hash that an entry is known to have had, from outside the database. */
export interface Witness {
  seq: number;
  hash: string;
}

/** Where a check of the chain stands. Plain JSON: it goes on in another transaction or another process. */
export interface VerifyState {
  phase: 'chain' | 'diagnose' | 'rows' | 'notes' | 'done';
  /** The last entry there was at the start; later ones are left to the next check. */
  end: number;
  /** The last entry that was found whole. */
  seq: number;
  hash: string;
  /** Hashes of the entries before, the latest last. */
  recent: string[];
  head: Head | null;
  witness: Witness | null;
  suspect: Suspect | null;
  /** Rows up to this id were looked for in the chain. */
  cursor: string;
  /** A row that should have been chained by now is given until then, ISO. */
  patience: { id: string; until: string } | null;
  /** Rows that were written just now and are still to be chained. */
  waiting: number;
  broken: HistoryBreak | null;
}

/** A check that has found something is over: what comes after the first broken entry proves nothing. */
export const broken = (state: VerifyState, found: HistoryBreak): VerifyState => ({
  ...state,
  phase: 'done',
  broken: found,
});
