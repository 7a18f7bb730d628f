import { type HistoryBreak, noRecord } from '#kit/contract/history.ts';
import { allowMs, type Queryable } from '#kit/server/db/database.ts';
import { beginning, hashOf } from './canonical.ts';
import { diagnose } from './diagnose.ts';
import { breakOf, canonicalOfEntry, checkMs, type Entry, entriesAfter, entryAt, rowsLeftOver } from './entries.ts';
import type { Head } from './head.ts';
import { stepRows } from './loose.ts';
import { lastOf } from './seal.ts';
import { broken, type VerifyState, type Witness } from './state.ts';

/** Hashes kept of the entries before: that many forged ones in a row are told apart from a changed row. */
const mostRecent = 64;

/** A check from the first entry on. `head` is what is noted outside the database, `witness` what somebody wrote down. */
export async function beginVerify(
  db: Queryable,
  head: Head | undefined,
  witness: Witness | null = null,
): Promise<VerifyState> {
  return {
    phase: 'chain',
    end: (await lastOf(db))?.seq ?? 0,
    seq: 0,
    hash: beginning,
    recent: [],
    head: head ?? null,
    witness,
    suspect: null,
    cursor: noRecord,
    patience: null,
    waiting: 0,
    broken: null,
  };
}

/** Goes on with a check by a few hundred entries. Call it, in short transactions, until its phase is 'done'. */
export async function stepVerify(db: Queryable, state: VerifyState, now: Date): Promise<VerifyState> {
  await allowMs(db, checkMs);
  switch (state.phase) {
    case 'chain':
      return stepChain(db, state);
    case 'diagnose':
      return diagnose(db, state);
    case 'rows':
    case 'notes':
      return stepRows(db, state, now);
    case 'done':
      return state;
  }
}

async function stepChain(db: Queryable, given: VerifyState): Promise<VerifyState> {
  const state = { ...given, recent: [...given.recent] };
  const entries = await entriesAfter(db, state.seq, state.end);
  for (const entry of entries) {
    const { seq, hash } = entry;
    if (seq !== state.seq + 1) return broken(state, await gap(db, state, entry));
    const canonical = canonicalOfEntry(entry);
    if (canonical === undefined)
      return broken(state, breakOf('missing', `Row ${entry.id} of entry ${seq} is gone.`, { seq, id: entry.id }));
    if (hashOf(state.hash, canonical) !== hash) {
      const first = await insertedBefore(db, state, entry, canonical);
      if (first) return broken(state, first);
      return { ...state, phase: 'diagnose', suspect: { seq, previous: state.hash, cursor: seq, fits: null } };
    }
    for (const known of [state.head, state.witness])
      if (known && known.seq === seq && known.hash !== hash)
        return broken(
          state,
          breakOf('rewritten', `Entry ${seq} is not the one that was noted outside the database.`, entry),
        );
    state.recent.push(state.hash);
    if (state.recent.length > mostRecent) state.recent.shift();
    state.seq = seq;
    state.hash = hash;
  }
  return entries.length > 0 && state.seq < state.end ? state : endOfChain(db, state);
}

/** Entries between two others are gone. The row, where that is still there, is known by its fitting in between. */
async function gap(db: Queryable, state: VerifyState, next: Entry): Promise<HistoryBreak> {
  const seq = state.seq + 1;
  const many = next.seq - seq;
  const detail = many === 1 ? `Entry ${seq} of the chain is gone.` : `Entries ${seq} to ${next.seq - 1} are gone.`;
  const before = many === 1 ? await entryAt(db, state.seq) : undefined;
  const rows = many === 1 ? await rowsLeftOver(db, before?.id ?? noRecord, 200) : [];
  const canonical = canonicalOfEntry(next);
  const fits = rows.find((texts) => {
    const missing = canonicalOfEntry({ ...next, texts }) ?? '';
    return canonical !== undefined && hashOf(hashOf(state.hash, missing), canonical) === next.hash;
  });
  return breakOf('missing', detail, { seq, texts: fits });
}

/** Whether an entry follows one further up: then those between were put in, with hashes that fit. */
async function insertedBefore(db: Queryable, state: VerifyState, entry: Entry, canonical: string) {
  const at = state.recent.findLastIndex((hash) => hashOf(hash, canonical) === entry.hash);
  if (at < 0) return undefined;
  const seq = entry.seq - (state.recent.length - at);
  const first = await entryAt(db, seq);
  return breakOf('inserted', `Entry ${seq} was put into the chain: entry ${entry.seq} does not follow it.`, {
    seq,
    id: first?.id ?? null,
    texts: first?.texts,
  });
}

/** All entries hold: is it as long as it was noted to be? */
async function endOfChain(db: Queryable, state: VerifyState): Promise<VerifyState> {
  const { head, witness, end } = state;
  const lost = head?.lost;
  const from = Math.min(state.seq, lost?.after ?? Infinity) + 1;
  const most = Math.max(head?.seq ?? 0, witness?.seq ?? 0, end);
  if (lost?.kind === 'rewritten')
    return broken(
      state,
      breakOf(
        'rewritten',
        `Entry ${lost.seq} was found at ${lost.noticedAt} not to be the one that had been noted.`,
        (await entryAt(db, lost.seq)) ?? { seq: lost.seq },
      ),
    );
  if (lost || most > state.seq) {
    const last = from === 1 ? undefined : await entryAt(db, from - 1);
    const [left] = await rowsLeftOver(db, last?.id ?? noRecord, 1);
    const to = lost ? lost.seq : most;
    const when = lost ? `, noticed at ${lost.noticedAt}` : '';
    const detail = from === to ? `Entry ${from} was cut off${when}.` : `Entries ${from} to ${to} were cut off${when}.`;
    return broken(state, breakOf('tail', detail, { seq: from, texts: left }));
  }
  return { ...state, phase: 'rows' };
}
