import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { alarm } from '#areas/alarms/alarm/alarm.contract.ts';
import type { CurrentPatch, TripRow } from '#areas/trips/trip-answers.contract.ts';
import type { Probe } from '#areas/roads/limits/probe.contract.ts';
import type { Answer } from '#kit/contract/answers.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import type { SpeedingAlert } from '#areas/speeding/alert-answers.contract.ts';
import { indiaDay } from '#kit/contract/days.ts';
import { api } from '#kit/web/api.ts';
import { unpackTrack } from '#telematics/pipeline/packed-track.ts';
import type { LiveVehicle } from '../channel/live-vehicles.contract.ts';

/** Places have names again after so long. */
const placesMs = 30_000;
const tripsMs = 60_000;
const trailMs = 20_000;

/** The vehicles of the map. Asked again when somebody writes to a vehicle: its key begins with their path. */
export const useLiveVehicles = () =>
  useQuery({
    queryKey: ['vehicle', 'live-map'],
    queryFn: async ({ signal }) => {
      const { data, positionDays, hidesOffDuty } = await api.get<
        Answer<LiveVehicle[]> & { positionDays: number | null; hidesOffDuty: boolean }
      >('/live-map', { signal });
      return { vehicles: data, positionDays, hidesOffDuty };
    },
    staleTime: 60_000,
  });

/** Vehicle groups by name; none for those who may not see them. */
export function useGroups(mayAsk: boolean): readonly { id: string; label: string }[] {
  const { data } = useQuery({
    queryKey: ['vehicle-group', 'live-map'],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<{ id: string; label: string }[]>>('/vehicle-group/option', { signal, quiet: true })).data,
    enabled: mayAsk,
    staleTime: 60_000,
  });
  return data ?? noGroups;
}
const noGroups: readonly { id: string; label: string }[] = [];

/** Where some vehicles are in words, by their ids; for those who may see trips. */
export const usePlaces = (ids: readonly string[], mayAsk: boolean) =>
  useQuery({
    queryKey: ['vehicle', 'live-places', ids.join()],
    queryFn: async ({ signal }) => {
      const { data } = await api.get<Answer<CurrentPatch[]>>('/current-patch', {
        query: { vehicleId: ids.join() },
        signal,
        quiet: true,
      });
      return new Map(data.map((one) => [one.vehicleId, one]));
    },
    enabled: mayAsk && ids.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: placesMs,
  });

/** Where a vehicle drove on the trip that it is on: longitudes and latitudes by turns; empty when it is on none. */
export function useTrail(vehicleId: string | undefined, mayAsk: boolean): Float64Array {
  const { data: places } = usePlaces(vehicleId === undefined ? [] : [vehicleId], mayAsk);
  const tripId = vehicleId === undefined ? undefined : (places?.get(vehicleId)?.tripId ?? undefined);
  const { data } = useQuery({
    queryKey: ['vehicle-trips', 'live-trail', tripId],
    queryFn: async ({ signal }) => {
      const { blob } = await api.blob('GET', `/vehicle-trips/${tripId}/track`, { signal, quiet: true });
      const points = unpackTrack(new Uint8Array(await blob.arrayBuffer()));
      const trail = new Float64Array(points.length * 2);
      points.forEach(({ latE7, lonE7 }, at) => {
        trail[at * 2] = lonE7 / 1e7;
        trail[at * 2 + 1] = latE7 / 1e7;
      });
      return trail;
    },
    enabled: tripId !== undefined,
    refetchInterval: trailMs,
  });
  return tripId === undefined ? noTrail : (data ?? noTrail);
}
const noTrail = new Float64Array();

/** The road under a vehicle is asked for again this often, while its card is open. */
const roadMs = 10_000;
/** An answer is about where the vehicle was: it is shown so far from there. */
const nearDegrees = 0.005;
export interface RoadUnder {
  name: string;
  ref: string | null;
  /** km/h; null where none is known, or another may apply just as well. */
  limitKmh: number | null;
  /** Where that was, degrees. */
  lat: number;
  lon: number;
}

