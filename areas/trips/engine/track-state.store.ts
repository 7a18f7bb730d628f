import type { Database, Queryable } from '#kit/server/db/database.ts';
import { allowMs, everything, transact } from '#kit/server/db/database.ts';
import type { CutterState } from '#telematics/pipeline/cutter.ts';
import { markLate, profileOf, type Track } from './track.ts';
import { isoOf, writeMs } from './trips.store.ts';

/** What is kept of a track over a stop. */
interface SavedTrack {
  cutter: CutterState;
  /** The time and the rule that it was cut by. */
  from: number;
  to: number | null;
  rule: Track['rule'];
  heardAt: number;
  savedTo: number;
  late: { from: number; to: number } | null;
}

const savedOf = ({ binding, cutter, rule, heardAt, late }: Track, savedTo: number): SavedTrack => ({
  cutter,
  from: binding.from,
  to: binding.to,
  rule,
  heardAt,
  savedTo,
  late: late && { from: late.from, to: late.to },
});

/** A track's row, made at once: the track goes on changing. */
export const stateRow = (track: Track, savedTo: number) => ({
  binding_id: track.binding.id,
  state: JSON.stringify(savedOf(track, savedTo)),
  dirty_from: track.late && isoOf(Math.max(track.late.from, track.binding.from)),
});

export async function putStates(db: Queryable, rows: readonly ReturnType<typeof stateRow>[]): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    {
      name: 'track-state-put',
      timeoutMs: writeMs,
      text: `insert into track_state as s (binding_id, state, dirty_from)
        select b.id, r.state::jsonb, r.dirty_from
        from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as r (binding_id, state, dirty_from)
        join devices_installation b on b.id = r.binding_id
        on conflict (binding_id) do update set state = excluded.state, dirty_from = excluded.dirty_from`,
    },
    [
      rows.map(({ binding_id }) => binding_id),
      rows.map(({ state }) => state),
      rows.map(({ dirty_from }) => dirty_from),
    ],
  );
}

/** Everything that was received up to `mark` stands in what is stored. */
export async function putMark(db: Queryable, mark: number): Promise<void> {
  await db.query(
    {
      name: 'track-checkpoint-put',
      timeoutMs: writeMs,
      text: `insert into track_checkpoint as c (received_at) values ($1)
        on conflict (one) do update set received_at = excluded.received_at where c.received_at < excluded.received_at`,
    },
    [isoOf(mark)],
  );
}

const readMs = 60_000;

interface Saved {
  mark: number;
  states: ReadonlyMap<string, SavedTrack>;
  /** Starts of stored trips that may yet go on, by binding. */
  open: ReadonlyMap<string, number>;
}

export function readSaved(db: Database): Promise<Saved> {
  return transact(db, everything, async (db) => {
    await allowMs(db, readMs);
    const timeoutMs = readMs;
    const [mark] = await db.query<{ received_at: string }>('select received_at from track_checkpoint');
    const states = await db.query<{ binding_id: string; state: SavedTrack }>({
      text: 'select binding_id, state from track_state',
      timeoutMs,
    });
    const open = await db.query<{ binding_id: string; start_at: string }>({
      text: 'select binding_id, start_at from trip where settled_at is null',
      timeoutMs,
    });
    return {
      mark: mark ? Date.parse(mark.received_at) : 0,
      states: new Map(states.map(({ binding_id, state }) => [binding_id, state])),
      open: new Map(open.map(({ binding_id, start_at }) => [binding_id, Date.parse(start_at)])),
    };
  });
}

/** Puts a track back to where it was saved, as cut by the time and the rule of then. */
export function restoreTrack(track: Track, saved: SavedTrack): void {
  track.binding = { ...track.binding, from: saved.from, to: saved.to };
  track.rule = saved.rule;
  track.profile = profileOf(saved.rule, track.binding.ceilingKmh);
  track.cutter = saved.cutter;
  track.heardAt = saved.heardAt;
  track.savedTo = saved.savedTo;
  if (saved.late) markLate(track, saved.late.from, saved.late.to);
}
