import type { Clock } from '#kit/server/clock.ts';
import type { Database } from '#kit/server/db/database.ts';
import { Refusal } from '#kit/server/refusals.ts';
import { putBack, type Snapshot, saveSnapshots, takeSnapshot } from './checkpoint.store.ts';
import type { Track } from './track.ts';
import type { TrackMemory } from './track-memory.ts';

/** So many tracks are saved in every round; of more, all within so many rounds. */
const savedAtLeast = 500;
const savedWithin = 4;

interface SaveOptions {
  db: Database;
  clock: Clock;
  log: (line: string) => void;
  memory: TrackMemory;
}

function pickUnsaved({ unsaved }: TrackMemory): Track[] {
  const most = Math.max(savedAtLeast, Math.ceil(unsaved.size / savedWithin));
  const picked: Track[] = [];
  for (const track of unsaved) {
    if (track.waiting) continue;
    picked.push(track);
    if (picked.length === most) break;
  }
  return picked;
}

/** Up to when all that was received is saved, once those are that no longer count as unsaved. */
function markOf({ unsaved, receivedTo }: TrackMemory): number {
  let mark = receivedTo;
  for (const { unsavedFrom } of unsaved) if (unsavedFrom !== null) mark = Math.min(mark, unsavedFrom - 1);
  return mark;
}

/** Saves what is longest unsaved, and certain tracks. Gives what was saved; what was not stays unsaved. */
export function createSaver({
  db,
  clock,
  log,
  memory,
}: SaveOptions): (also: readonly Track[]) => Promise<readonly Snapshot[]> {
  let savedMark = -1;

  /** What the database refuses is found by halves and left out: one track must not stop all others. */
  async function save(snapshots: readonly Snapshot[], mark: number | null): Promise<void> {
    try {
      await saveSnapshots(db, snapshots, { mark, now: clock.now() });
    } catch (error) {
      if (snapshots.length === 0 || (error instanceof Refusal && error.code === 'unavailable')) throw error;
      const [one] = snapshots;
      if (snapshots.length === 1 && one) {
        const reason = error instanceof Error ? error.message : String(error);
        log(`trips of binding ${one.track.binding.id} were refused and left out: ${reason}`);
        await save([], mark);
        return;
      }
      const half = Math.ceil(snapshots.length / 2);
      await save(snapshots.slice(0, half), null);
      await save(snapshots.slice(half), mark);
    }
  }

  // What is saved is taken before the first wait, so that nothing comes between it and what the caller does next.
  return async (also) => {
    const picked = new Set([...pickUnsaved(memory), ...also]);
    for (const track of picked) memory.saved(track);
    const mark = markOf(memory);
    const snapshots = [...picked].map((track) => takeSnapshot(track, memory.receivedTo));
    if (snapshots.length === 0 && mark === savedMark) return [];
    try {
      await save(snapshots, mark);
    } catch (error) {
      for (const snapshot of snapshots) {
        putBack(snapshot);
        memory.touch(snapshot.track, snapshot.unsavedFrom ?? Number.MAX_SAFE_INTEGER);
      }
      throw error;
    }
    savedMark = mark;
    return snapshots;
  };
}
