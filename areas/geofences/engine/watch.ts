import type { Clock } from '#kit/server/clock.ts';
import type { Database } from '#kit/server/db/database.ts';
import { type Binding, bindingAt, type DeviceRegistry, type Position } from '#areas/gateway/gateway.server.ts';
import { feedFences } from '#telematics/geofences/follow.ts';
import type { FenceBook } from './fence-book.store.ts';
import type { VehicleEvent } from './fence-events.store.ts';
import { restoredOf, type StateRow } from './fence-states.store.ts';
import { maxLegMs, named } from './revisit.ts';
import { lastPositions } from './stored-fixes.store.ts';
import { fenceFixOf, isFit, markLate, newestOf, newWatched, printOf, type Watched } from './watched-vehicle.ts';

/** Older positions of before a stop say nothing of where a vehicle is. */
const lastWithinMs = 2 * 86_400_000;

export interface WatchOptions {
  db: Database;
  clock: Clock;
  book: FenceBook;
  registry: Pick<DeviceRegistry, 'bySlot'>;
}

/** What is remembered of vehicles between two positions, and what is not saved yet. */
export interface Watch {
  readonly vehicles: ReadonlyMap<string, Watched>;
  /** Takes the next position that came. */
  take(position: Position): void;
  /** Gives what is not saved, and holds it no longer. */
  takeUnsaved(): { changed: Watched[]; events: VehicleEvent[] };
  /** What could not be saved is to be saved another time. */
  putBack(unsaved: { changed: readonly Watched[]; events: readonly VehicleEvent[] }): void;
  /** Takes what came while a vehicle was held. */
  release(watched: Watched): void;
  isSaved(): boolean;
}

/** Begins with what was saved before a stop; everything up to `mark` stands in it. */
export async function openWatch(options: WatchOptions, rows: readonly StateRow[], mark: number): Promise<Watch> {
  const { book, registry } = options;
  const vehicles = await restoreVehicles(options, rows, mark);
  let touched = new Set<Watched>();
  let events: VehicleEvent[] = [];

  const watch = (watched: Watched, position: Position, binding: Binding) => {
    const fences = book.of(binding.orgId);
    touched.add(watched);
    watched.orgId = binding.orgId;
    if (position.fixAt <= newestOf(watched.state)) {
      markLate(watched, position.fixAt);
      return;
    }
    const fix = fenceFixOf(position, binding.ceilingKmh);
    if (fences)
      events.push(...named(feedFences(watched.state, watched.vehicleId, fix, fences, maxLegMs), watched, book));
    // Of another owner, or of one whose geofences are gone.
    else watched.state = { teleports: { last: fix, doubted: [] }, last: fix, fences: new Map() };
  };
  const take = (position: Position) => {
    if (!isFit(position)) return;
    const device = registry.bySlot(position.device);
    const binding = device && bindingAt(device, position.fixAt);
    if (!binding) return;
    let watched = vehicles.get(binding.vehicleId);
    if (!watched) {
      if (!book.of(binding.orgId)) return;
      watched = newWatched(binding.vehicleId, binding.orgId);
      vehicles.set(binding.vehicleId, watched);
    }
    if (watched.waiting) watched.waiting.push(position);
    else watch(watched, position, binding);
  };

  return {
    vehicles,
    take,
    takeUnsaved() {
      const unsaved = { changed: [...touched], events };
      touched = new Set();
      events = [];
      return unsaved;
    },
    putBack(unsaved) {
      events = [...unsaved.events, ...events];
      for (const watched of unsaved.changed) touched.add(watched);
    },
    release(watched) {
      const { waiting } = watched;
      watched.waiting = null;
      for (const position of waiting ?? []) take(position);
    },
    isSaved: () => events.length === 0 && touched.size === 0,
  };
}

async function restoreVehicles(
  { db, clock, book, registry }: WatchOptions,
  rows: readonly StateRow[],
  mark: number,
): Promise<Map<string, Watched>> {
  const vehicles = new Map<string, Watched>();
  for (const { vehicleId, orgId, saved, lateFrom } of rows) {
    const watched = newWatched(vehicleId, orgId);
    if (saved) watched.state = restoredOf(saved);
    if (lateFrom !== null) markLate(watched, lateFrom);
    watched.saved = printOf(watched.state, lateFrom);
    vehicles.set(vehicleId, watched);
  }
  const after = clock.now().getTime() - lastWithinMs;
  for (const position of await lastPositions(db, book.organisations(), mark, after)) {
    const { vehicleId, device, fixAt } = position;
    const known = registry.bySlot(device);
    const binding = known && bindingAt(known, fixAt);
    if (!binding) continue;
    const watched = vehicles.get(vehicleId) ?? newWatched(vehicleId, binding.orgId);
    const { state } = watched;
    // Where some are doubted, the last that was believed was saved with them.
    if (state.teleports.doubted.length > 0 || (state.last && state.last.time >= fixAt)) continue;
    state.last = fenceFixOf(position, binding.ceilingKmh);
    state.teleports.last = state.last;
    vehicles.set(vehicleId, watched);
  }
  return vehicles;
}