/**
 * The road where a vehicle is, with the limit that applies to it there now; null where there is none within reach. A limit is told only when
 * it is the same on all that could be meant: both directions where the heading is not known, and roads beside or above.
 */
export const useRoadUnder = (
  { vehicleId, orgId, speedClass, categoryId }: LiveVehicle,
  where: () => { lat: number; lon: number; course: number | undefined } | undefined,
  mayAsk: boolean,
): RoadUnder | undefined => {
  const { data, isError } = useQuery({
    queryKey: ['road', 'under', vehicleId],
    queryFn: async ({ signal }): Promise<RoadUnder | null> => {
      const place = where();
      if (!place) return null;
      const { lat, lon, course } = place;
      const query = {
        lat: lat.toFixed(6),
        lon: lon.toFixed(6),
        class: speedClass ?? 'M1',
        clientId: orgId,
        ...(course === undefined ? {} : { heading: course }),
        ...(categoryId === null ? {} : { categoryId }),
      };
      const { road, others } = (await api.get<Answer<Probe>>('/road/probe', { query, signal, quiet: true })).data;
      if (!road) return null;
      const meant = [road, ...others].flatMap(({ limit, opposite }) => [limit, ...(opposite ? [opposite] : [])]);
      const limits = new Set(meant.map(({ limitKmh }) => limitKmh));
      const limitKmh = speedClass !== null && limits.size === 1 ? road.limit.limitKmh : null;
      return { name: road.name, ref: road.ref, limitKmh, lat, lon };
    },
    enabled: mayAsk,
    refetchInterval: roadMs,
  });
  const here = where();
  if (!data || !here || isError) return undefined;
  const isNear = Math.abs(here.lat - data.lat) < nearDegrees && Math.abs(here.lon - data.lon) < nearDegrees;
  return isNear ? data : undefined;
};

/** Without the live socket it is asked again this often; with it as soon as speeding begins or ends. */
const speedingMs = 15_000;
const mostSpeeding = 200;
export type Speeding = ReadonlyMap<string, SpeedingAlert>;

/** Vehicles that are speeding now, by their ids; none for those who may not see violations. */
export function useSpeeding(mayAsk: boolean): Speeding {
  const { data } = useQuery({
    queryKey: ['speeding-alert', 'live-map'],
    queryFn: async ({ signal }) => {
      const query = { state: 'OPEN', take: mostSpeeding };
      const { data } = await api.get<Answer<SpeedingAlert[]>>('/speeding-alert', { query, signal, quiet: true });
      return new Map(data.map((one) => [one.vehicleId, one]));
    },
    enabled: mayAsk,
    refetchInterval: speedingMs,
  });
  return (mayAsk ? data : undefined) ?? noneSpeeding;
}
const noneSpeeding: Speeding = new Map();

const alarmsMs = 60_000;
const lastAlarms = 3;

/** The last alarms of a vehicle, the latest first; for those who may see alarms. */
export const useLastAlarms = (vehicleId: string) =>
  useQuery({
    queryKey: ['alarm', 'live-last', vehicleId],
    queryFn: async ({ signal }) => {
      const query = { vehicleId, sort: '-lastAt', take: lastAlarms };
      return (await api.get<Answer<RowOf<typeof alarm>[]>>('/alarm', { query, signal, quiet: true })).data;
    },
    refetchInterval: alarmsMs,
  });

/** Trips of a vehicle that began today. */
export const useTripsToday = (vehicleId: string, mayAsk: boolean) =>
  useQuery({
    queryKey: ['vehicle-trips', 'live-today', vehicleId],
    queryFn: async ({ signal }) => {
      const query = { vehicleId, from: indiaDay(new Date()), take: 100 };
      return (
        await api.get<{ data: { rows: TripRow[]; count: number } }>('/vehicle-trips', { query, signal, quiet: true })
      ).data;
    },
    enabled: mayAsk,
    refetchInterval: tripsMs,
  });
