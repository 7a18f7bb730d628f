import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { unpackTrack } from '#telematics/pipeline/packed-track.ts';
import type { TripEvent, TripRow } from '../trip-answers.contract.ts';
import { fetchEvents, type MaySee } from './replay-events.queries.ts';
import type { ReplayedEvent } from './replay-moments.web.ts';
import type { ReplayedTrip } from './replay-track.web.ts';

const mostTrips = 300;
/** Calls that are under way at once. */
const atOnce = 6;

export interface ReplayedVehicle {
  id: string;
  plate: string;
  plateUse: PlateUse | null;
  trips: readonly ReplayedTrip[];
}
export interface Replay {
  vehicles: readonly ReplayedVehicle[];
  /** Speeding, and what happened at geofences. */
  events: readonly ReplayedEvent[];
  /** More trips than are replayed lie in the window. */
  isCut: boolean;
  /** Some began off duty, and are not shown. */
  isHidden: boolean;
}

/** The trips of vehicles in a window with their tracks; vehicles without a trip are left out. */
export const useReplay = (vehicleIds: readonly string[], from: string, to: string, maySee: MaySee) =>
  useQuery({
    queryKey: ['vehicle-trips', 'replay', vehicleIds.join(), from, to, maySee],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<Replay> => {
      const [replay, events] = await Promise.all([
        fetchReplay(vehicleIds, from, to, signal),
        // The tracks are worth showing without them.
        fetchEvents(vehicleIds.join(), from, to, maySee, signal).catch((error: unknown) => {
          if (signal.aborted) throw error;
          return [];
        }),
      ]);
      return { ...replay, events };
    },
  });

async function fetchReplay(
  ids: readonly string[],
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<Omit<Replay, 'events'>> {
  const rows: TripRow[] = [];
  let count = 0;
  do {
    const query = { vehicleId: ids.join(), from, to, sort: 'startAt', take: 100, skip: rows.length };
    const page = (await api.get<Answer<{ rows: TripRow[]; count: number }>>('/vehicle-trips', { query, signal })).data;
    rows.push(...page.rows);
    count = page.rows.length === 0 ? rows.length : page.count;
  } while (rows.length < Math.min(count, mostTrips));
  const trips = new Map<string, ReplayedTrip>();
  const waiting = rows.slice(0, mostTrips).filter(({ startLat }) => startLat !== null);
  const work = async () => {
    for (let row = waiting.shift(); row; row = waiting.shift()) {
      const path = `/vehicle-trips/${row.id}`;
      const [{ blob }, { data: events }] = await Promise.all([
        api.blob('GET', `${path}/track`, { signal, quiet: true }),
        api.get<Answer<TripEvent[]>>(`${path}/events`, { signal, quiet: true }),
      ]);
      trips.set(row.id, { id: row.id, points: unpackTrack(new Uint8Array(await blob.arrayBuffer())), events });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const vehicles = ids.flatMap((id): ReplayedVehicle[] => {
    const own = rows.filter((row) => row.vehicleId === id);
    const found = own.flatMap((row) => trips.get(row.id) ?? []).filter(({ points }) => points.length > 0);
    return found.length === 0
      ? []
      : [{ id, plate: own[0]?.vehicle ?? '', plateUse: own[0]?.plateUse ?? null, trips: found }];
  });
  return { vehicles, isCut: count > mostTrips, isHidden: rows.some(({ endLat }) => endLat === null) };
}
