import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { download } from '#kit/web/catalogue/data.ts';
import { invalidate } from '#kit/web/queries.ts';
import { readTrack } from './track-model.web.ts';
import type { TripDetail, TripRow } from './trip.contract.ts';

type Query = Record<string, string | number | undefined>;
/** How often a trip that goes on is asked for again, and a list of trips. */
const [liveMs, listMs] = [5_000, 15_000];

/** Trips move by themselves, without anybody's write: the list asks again while it is looked at. */
export const useTrips = (query: Query) =>
  useQuery({
    queryKey: ['vehicle-trips', 'list', query],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<{ rows: TripRow[]; count: number }>>('/vehicle-trips', { query, signal })).data,
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
    enabled: trip !== undefined,
    queryFn: async ({ signal }) => {
      const { blob } = await api.blob('GET', `/vehicle-trips/${trip?.id}/track`, { signal, quiet: true });
      return readTrack(await blob.arrayBuffer(), trip?.stops ?? []);
    },
    // Only the former track of the same trip stands in for one that comes.
    placeholderData: (former, query) => (query?.queryKey[2] === trip?.id ? former : undefined),
    staleTime: Infinity,
  });

const searchNames = ['vehicleId', 'driverId', 'orgId', 'deviceId', 'from', 'to', 'state', 'sort', 'page'] as const;
/** Addresses of lists of trips carry these. */
export type TripSearch = Partial<Record<(typeof searchNames)[number], string>>;

/** What an address asks of a list of trips, and of what else it carries nothing. */
export const searchOf = (address: Readonly<Record<string, unknown>>): TripSearch =>
  Object.fromEntries(searchNames.flatMap((name) => (address[name] ? [[name, String(address[name])]] : [])));

/** All trips that the filters of an address match, as a file for the browser's downloads. */
export async function exportTrips(asked: TripSearch): Promise<void> {
  const filter = Object.fromEntries(
    Object.entries(asked).filter(([name, value]) => value && !['sort', 'page'].includes(name)),
  );
  const file = await api.blob('POST', '/vehicle-trips/export', { body: { filter } }).catch(() => undefined);
  if (!file) return;
  download(file.blob, file.name);
  await invalidate('history');
}
