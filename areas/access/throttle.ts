import { createHash } from 'node:crypto';
import type { Database } from '#kit/server/db/database.ts';
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
  /** Refuses with 429 and the seconds to wait. */
  check(account: string, ip: string, now: Date): Promise<void>;
  failed(account: string, ip: string, now: Date): Promise<void>;
  /** A right password clears the account's tries, not the address's. */
  passed(account: string): Promise<void>;
  sweep(now: Date): Promise<void>;
}

export function createThrottle(db: Database): Throttle {
  return {
    async check(account, ip, now) {
      const since = new Date(now.getTime() - windowMinutes * 60_000).toISOString();
      const [tries] = await db.query<{ account: number; address: number; last: string | null }>(
        `select count(*) filter (where account_key = $1) as account, count(*) filter (where ip_key = $2) as address,
           max(at) filter (where account_key = $1) as last
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
      if (tries.address >= maxPerAddress)
        throw refuse.tooMany('Too many tries from your network. Wait a minute and try again', 60);
    },
    async failed(account, ip, now) {
      await db.query('insert into login_attempt (account_key, ip_key, at) values ($1, $2, $3)', [
        keyOf(account),
        keyOf(ip),
        now.toISOString(),
      ]);
    },
    async passed(account) {
      await db.query('delete from login_attempt where account_key = $1', [keyOf(account)]);
    },
    async sweep(now) {
      await db.query('delete from login_attempt where at < $1', [new Date(now.getTime() - 86_400_000).toISOString()]);
    },
  };
}
