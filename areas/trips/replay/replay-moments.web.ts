import type { GeofenceEventKind } from '#areas/geofences/event-answers.contract.ts';
import type { TripEvent } from '../trip-answers.contract.ts';

/** Speeding of a vehicle, or what it did at a geofence. Times are ISO UTC. */
export interface ReplayedEvent {
  id: string;
  vehicleId: string;
  kind: 'VIOLATION' | GeofenceEventKind;
  at: string;
  until: string | null;
  /** How fast, or where. */
  name: string;
}

/** What can be jumped to. */
export interface Moment {
  key: string;
  /** Milliseconds UTC. */
  time: number;
  plate: string;
  kind: TripEvent['kind'] | ReplayedEvent['kind'];
  name: string | null;
  seconds: number | null;
}

interface Replayed {
  vehicles: readonly {
    id: string;
    plate: string;
    trips: readonly { id: string; events: readonly Pick<TripEvent, 'kind' | 'at' | 'until'>[] }[];
  }[];
  events: readonly ReplayedEvent[];
}

/** What can be jumped to in a window, in the order of time. @param from @param to milliseconds UTC */
export function momentsOf({ vehicles, events }: Replayed, from: number, to: number): Moment[] {
  const momentOf = (
    key: string,
    plate: string,
    { kind, at, until }: Pick<TripEvent, 'at' | 'until'> & Pick<Moment, 'kind'>,
    name: string | null,
  ): Moment => ({
    key: `${key} ${kind} ${at}`,
    time: Date.parse(at),
    plate,
    kind,
    name,
    seconds: until === null ? null : (Date.parse(until) - Date.parse(at)) / 1_000,
  });
  return vehicles
    .flatMap(({ id, plate, trips }) => [
      ...trips.flatMap((trip) => trip.events.map((event) => momentOf(trip.id, plate, event, null))),
      ...events
        .filter(({ vehicleId }) => vehicleId === id)
        .map((event) => momentOf(event.id, plate, event, event.name)),
    ])
    .filter(({ time }) => time >= from && time <= to)
    .toSorted((a, b) => a.time - b.time);
}
