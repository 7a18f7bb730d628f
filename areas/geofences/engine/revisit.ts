import type { Database, Queryable } from '#kit/server/db/database.ts';
import { bindingAt, type DeviceRegistry } from '#areas/gateway/gateway.server.ts';
import { type FenceEvent, feedFences, newVehicle, type VehicleState } from '#telematics/geofences/follow.ts';
import type { FenceBook } from './fence-book.store.ts';
import {
  addEvents,
  eventsFrom,
  moveEvents,
  removeEvents,
  saysTheSame,
  type StoredEvent,
  type VehicleEvent,
} from './fence-events.store.ts';
import { readVehicle } from './stored-fixes.store.ts';
import { fenceFixOf, type Watched } from './watched-vehicle.ts';

/*
 * Late positions change the visits around them. The vehicle is followed again from a while before the first of them, where it was by
 * what is stored; what comes out stands instead of what was stored, and an event that only moved keeps its id.
 */

/** Faster than this nobody drives, metres a second. */
export const maxLegMs = 55;
/** Long enough for a change of sides to be settled. */
const beforeMs = 30 * 60_000;

interface Revisit {
  db: Database;
  registry: Pick<DeviceRegistry, 'bySlot'>;
  book: FenceBook;
}

/** What a vehicle does from a moment on, by all that is stored up to `receivedTo`. */
export async function follow(
  { db, registry, book }: Revisit,
  watched: Pick<Watched, 'vehicleId' | 'orgId'>,
  inside: VehicleState['fences'],
  from: number,
  receivedTo: number,
): Promise<{ state: VehicleState; events: VehicleEvent[] }> {
  const { vehicleId } = watched;
  const state = newVehicle();
  state.fences = inside;
  const events: VehicleEvent[] = [];
  for await (const page of readVehicle(db, vehicleId, from, receivedTo))
    for (const position of page) {
      const device = registry.bySlot(position.device);
      const binding = device && bindingAt(device, position.fixAt);
      const fences = binding?.vehicleId === vehicleId ? book.of(binding.orgId) : undefined;
      if (!binding || !fences) continue;
      const fix = fenceFixOf(position, binding.ceilingKmh);
      events.push(...named(feedFences(state, vehicleId, fix, fences, maxLegMs), binding, book));
    }
  return { state, events };
}

export const named = (
  events: readonly FenceEvent[],
  { vehicleId, orgId }: Pick<Watched, 'vehicleId' | 'orgId'>,
  book: FenceBook,
): VehicleEvent[] => events.map((event) => ({ ...event, vehicleId, orgId, name: book.facts(event.fence)?.name ?? '' }));

export const beginningOf = (lateFrom: number): number => lateFrom - beforeMs;

const keyOf = ({ fence, kind, at }: Pick<FenceEvent, 'fence' | 'kind' | 'at'>) => `${fence} ${kind} ${at}`;

/**
 * Puts what was worked out in the place of what is stored, from a moment on. What happened before a geofence was changed last stays as it
 * is: it was another geofence.
 * @returns what is there that was not, with its ids.
 */
export async function putRevisited(
  db: Queryable,
  book: FenceBook,
  vehicleId: string,
  from: number,
  events: readonly VehicleEvent[],
  now: Date,
): Promise<(VehicleEvent & { id: string })[]> {
  const concerns = ({ fence, at }: Pick<FenceEvent, 'fence' | 'at'>) =>
    at >= from && at >= (book.facts(fence)?.changedAt ?? Number.POSITIVE_INFINITY);
  const stored = (await eventsFrom(db, vehicleId, from)).filter(concerns);
  const found = events.filter(concerns);
  const storedByKey = new Map(stored.map((one) => [keyOf(one), one]));
  const foundKeys = new Set(found.map(keyOf));
  const gone = stored.filter((one) => !foundKeys.has(keyOf(one)));
  const moved: { id: string; event: VehicleEvent }[] = [];
  const added: VehicleEvent[] = [];
  for (const event of found) {
    const same = storedByKey.get(keyOf(event)) ?? takeAlike(gone, event);
    if (!same) added.push(event);
    else if (!saysTheSame(same, event)) moved.push({ id: same.id, event });
  }
  await removeEvents(
    db,
    gone.map(({ id }) => id),
  );
  await moveEvents(db, moved);
  return addEvents(db, added, now);
}

/** The first stored event of the geofence and the kind that is in no other place: the same one, at another time. */
function takeAlike(gone: StoredEvent[], { fence, kind }: FenceEvent): StoredEvent | undefined {
  const at = gone.findIndex((one) => one.fence === fence && one.kind === kind);
  return at < 0 ? undefined : gone.splice(at, 1)[0];
}
