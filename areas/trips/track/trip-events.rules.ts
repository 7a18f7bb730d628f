import type { TripDetail, TripEvent } from '../trip-answers.contract.ts';
import type { TrackPoint } from '#telematics/pipeline/packed-track.ts';
import { degrees } from '../list/trip-rows.store.ts';

type Told = Omit<TripEvent, 'place'>;

/** What happened on a trip, in the order of time: its ends, where it stood and was not heard, and its top speed. */
export function eventsOf(trip: Pick<TripDetail, 'state' | 'stops'>, track: readonly TrackPoint[]): Told[] {
  const [first, last] = [track[0], track.at(-1)];
  const at = (point: TrackPoint) => ({
    at: new Date(point.fixAt).toISOString(),
    until: null,
    lat: degrees(point.latE7),
    lon: degrees(point.lonE7),
    speedKmh: point.speedCkmh === null ? null : point.speedCkmh / 100,
  });
  let fastest: TrackPoint | undefined;
  for (const point of track) if ((point.speedCkmh ?? 0) > (fastest?.speedCkmh ?? 0)) fastest = point;
  const events: Told[] = [
    ...(first ? [{ kind: 'START' as const, ...at(first) }] : []),
    ...trip.stops.map(
      ({ kind, from, to, lat, lon }): Told => ({
        kind: kind === 'idle' ? 'IDLE' : 'NO_SIGNAL',
        at: from,
        until: to,
        lat,
        lon,
        speedKmh: null,
      }),
    ),
    ...(fastest ? [{ kind: 'TOP_SPEED' as const, ...at(fastest) }] : []),
    ...(last && trip.state !== 'LIVE' ? [{ kind: 'END' as const, ...at(last) }] : []),
  ];
  const order = ['START', 'NO_SIGNAL', 'IDLE', 'TOP_SPEED', 'END'];
  return events.toSorted(
    (a, b) => Date.parse(a.at) - Date.parse(b.at) || order.indexOf(a.kind) - order.indexOf(b.kind),
  );
}
