import { allowMs, type Database, everything, transact } from '#kit/server/db/database.ts';
import type { TripProfile } from '#telematics/pipeline/profile.ts';
import type { Binding, Position } from '#areas/gateway/gateway.server.ts';
import { isoOf } from './trips.store.ts';

// Reads what devices sent, from the store.

const readMs = 30_000;
const ms = (column: string) => `(extract(epoch from p.${column}) * 1000)::float8`;
const columns = `${ms('fix_at')} as "fixAt", ${ms('received_at')} as "receivedAt", p.device, p.lat_e7 as "latE7", p.lon_e7 as "lonE7",
  p.speed_ckmh as "speedCkmh", p.accuracy_cm as "accuracyCm", p.course_ddeg as "courseDdeg", p.altitude_m as "altitudeM",
  p.satellites, p.hdop_c as "hdopC", p.flags, p.unfit, p.attributes::text as attributes`;

export interface LogPart {
  device: number;
  /** Milliseconds; `after` and `before` are no part of it. */
  after: number;
  before: number;
  /** Only what was received up to then. */
  receivedTo?: number;
}

const pageRows = 5_000;

/** What may drive something of a part of a device's log, by time, a page after another. */
export async function* readLog(
  db: Database,
  part: LogPart,
  { maxAccuracyM }: TripProfile,
): AsyncGenerator<readonly Position[]> {
  let { after } = part;
  for (;;) {
    const from = after;
    const rows = await transact(db, everything, async (db) => {
      await allowMs(db, readMs);
      return db.query<Position>(
        {
          name: 'position-log',
          text: `select ${columns} from gateway_position p
            where p.device = $1 and p.fix_at > $2 and p.fix_at < $3 and p.received_at <= $4
              and p.unfit = 0 and (p.accuracy_cm is null or p.accuracy_cm <= $5)
            order by p.fix_at limit $6`,
          timeoutMs: readMs,
        },
        [
          part.device,
          isoOf(from),
          isoOf(part.before),
          isoOf(part.receivedTo ?? endOfTime),
          Math.round(maxAccuracyM * 100),
          pageRows,
        ],
      );
    });
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    after = last.fixAt;
  }
}

/** Beyond every time that is stored. */
export const endOfTime = Date.UTC(9999, 0, 1);

/** One fix of a device. */
export async function readFix(db: Database, device: number, fixAt: number): Promise<Position | null> {
  const [row] = await transact(db, everything, (db) =>
    db.query<Position>(
      { name: 'position-one', text: `select ${columns} from gateway_position p where p.device = $1 and p.fix_at = $2` },
      [device, isoOf(fixAt)],
    ),
  );
  return row ?? null;
}

/** Bindings in whose time anything of their device is stored. */
export async function bindingsWithLog(db: Database, bindings: readonly Binding[]): Promise<ReadonlySet<string>> {
  const rows = await transact(db, everything, async (db) => {
    await allowMs(db, readMs);
    return db.query<{ id: string }>(
      {
        text: `select b.id from unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::timestamptz[]) as b (id, device, from_at, to_at)
          where exists (select from gateway_position p where p.device = b.device and p.fix_at >= b.from_at and p.fix_at < b.to_at)`,
        timeoutMs: readMs,
      },
      [
        bindings.map(({ id }) => id),
        bindings.map(({ device }) => device),
        bindings.map(({ from }) => isoOf(from)),
        bindings.map(({ to }) => isoOf(to ?? endOfTime)),
      ],
    );
  });
  return new Set(rows.map(({ id }) => id));
}

const replayRows = 20_000;

/** What was stored since a moment, as it came: whole batches are in order, and each device's fixes in a batch by time. */
export async function* readSince(db: Database, receivedAt: number): AsyncGenerator<readonly Position[]> {
  let last = { receivedAt, device: 2_147_483_647, fixAt: endOfTime };
  for (;;) {
    const rows = await transact(db, everything, async (db) => {
      await allowMs(db, readMs);
      return db.query<Position>(
        {
          text: `select ${columns} from gateway_position p
            where p.received_at >= $1 and (p.received_at, p.device, p.fix_at) > ($1, $2, $3)
            order by p.received_at, p.device, p.fix_at limit $4`,
          timeoutMs: readMs,
        },
        [isoOf(last.receivedAt), last.device, isoOf(last.fixAt), replayRows],
      );
    });
    yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < replayRows) return;
    last = end;
  }
}

const patienceMs = 10_000;

/** Waits until nobody is storing positions any more: a product that was killed may have left a batch to the server. */
export async function storingEnds(db: Database, pause: (ms: number) => Promise<unknown>): Promise<void> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    const rows = await db.query(
      `select 1 from pg_locks where relation = 'position'::regclass and mode = 'RowExclusiveLock'
         and database = (select oid from pg_database where datname = current_database()) limit 1`,
    );
    if (rows.length === 0) return;
    await pause(50);
  }
}
