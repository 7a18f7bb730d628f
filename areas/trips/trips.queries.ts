import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { download } from '#kit/web/catalogue/data.ts';
import { invalidate } from '#kit/web/queries.ts';
import { readTrack } from './track/track-model.web.ts';
import type { CurrentPatch, TripDetail, TripRow } from './trip-answers.contract.ts';

type Query = Record<string, string | number | undefined>;
/** How often a trip that goes on is asked for again, and a list of trips. */
const [liveMs, listMs] = [5_000, 15_000];

/** Trips move by themselves, without anybody's write: the list asks again while it is looked at. */
export const useTrips = (query: Query) =>
  useQuery({
    queryKey: ['vehicle-trips', 'list', query],
    queryFn: async ({ signal }) => {
      const { data, positionDays } = await api.get<
        Answer<{ rows: TripRow[]; count: number }> & { positionDays: number | null }
      >('/vehicle-trips', { query, signal });
      return { data: data.rows, count: data.count, positionDays };
    },
    placeholderData: keepPreviousData,
    refetchInterval: listMs,
  });

/** Where a vehicle is; null where that is not known, with whether it is hidden from the reader or from its client: it is off duty. */
export const useCurrentPosition = (vehicleId: string) =>
  useQuery({
    queryKey: ['vehicle', 'position', vehicleId],
    queryFn: async ({ signal }) =>
      positionOf(vehicleId, await api.get<Patches>('/current-patch', { query: { vehicleId }, signal, quiet: true })),
    refetchInterval: listMs,
  });

type Patches = Answer<CurrentPatch[]> & { offDuty: string[] };
const positionOf = (vehicleId: string, { data, offDuty }: Patches) => ({
  patch: data.find((one) => one.vehicleId === vehicleId) ?? null,
  isOffDuty: offDuty.includes(vehicleId),
});

/** Where the vehicles of a page of their list are, by their ids. */
export const usePositions = (ids: readonly string[]) =>
  useQuery({
    queryKey: ['vehicle', 'positions', ids.join()],
    queryFn: async ({ signal }) => {
      const query = { vehicleId: ids.join() };
      const found = await api.get<Patches>('/current-patch', { query, signal, quiet: true });
      return new Map(ids.map((id) => [id, positionOf(id, found)]));
    },
    placeholderData: keepPreviousData,
    refetchInterval: listMs,
  });

export const useTrip = (id: string) =>
  useQuery({
    queryKey: ['vehicle-trips', 'one', id],
    queryFn: async ({ signal }) => (await api.get<Answer<TripDetail>>(`/vehicle-trips/${id}`, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.state === 'LIVE' ? liveMs : false),
  });

/** The track of a trip as it was when the trip was last told. */
export const useTrack = (trip: TripDetail | undefined) =>
  useQuery({
    queryKey: ['vehicle-trips', 'track', trip?.id, trip?.updatedAt],
    // Of a trip that began off duty nothing is shown.
    enabled: trip !== undefined && trip.startLat !== null,
    queryFn: async ({ signal }) => {
      const { blob } = await api.blob('GET', `/vehicle-trips/${trip?.id}/track`, { signal, quiet: true });
      return readTrack(await blob.arrayBuffer(), trip?.stops ?? []);
    },
    // Only the former track of the same trip stands in for one that comes.
    placeholderData: (former, query) => (query?.queryKey[2] === trip?.id ? former : undefined),
    staleTime: Infinity,
  });

/** The track of a trip as a file for the browser's downloads. */
export async function downloadTrack(id: string, format: 'gpx' | 'kml' | 'csv'): Promise<void> {
  const file = await api.blob('GET', `/vehicle-trips/${id}/track`, { query: { format } }).catch(() => undefined);
  if (file) download(file.blob, file.name);
}

/** What lists of trips are narrowed to and sorted by, in their address. */
export const tripNames = ['vehicleId', 'driverId', 'orgId', 'deviceId', 'from', 'to', 'state', 'sort'] as const;

/** All trips that a filter matches, as a file for the browser's downloads. */
export async function exportTrips(filter: Readonly<Record<string, string>>): Promise<void> {
  const file = await api.blob('POST', '/vehicle-trips/export', { body: { filter } }).catch(() => undefined);
  if (!file) return;
  download(file.blob, file.name);
  await invalidate('history');
}
