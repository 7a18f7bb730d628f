import { type Database, everything, transact } from '#kit/server/db/database.ts';

/** Who knocks and is not known: support staff look here when a tracker does not appear. */
export interface UnregisteredDevices {
  note(protocol: string, identifier: string, address: string, now: number): void;
  write(): Promise<void>;
  /** How many names wait to be written. */
  readonly waiting: number;
}

interface Attempt {
  protocol: string;
  identifier: string;
  address: string;
  firstAt: number;
  lastAt: number;
  tries: number;
}

/** Rows that are kept, and names that wait to be written. */
const maxKept = 1_000;
const maxLength = 64;

export function createUnregisteredDevices(db: Database): UnregisteredDevices {
  let attempts = new Map<string, Attempt>();
  return {
    get waiting() {
      return attempts.size;
    },
    note(protocol, given, address, now) {
      const identifier = given.replace(/[^\x20-\x7e]/g, '?').slice(0, maxLength);
      const key = `${protocol} ${identifier}`;
      const known = attempts.get(key);
      if (known) {
        known.tries += 1;
        known.lastAt = now;
        known.address = address;
      } else if (attempts.size < maxKept)
        attempts.set(key, { protocol, identifier, address, firstAt: now, lastAt: now, tries: 1 });
    },
    async write() {
      if (attempts.size === 0) return;
      const rows = [...attempts.values()];
      attempts = new Map();
      const iso = (ms: number) => new Date(ms).toISOString();
      try {
        await transact(db, everything, async (db) => {
          await db.query(
            `insert into unknown_device as u (protocol, identifier, first_at, last_at, tries, address)
             select * from unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::bigint[], $6::text[])
             on conflict (protocol, identifier) do update set last_at = excluded.last_at, tries = u.tries + excluded.tries,
               address = excluded.address`,
            [
              rows.map((row) => row.protocol),
              rows.map((row) => row.identifier),
              rows.map((row) => iso(row.firstAt)),
              rows.map((row) => iso(row.lastAt)),
              rows.map((row) => row.tries),
              rows.map((row) => row.address),
            ],
          );
          await db.query(
            `delete from unknown_device where (protocol, identifier) in
               (select protocol, identifier from unknown_device order by last_at desc, protocol, identifier offset $1)`,
            [maxKept],
          );
        });
      } catch (error) {
        // What came meanwhile stays: there is no more room than before, however long the database is away.
        for (const row of rows) {
          if (attempts.size >= maxKept) break;
          if (!attempts.has(`${row.protocol} ${row.identifier}`))
            attempts.set(`${row.protocol} ${row.identifier}`, row);
        }
        throw error;
      }
    },
  };
}
