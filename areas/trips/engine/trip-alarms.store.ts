import type { Queryable } from '#kit/server/db/database.ts';
import { flag } from '#areas/gateway/gateway.server.ts';
import type { LogOf } from './ended-trips.store.ts';
import { isoOf } from './trips.store.ts';

/** What a device cried during a trip, and where. */
export interface AlarmOfTrip {
  /** Milliseconds, UTC. */
  at: number;
  /** Names of telematics/protocols/alarms.ts. */
  names: readonly string[];
  latE7: number;
  lonE7: number;
}

/** Alarms of the positions of a trip; none when they are no longer kept. To be called over everybody's rows. */
export const alarmsOfTrip = (db: Queryable, { log }: LogOf): Promise<AlarmOfTrip[]> =>
  db.query<AlarmOfTrip>(
    `select (extract(epoch from p.fix_at) * 1000)::float8 as at, p.attributes -> 'alarms' as names, p.lat_e7 as "latE7", p.lon_e7 as "lonE7"
     from gateway_position p where p.device = $1 and p.fix_at >= $2 and p.fix_at <= $3 and p.flags & ${flag.alarm} <> 0 and p.unfit = 0
     order by p.fix_at`,
    [log.device, isoOf(log.start), isoOf(log.end)],
  );
