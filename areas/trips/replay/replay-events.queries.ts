import type { GeofenceEvent } from '#areas/geofences/event-answers.contract.ts';
import type { SpeedingAlert } from '#areas/speeding/alert-answers.contract.ts';
import type { Violation } from '#areas/speeding/violation-answers.contract.ts';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { overText } from '#kit/web/ui/units.ts';
import type { ReplayedEvent } from './replay-moments.web.ts';

/** What whoever looks at the replay may see besides trips. */
export interface MaySee {
  violations: boolean;
  geofenceEvents: boolean;
}

const take = 200;
const mostPages = 10;

/** Rows of a list, page after page. */
async function rowsOf<Row>(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 0; page < mostPages; page += 1) {
    const asked = { ...query, take, skip: rows.length };
    const { data, count } = await api.get<Answer<Row[]> & { count: number }>(path, {
      query: asked,
      signal,
      quiet: true,
    });
    rows.push(...data);
    if (data.length === 0 || rows.length >= count) break;
  }
  return rows;
}

/** Speeding as the check after the trip found it, and as it was raised on the way where that check is still to come; and geofence alerts. */
export async function fetchEvents(
  vehicleId: string,
  from: string,
  to: string,
  { violations, geofenceEvents }: MaySee,
  signal: AbortSignal,
): Promise<ReplayedEvent[]> {
  const query = { vehicleId, from, to };
  const none: never[] = [];
  const [found, hints, visits] = await Promise.all([
    violations ? rowsOf<Violation>('/violation', { ...query, state: 'TO_REVIEW,CONFIRMED' }, signal) : none,
    violations ? rowsOf<SpeedingAlert>('/speeding-alert', { ...query, outcome: 'PENDING' }, signal) : none,
    geofenceEvents ? rowsOf<GeofenceEvent>('/geofence-event', query, signal) : none,
  ]);
  return [
    ...[...found, ...hints].map((one): ReplayedEvent => {
      const { id, vehicleId, fromAt, toAt, road } = one;
      return { id, vehicleId, kind: 'VIOLATION', at: fromAt, until: toAt, name: `${overText(one)}, ${road}` };
    }),
    ...visits.map(
      ({ id, vehicleId, kind, at, geofence }): ReplayedEvent => ({
        id,
        vehicleId,
        kind,
        at,
        until: null,
        name: geofence,
      }),
    ),
  ];
}
