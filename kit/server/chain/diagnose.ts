import type { Queryable } from '#kit/server/db/database.ts';
import { hashOf } from './canonical.ts';
import { breakOf, canonicalOfEntry, type Entry, entriesAfter, entryAt } from './entries.ts';
import { broken, type VerifyState } from './state.ts';

/**
 * Tells a changed row from entries that were exchanged, put in or taken out, by looking through what comes after: what
 * belongs here, or what this belongs behind, stands there when it was only moved.
 */
export async function diagnose(db: Queryable, state: VerifyState): Promise<VerifyState> {
  const suspect = state.suspect && { ...state.suspect };
  const entry = suspect && (await entryAt(db, suspect.seq));
  if (!suspect || !entry) return { ...state, phase: 'chain', suspect: null };
  const { seq } = entry;
  const own = canonicalOfEntry(entry) ?? '';
  const others = await entriesAfter(db, suspect.cursor, state.end);
  for (const other of others) {
    suspect.cursor = other.seq;
    const canonical = canonicalOfEntry(other);
    const here = canonical === undefined ? '' : hashOf(suspect.previous, canonical);
    if (here === entry.hash) return moved(state, entry, `The row of entry ${seq} stands at entry ${other.seq}.`);
    if (hashOf(other.hash, own) === entry.hash)
      return moved(state, entry, `Entry ${seq} was made after what is now entry ${other.seq}.`);
    if (here === other.hash) suspect.fits ??= other.seq;
  }
  if (others.length > 0 && suspect.cursor < state.end) return { ...state, suspect };
  if (suspect.fits !== null)
    return broken(
      state,
      breakOf('inserted', `Entry ${seq} was put into the chain: entry ${suspect.fits} fits in its place.`, entry),
    );
  const last = await entryAt(db, state.end);
  const { head } = state;
  // Fewer entries than were noted, and yet the last one is the same: those after the gap were given new numbers.
  if (head && head.seq > state.end && head.hash === last?.hash)
    return broken(
      state,
      breakOf('missing', `${head.seq - state.end} before entry ${seq} were taken out of the chain.`, { seq }),
    );
  return broken(state, breakOf('changed', `The row of entry ${seq} is not as it was chained.`, entry));
}

const moved = (state: VerifyState, entry: Entry, detail: string): VerifyState =>
  broken(state, breakOf('reordered', detail, entry));
