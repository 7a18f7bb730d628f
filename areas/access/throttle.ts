import { createHash } from 'node:crypto';
import { type Database, everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';

/** Failed tries kept per account and per address; a restart does not forget them. */
const windowMinutes = 15;
const freeTries = 5;
const maxDelayS = 60;
const maxPerAddress = 100;

const keyOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * Slows guessing down without ever locking an account: after five failed tries in a quarter of an hour each further one
 * waits longer, up to a minute. Keys come from the normalised account and the socket's address only.
 */
export interface Throttle {
  /**
   * Counts a try before its password is looked at, so that many at once cannot slip through together.
   * @throws 429 with the seconds to wait; a refused try is not counted.
   */
  start(account: string, ip: string, now: Date): Promise<void>;
  /** A right password clears the account's tries. */
  passed(account: string): Promise<void>;
  sweep(now: Date): Promise<void>;
}

export function createThrottle(db: Database): Throttle {
  return {
    start: (account, ip, now) =>
      transact(db, everything, async (db) => {
        // Tries for one account take their turn, those for others do not wait.
        await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [keyOf(account)]);
        await refuseTooMany(db, account, ip, now);
        await db.query('insert into login_attempt (account_key, ip_key, at) values ($1, $2, $3)', [
          keyOf(account),
          keyOf(ip),
          now.toISOString(),
        ]);
      }),
    async passed(account) {
      await db.query('delete from login_attempt where account_key = $1', [keyOf(account)]);
    },
    async sweep(now) {
      await db.query('delete from login_attempt where at < $1', [new Date(now.getTime() - 86_400_000).toISOString()]);
    },
  };
}

async function refuseTooMany(db: Queryable, account: string, ip: string, now: Date): Promise<void> {
  const windowMs = windowMinutes * 60_000;
  const since = new Date(now.getTime() - windowMs).toISOString();
  const [tries] = await db.query<{ account: number; address: number; last: string | null; freed: string | null }>(
    `select count(*) filter (where account_key = $1) as account, count(*) filter (where ip_key = $2) as address,
           max(at) filter (where account_key = $1) as last, min(at) filter (where ip_key = $2) as freed
         from login_attempt where at > $3 and (account_key = $1 or ip_key = $2)`,
    [keyOf(account), keyOf(ip), since],
  );
  if (!tries) return;
  const over = tries.account - freeTries;
  if (over >= 0 && tries.last !== null) {
    const delayS = Math.min(maxDelayS, 2 ** (over + 1));
    const waitS = Math.ceil((Date.parse(tries.last) + delayS * 1_000 - now.getTime()) / 1_000);
    if (waitS > 0) throw refuse.tooMany(`Too many tries. Wait ${waitS} seconds and try again`, waitS);
  }
  if (tries.address >= maxPerAddress && tries.freed !== null) {
    const waitS = Math.max(1, Math.ceil((Date.parse(tries.freed) + windowMs - now.getTime()) / 1_000));
    throw refuse.tooMany(
      `Too many tries from your network. Wait ${Math.ceil(waitS / 60)} minutes and try again`,
      waitS,
    );
  }
}
