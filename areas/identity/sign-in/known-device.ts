import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../accounts/accounts.store.ts';
import { hostCookie } from './cookies.ts';

/** Whose device it is: the account with its present password. */
type Owner = Pick<Account, 'id' | 'password_changed_at'>;

/**
 * Browsers that an account has signed in with. Such a browser has tries of its own at the next sign-in, so that somebody who
 * guesses at the account cannot keep its owner out. It gives no right, and a changed password makes all of them strangers.
 */
export interface KnownDevices {
  /** The device's name when the request comes from one that the account is known from. */
  of(request: FastifyRequest, owner: Owner | undefined, now: Date): string | undefined;
  /** Makes the browser known to the account, beside up to four other accounts. */
  remember(request: FastifyRequest, reply: FastifyReply, owner: Owner, now: Date): void;
}

const keptDays = 180;
const dayMs = 86_400_000;
const maxAccounts = 5;
const nobody: Owner = { id: '00000000-0000-0000-0000-000000000000', password_changed_at: null };

/** One entry an account: a name, the day it was given, and a seal of both with the account. */
const deviceCookie = (secure: boolean) => hostCookie(secure, 'kd', /^[\w~.-]{20,600}$/);
const entriesOf = (value: string | undefined) => value?.split('.').slice(0, maxAccounts) ?? [];

/** Names of browsers: bytes by chance, and a mark by which they are known for this server's without asking anybody. */
export interface BrowserNames {
  make(): string;
  /** The name of the browser that a request comes from, where somebody has signed in with it. */
  of(this: void, request: FastifyRequest): string | undefined;
}
const [chanceBytes, markBytes] = [15, 12];

export function createBrowserNames(key: Buffer, secure: boolean): BrowserNames {
  const cookie = deviceCookie(secure);
  const markOf = (chance: Buffer) => createHmac('sha256', key).update(chance).digest().subarray(0, markBytes);
  const isOurs = (name: string) => {
    const bytes = Buffer.from(name, 'base64url');
    return (
      bytes.length === chanceBytes + markBytes &&
      timingSafeEqual(bytes.subarray(chanceBytes), markOf(bytes.subarray(0, chanceBytes)))
    );
  };
  return {
    make() {
      const chance = randomBytes(chanceBytes);
      return Buffer.concat([chance, markOf(chance)]).toString('base64url');
    },
    of: (request) =>
      entriesOf(cookie.read(request))
        .map((entry) => entry.split('~')[0] ?? '')
        .find(isOurs),
  };
}

export function createKnownDevices(key: Buffer, secure: boolean, names: Pick<BrowserNames, 'make'>): KnownDevices {
  const cookie = deviceCookie(secure);
  const sealOf = (name: string, day: string, owner: Owner) =>
    createHmac('sha256', key)
      .update([name, day, owner.id, owner.password_changed_at ?? ''].join('\n'))
      .digest('base64url');
  const entries = (request: FastifyRequest) => entriesOf(cookie.read(request));
  const today = (now: Date) => Math.floor(now.getTime() / dayMs);
  const opens = (entry: string, owner: Owner, now: Date): string | undefined => {
    const [name = '', day = '', seal = ''] = entry.split('~');
    const [given, right] = [Buffer.from(seal), Buffer.from(sealOf(name, day, owner))];
    const sealed = given.length === right.length && timingSafeEqual(given, right);
    return sealed && today(now) - Number.parseInt(day, 36) <= keptDays ? name : undefined;
  };
  return {
    of(request, owner, now) {
      let found: string | undefined;
      // An unknown account does the same work.
      for (const entry of entries(request)) found ??= opens(entry, owner ?? nobody, now);
      return owner ? found : undefined;
    },
    remember(request, reply, owner, now) {
      const others = entries(request).filter((entry) => opens(entry, owner, now) === undefined);
      const name = this.of(request, owner, now) ?? names.make();
      const day = today(now).toString(36);
      const kept = [[name, day, sealOf(name, day, owner)].join('~'), ...others].slice(0, maxAccounts);
      cookie.set(reply, kept.join('.'), keptDays * 86_400);
    },
  };
}
