import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { download } from '#kit/web/catalogue/data.ts';
import { invalidate } from '#kit/web/queries.ts';
import { mayView } from '#kit/web/rights.ts';
import type { TripRow } from '#areas/trips/trip-answers.contract.ts';
import type { GeofenceEvent, SimulatedEvent } from './event-answers.contract.ts';

type Query = Record<string, string | number | undefined>;
const listMs = 15_000;

/** What lists of alerts are narrowed to, in their address. */
export const eventNames = ['q', 'kind', 'geofenceId', 'vehicleId', 'from', 'to', 'visits', 'id'] as const;

/** Alerts come without anybody's write: the list asks again while it is looked at. */
export const useGeofenceEvents = (query: Query) =>
  useQuery({
    queryKey: ['geofence-event', 'list', query],
    queryFn: async ({ signal }) => {
      const { data, count } = await api.get<Answer<GeofenceEvent[]> & { count: number }>('/geofence-event', {
        query,
        signal,
      });
      return { data, count };
    },
    placeholderData: keepPreviousData,
    refetchInterval: listMs,
  });

export async function exportEvents(filter: Readonly<Record<string, string>>): Promise<void> {
  const file = await api.blob('POST', '/geofence-event/export', { body: { filter } }).catch(() => undefined);
  if (!file) return;
  download(file.blob, file.name);
  await invalidate('history');
}

/** Where vehicles are: a new geofence is likely to be near them. @param whose id of an organisation, or `own` of a client; empty while nobody is chosen */
export const usePlacesOf = (whose: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['vehicle-trips', 'places', whose],
    enabled: isWanted && whose !== '' && mayView('vehicle-trips'),
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const query = { orgId: whose === 'own' ? undefined : whose, fields: 'lat,lon', take: 500 };
      const { data } = await api.get<Answer<{ lat: number; lon: number }[]>>('/current-patch', {
        query,
        signal,
        quiet: true,
      });
      return data.map(({ lat, lon }) => [lon, lat] as const);
    },
  });

/** Past trips of a vehicle, to test a geofence on. */
export const useTripsOf = (vehicleId: string) =>
  useQuery({
    queryKey: ['vehicle-trips', 'of', vehicleId],
    enabled: vehicleId !== '',
    queryFn: async ({ signal }) =>
      (await api.get<Answer<{ rows: TripRow[] }>>('/vehicle-trips', { query: { vehicleId, take: 30 }, signal })).data
        .rows,
  });

/** The line of a trip, longitude and latitude. */
export const useTripLine = (tripId: string) =>
  useQuery({
    queryKey: ['vehicle-trips', 'line', tripId],
    enabled: tripId !== '',
    queryFn: async ({ signal }) => {
      const { blob } = await api.blob('GET', `/vehicle-trips/${tripId}/track?format=geojson`, { signal, quiet: true });
      const { features } = JSON.parse(await blob.text()) as {
        features: { geometry: { type: string; coordinates: [number, number][] } }[];
      };
      return features
        .filter(({ geometry }) => geometry.type === 'LineString')
        .flatMap(({ geometry }) => geometry.coordinates);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export interface Simulation {
  events: SimulatedEvent[];
  positions: number;
  isCut: boolean;
}
export const simulate = async (body: Readonly<Record<string, unknown>>): Promise<Simulation> =>
  (await api.post<Answer<Simulation>>('/geofence/simulate', { body, quiet: true })).data;
