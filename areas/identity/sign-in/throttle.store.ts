import { createHash } from 'node:crypto';
import { type Database, everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { placesOf } from '#kit/server/http/places.ts';
import {
  before,
  dayMs,
  delayAfter,
  refuseTooMany,
  refuseTooManyCodes,
  type TryKeys,
  tryLimits,
} from './throttle.rules.ts';

/** Who tries, from where: all of it what the server knows, nothing that a caller could vary at will. */
export interface Trier {
  /** The account as typed, in one spelling (see accountKey), or another name of what is tried. */
  account: string;
  ip: string;
  /** The device that the account is known from: it has tries of its own, which no stranger can use up. */
  device?: string | undefined;
  /** Default: guesses at a password or a code. */
  rule?: 'guess' | 'mail';
}

/** A try that was let through. It counts as wrong until it is said to have been something else. */
export interface Try {
  /** Seconds until the next one is taken, if this one is wrong. */
  readonly waitS: number;
  /** It was right: it and the earlier ones from the same place no longer count. */
  passed(): Promise<void>;
  /** It was neither right nor wrong. */
  takeBack(): Promise<void>;
  /** The password was right, and a code is looked at next. @throws 429 */
  withCode(): Promise<void>;
}

/** Slows guessing down without ever locking an account. Its memory is the database, and its keys are hashes. */
export interface Throttle {
  /**
   * Counts a try before its password is looked at, so that many at once cannot slip through together.
   * @throws 429 with the seconds to wait; a refused try is not counted.
   */
  start(who: Trier, now: Date): Promise<Try>;
  sweep(now: Date): Promise<void>;
}

const keyOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

function keysOf(who: Trier): TryKeys {
  const { address, network } = placesOf(who.ip);
  return {
    account: keyOf(who.account),
    device: who.device === undefined ? null : keyOf(`device:${who.device}`),
    address: keyOf(address),
    network: keyOf(network),
  };
}

export function createThrottle(db: Database): Throttle {
  /**
   * Tries for one account take their turn, those for others do not wait; nor do those from a device that it is known from, which are
   * counted by themselves.
   */
  const inTurn = <T>(keys: TryKeys, work: (db: Queryable) => Promise<T>) =>
    transact(db, everything, async (db) => {
      await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${keys.account}${keys.device ?? ''}`]);
      return work(db);
    });
  return {
    async start(who, now) {
      const keys = keysOf(who);
      const { id, wrong } = await inTurn(keys, async (db) => {
        const wrong = await refuseTooMany(db, keys, now, tryLimits[who.rule ?? 'guess']);
        const [row] = await db.query<{ id: number }>(
          `insert into login_attempt (account_key, device_key, ip_key, net_key, at) values ($1, $2, $3, $4, $5) returning id`,
          [keys.account, keys.device, keys.address, keys.network, now.toISOString()],
        );
        return { id: row?.id ?? 0, wrong };
      });
      return {
        waitS: delayAfter(wrong + 1, tryLimits[who.rule ?? 'guess']),
        async passed() {
          await db.query(
            `delete from login_attempt where account_key = $1 and device_key is not distinct from $2
               and ($2::text is not null or ip_key = $3)`,
            [keys.account, keys.device, keys.address],
          );
        },
        async takeBack() {
          await db.query('delete from login_attempt where id = $1', [id]);
        },
        withCode: () =>
          inTurn(keys, async (db) => {
            await refuseTooManyCodes(db, keys, now);
            await db.query('update login_attempt set with_code = true where id = $1', [id]);
          }),
      };
    },
    async sweep(now) {
      await db.query('delete from login_attempt where at < $1', [before(now, dayMs)]);
    },
  };
}
