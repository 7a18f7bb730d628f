import type { Queryable } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';

/** Wrong tries that are let through, by what they count against. */
export const tryLimits = {
  /**
   * Guesses at one account. `free` in a quarter of an hour, before each further one waits longer: 2 s, 4 s … up to 75 s. An
   * account has two names, email and mobile number, so that both together stay at a hundred an hour.
   */
  guess: { free: 5, anHour: 50 },
  /** Mails that anybody can have sent to somebody. */
  mail: { free: 3, anHour: 5 },
  maxDelayS: 75,
  /** In a quarter of an hour. An address is an IPv4 address or an IPv6 /64; its network is the /24 or the /48. */
  address: 100,
  network: 300,
  /** In a minute, over all accounts: more than that is an attack, and only known devices still get in at once. */
  overallAMinute: 300,
  /** Codes in a day, before each further one waits longer, up to half an hour: there are only a million codes. */
  freeCodes: 10,
  maxCodeDelayS: 1_800,
};
const minuteMs = 60_000;
const windowMs = 15 * minuteMs;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Hashes of what a try counts against. */
export interface TryKeys {
  account: string;
  /** Null: not from a device that the account is known from. */
  device: string | null;
  address: string;
  network: string;
}
interface Tries {
  count: number;
  first: string | null;
  last: string | null;
}

export const before = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString();
/** Whole seconds until `ms` after a time; 0 when that is over, or the time never was. */
const leftS = (from: string | null, ms: number, now: Date): number =>
  from === null ? 0 : Math.max(0, Math.ceil((Date.parse(from) + ms - now.getTime()) / 1_000));
type Rule = (typeof tryLimits)['guess' | 'mail'];
/** Seconds that the next try waits after so many wrong ones. */
export const delayAfter = (wrong: number, { free }: Rule): number =>
  wrong < free ? 0 : Math.min(tryLimits.maxDelayS, 2 ** Math.min(20, wrong - free + 1));
const inWords = (seconds: number) => (seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`);
const wait = (what: string, seconds: number) =>
  refuse.tooMany(`${what}. Wait ${inWords(seconds)} and try again`, seconds);

/**
 * Refuses a try that comes too early, with the time to wait.
 * @returns the wrong tries of the account, or of its known device, in the last quarter of an hour.
 */
export async function refuseTooMany(db: Queryable, keys: TryKeys, now: Date, rule: Rule): Promise<number> {
  const [tries] = await db.query<Tries & { recent: number }>(
    {
      name: 'tries-of-account',
      text: `select count(*) filter (where at > $3) as recent, count(*) as count, max(at) as last, min(at) as first
        from login_attempt where account_key = $1 and device_key is not distinct from $2 and at > $4`,
    },
    [keys.account, keys.device, before(now, windowMs), before(now, hourMs)],
  );
  if (!tries) return 0;
  const waitS = Math.max(
    leftS(tries.last, delayAfter(tries.recent, rule) * 1_000, now),
    tries.count >= rule.anHour ? leftS(tries.first, hourMs, now) : 0,
  );
  if (waitS > 0) throw wait('Too many attempts', waitS);
  // Whoever comes from a device that the account is known from does not pay for what strangers do.
  if (keys.device === null) await refuseCrowd(db, keys, now);
  return tries.recent;
}

async function refuseCrowd(db: Queryable, keys: TryKeys, now: Date): Promise<void> {
  const crowds = await db.query<Tries>(
    {
      name: 'tries-of-crowds',
      text: `select count(*), min(at) as first, max(at) as last from login_attempt where ip_key = $1 and device_key is null and at > $3
        union all select count(*), min(at), max(at) from login_attempt where net_key = $2 and device_key is null and at > $3
        union all select count(*), min(at), max(at) from login_attempt where device_key is null and at > $4`,
    },
    [keys.address, keys.network, before(now, windowMs), before(now, minuteMs)],
  );
  const rules = [
    { most: tryLimits.address, ms: windowMs, what: 'Too many attempts from your network' },
    { most: tryLimits.network, ms: windowMs, what: 'Too many attempts from your network' },
    { most: tryLimits.overallAMinute, ms: minuteMs, what: 'Too many users are signing in' },
  ];
  for (const [index, { most, ms, what }] of rules.entries()) {
    const crowd = crowds[index];
    if (crowd && crowd.count >= most) throw wait(what, Math.max(1, leftS(crowd.first, ms, now)));
  }
}

/** Refuses a code that comes too early: whoever tries codes knows the password already. */
export async function refuseTooManyCodes(db: Queryable, keys: TryKeys, now: Date): Promise<void> {
  const [codes] = await db.query<Tries>(
    `select count(*), min(at) as first, max(at) as last from login_attempt
      where account_key = $1 and device_key is not distinct from $2 and with_code and at > $3`,
    [keys.account, keys.device, before(now, dayMs)],
  );
  if (!codes || codes.count < tryLimits.freeCodes) return;
  const delayS = Math.min(tryLimits.maxCodeDelayS, 30 * 2 ** Math.min(20, codes.count - tryLimits.freeCodes));
  const waitS = leftS(codes.last, delayS * 1_000, now);
  if (waitS > 0) throw wait('Too many codes', waitS);
}
