import { indiaDay } from '#kit/contract/days.ts';

/** A page about a vehicle, for those who may view its module. */
export interface VehicleWay {
  module: string;
  /** What it shows. */
  shows: 'live' | 'track';
  to: string;
  search: Readonly<Record<string, string>>;
}

/** To a vehicle as it is now, and to its track of the day of a moment, ISO UTC. */
export function vehicleWays(vehicleId: string | null, at: string): VehicleWay[] {
  if (vehicleId === null) return [];
  const from = new Date(`${indiaDay(new Date(at))}T00:00:00+05:30`);
  const to = new Date(from.getTime() + 86_400_000 - 60_000);
  return [
    { module: 'live-map', shows: 'live', to: '/live-map', search: { vehicle: vehicleId } },
    {
      module: 'vehicle-trips',
      shows: 'track',
      to: '/replay',
      search: { vehicleId, from: from.toISOString(), to: to.toISOString() },
    },
  ];
}
