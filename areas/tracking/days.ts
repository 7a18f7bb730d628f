import { type Database, everything, transact } from '#kit/server/db/database.ts';

export type Tracked = 'position' | 'raw_frame';
export const dayMs = 86_400_000;
/** Days since 1970, UTC. */
export const dayOf = (time: number): number => Math.floor(time / dayMs);
const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** Fixes of days long gone are welcome, but a device that invents days does not fill the catalogue of tables. */
const usualOldDays = 400;
const aheadDays = 3;

/** The partitions of days: made ahead and when they are needed, and dropped when their time is over. */
export interface Days {
  /** Learns which there are. */
  load(): Promise<void>;
  has(tracked: Tracked, day: number): boolean;
  /** Makes what is missing. Days for which there is no room are left out. */
  make(tracked: Tracked, days: Iterable<number>): Promise<void>;
  /** Makes those of the days to come, and drops those of days before the kept ones. To be called now and then. */
  round(now: number): Promise<void>;
}

export interface KeptDays {
  positions: number;
  frames: number;
  /** How many days besides those may exist at a time. Default 400. */
  old?: number;
}

export function createDays(db: Database, kept: KeptDays, log: (line: string) => void): Days {
  const known: Record<Tracked, Set<number>> = { position: new Set(), raw_frame: new Set() };
  const load = async () => {
    const rows = await db.query<{ tracked: Tracked; part: string }>(
      `select p.relname as tracked, c.relname as part from pg_inherits i
       join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
       where i.inhparent in ('position'::regclass, 'raw_frame'::regclass)`,
    );
    for (const tracked of ['position', 'raw_frame'] as const)
      known[tracked] = new Set(
        rows
          .filter((row) => row.tracked === tracked)
          .map(({ part }) => dayOf(Date.parse(part.slice(-8).replace(/(....)(..)(..)/, '$1-$2-$3')))),
      );
  };
  const make = async (tracked: Tracked, days: Iterable<number>) => {
    for (const day of days) {
      if (known[tracked].has(day)) continue;
      if (known[tracked].size >= kept.positions + aheadDays + (kept.old ?? usualOldDays)) return;
      await transact(db, everything, (db) => db.query('select keep_tracking_day($1, $2)', [tracked, isoDay(day)]));
      known[tracked].add(day);
    }
  };
  return {
    load,
    has: (tracked, day) => known[tracked].has(day),
    make,
    async round(now) {
      const today = dayOf(now);
      for (const tracked of ['position', 'raw_frame'] as const) {
        const ahead = Array.from({ length: aheadDays + 1 }, (_, at) => today + at);
        await make(tracked, ahead);
        const first = today - (tracked === 'position' ? kept.positions : kept.frames);
        const [row] = await transact(db, everything, (db) =>
          db.query<{ dropped: number }>('select drop_tracking_days($1, $2) as dropped', [tracked, isoDay(first)]),
        );
        if (row && row.dropped > 0) {
          log(`${tracked}: ${row.dropped} days before ${isoDay(first)} dropped`);
          await load();
        }
      }
    },
  };
}
