import { type Database, everything, transact } from '#kit/server/db/database.ts';

export type Tracked = 'position' | 'raw_frame';
export const dayMs = 86_400_000;
/** Days since 1970, UTC. */
export const dayOf = (time: number): number => Math.floor(time / dayMs);
const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
/**
 * The partition of a day. COPY names it itself, for it takes no table behind row security; the runtime role may add to it and
 * nothing else. Everything else names the table.
 */
export const partitionOf = (tracked: Tracked, day: number): string => `${tracked}_${isoDay(day).replaceAll('-', '')}`;

/** Fixes of days long gone are welcome, but a device that invents days does not fill the catalogue of tables. */
const usualOldDays = 2_000;
const aheadDays = 3;

/** The partitions of days: made ahead and when they are needed, and dropped when their time is over. */
export interface Days {
  /** Learns which there are. */
  load(): Promise<void>;
  has(tracked: Tracked, day: number): boolean;
  /** Of the kept days and those made ahead: there is always room for them. */
  isUsual(tracked: Tracked, day: number, now: number): boolean;
  /** Makes what is missing. Older days for which there is no room are left out. */
  make(tracked: Tracked, days: Iterable<number>, now: number): Promise<void>;
  /** Makes those of the days to come, and drops those of days before the kept ones. To be called now and then. */
  round(now: number): Promise<void>;
}

export interface KeptDays {
  positions: number;
  frames: number;
  /** How many days besides those may exist at a time. Default 2,000. */
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
  const isUsual = (tracked: Tracked, day: number, now: number) => {
    const today = dayOf(now);
    return day >= today - (tracked === 'position' ? kept.positions : kept.frames) && day <= today + aheadDays;
  };
  const hasRoom = (tracked: Tracked, now: number) => {
    let old = 0;
    for (const day of known[tracked]) if (!isUsual(tracked, day, now)) old += 1;
    return old < (kept.old ?? usualOldDays);
  };
  const make = async (tracked: Tracked, days: Iterable<number>, now: number) => {
    for (const day of days) {
      if (known[tracked].has(day)) continue;
      if (!isUsual(tracked, day, now) && !hasRoom(tracked, now)) continue;
      await transact(db, everything, (db) => db.query('select keep_tracking_day($1, $2)', [tracked, isoDay(day)]));
      known[tracked].add(day);
    }
  };
  return {
    load,
    has: (tracked, day) => known[tracked].has(day),
    isUsual,
    make,
    async round(now) {
      const today = dayOf(now);
      for (const tracked of ['position', 'raw_frame'] as const) {
        const ahead = Array.from({ length: aheadDays + 1 }, (_, at) => today + at);
        await make(tracked, ahead, now);
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
