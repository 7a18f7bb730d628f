import type { DeviceRegistry, Position } from '#areas/gateway/gateway.server.ts';
import { markLate, takeFix, type Track, wholeLog } from './track.ts';
import { createTracks, recallVehicle } from './tracks.ts';

/** All tracks, and which of them are to be saved, cut again or looked into for the first time. */
export interface TrackMemory {
  /** What was received up to here is taken. */
  receivedTo: number;
  readonly unsaved: ReadonlySet<Track>;
  readonly late: ReadonlySet<Track>;
  /** Whose place or motion may be another since `forgetMoved`. */
  readonly moved: ReadonlySet<Track>;
  readonly unread: readonly Track[];
  all(): Iterable<Track>;
  take(positions: readonly Position[]): void;
  /** Says that something of a track is to be saved that came at a moment. */
  touch(track: Track, receivedAt: number): void;
  saved(track: Track): void;
  forgetMoved(): void;
  /** What comes of a track waits from now on; `release` takes it. */
  hold(track: Track): void;
  release(track: Track): void;
  /** Follows the book: new bindings wait until it is known whether they have a log. */
  follow(): void;
  read(track: Track, hasLog: boolean): void;
  wasCut(track: Track): void;
  /** Where the track's vehicle is was taken back: whatever else carried it is asked again. */
  recall(track: Track): void;
}

/** Long ago: nothing more is waited for. */
const atOnce = Number.NEGATIVE_INFINITY;

/** `known`: tracks as they were saved, by binding. */
export function createMemory(
  registry: Pick<DeviceRegistry, 'all'>,
  known: ReadonlyMap<string, Track>,
  receivedTo: number,
): TrackMemory {
  const tracks = createTracks(known);
  const unsaved = new Set<Track>();
  const late = new Set<Track>();
  const unread = new Set<Track>();
  const moved = new Set<Track>();

  function touch(track: Track, receivedAt: number): void {
    moved.add(track);
    if (track.unsavedFrom === null || receivedAt < track.unsavedFrom) track.unsavedFrom = receivedAt;
    unsaved.add(track);
  }

  function takeOne(track: Track, position: Position): void {
    touch(track, position.receivedAt);
    if (track.waiting) track.waiting.push(position);
    else {
      takeFix(track, position);
      if (track.late) late.add(track);
    }
  }

  function findLate(): void {
    for (const track of tracks.all()) if (track.late) late.add(track);
  }

  const memory: TrackMemory = {
    receivedTo,
    unsaved,
    late,
    moved,
    get unread() {
      return [...unread];
    },
    all: () => tracks.all(),
    take(positions) {
      for (const position of positions) {
        if (position.unfit !== 0) continue;
        const track = tracks.at(position.device, position.fixAt);
        if (track && position.receivedAt > track.savedTo) takeOne(track, position);
      }
    },
    touch,
    saved: (track) => void unsaved.delete(track),
    forgetMoved: () => moved.clear(),
    hold(track) {
      track.waiting = [];
    },
    release(track) {
      const { waiting } = track;
      track.waiting = null;
      for (const position of waiting ?? []) takeOne(track, position);
    },
    follow() {
      for (const track of tracks.follow(registry)) {
        track.waiting = [];
        unread.add(track);
      }
      const held = new Set(tracks.all());
      for (const set of [unsaved, late, unread]) for (const track of set) if (!held.has(track)) set.delete(track);
      findLate();
    },
    read(track, hasLog) {
      unread.delete(track);
      if (hasLog) {
        markLate(track, wholeLog.from, wholeLog.to, atOnce);
        late.add(track);
      }
      touch(track, memory.receivedTo);
      memory.release(track);
    },
    wasCut(track) {
      moved.add(track);
      track.late = null;
      late.delete(track);
    },
    recall(track) {
      recallVehicle(tracks.all(), track.binding.vehicleId, track);
      findLate();
    },
  };
  return memory;
}
