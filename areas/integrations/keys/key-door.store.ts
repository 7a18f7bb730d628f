import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownerOfOrganisation, sessionOfPerson } from '#areas/identity/identity.server.ts';
import type { Grants } from '#kit/contract/rights.ts';
import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { LoadSession, Session } from '#kit/server/sessions/session.ts';
import { keyLimits, type KeyKind } from './key-answers.contract.ts';
import { giveable, within } from './key-scopes.rules.ts';

interface KeyRow {
  id: string;
  name: string;
  kind: KeyKind;
  orgId: string | null;
  accountId: string | null;
  scopes: Grants;
  expiresAt: string;
}

/** Whoever may have no keys has none that work. */
const needed = { module: 'api-key', action: 'create' };

/**
 * Reads what a key may do in this moment: its scopes, of the rights of whoever it works for. Nothing for one that is unknown, revoked or has
 * expired, and nothing when they may not sign in, or may have no keys.
 * @param never keys of modules that no API key reaches
 */
export const loadKeySession =
  (db: Database, never: ReadonlySet<string>): LoadSession =>
  (hash, now) =>
    transact(db, everything, async (db) => {
      const [key] = await db.query<KeyRow>(
        {
          name: 'api-key-by-hash',
          text: `select id, name, kind, org_id as "orgId", account_id as "accountId", scopes, expires_at as "expiresAt" from api_key
                 where token_hash = $1 and revoked_at is null and expires_at > $2`,
        },
        [hash, now.toISOString()],
      );
      if (!key) return undefined;
      const accountId = key.accountId ?? (key.orgId === null ? undefined : await ownerOfOrganisation(db, key.orgId));
      const session = accountId === undefined ? undefined : await sessionOfPerson(db, key.id, accountId, needed);
      // Somebody who works for another organisation now has left their keys behind.
      if (!session || session.orgId !== key.orgId) return undefined;
      const called = `API key ${key.name}`;
      return {
        expiresAt: new Date(key.expiresAt),
        session: {
          ...session,
          grants: within(key.scopes, giveable(session.grants, never)),
          key: { id: key.id, name: key.name },
          // So the history and everything that keeps a name says what it was.
          user: { ...session.user, name: key.kind === 'PERSONAL' ? `${session.user.name}, ${called}` : called },
        },
      };
    });

/** How exactly it is known when a key was last used. */
const usedEveryMs = 60_000;
/** Keys that are counted at a time. */
const mostCounted = 10_000;

interface Counted {
  /** Calls that may still come. */
  left: number;
  at: number;
  notedAt: number;
}

/**
 * Counts the calls of each key, and notes when and from where it was last used. Each process counts for itself.
 * @throws 429 for one call too many
 */
export function createKeyCalls({ db, clock }: { db: Database; clock: Clock }) {
  const counted = new Map<string, Counted>();
  const perMs = keyLimits.perMinute / 60_000;
  return ({ key }: Session, request: FastifyRequest, reply: FastifyReply): void => {
    if (!key) return;
    const now = clock.now().getTime();
    let one = counted.get(key.id);
    if (!one) {
      // Whoever was not heard of for longest has all of its calls again by now.
      const [oldest] = counted.size >= mostCounted ? counted.keys() : [];
      if (oldest !== undefined) counted.delete(oldest);
      one = { left: keyLimits.perMinute, at: now, notedAt: 0 };
    } else counted.delete(key.id);
    counted.set(key.id, one);
    one.left = Math.min(keyLimits.perMinute, one.left + Math.max(0, now - one.at) * perMs);
    one.at = now;
    const mayCall = one.left >= 1;
    if (mayCall) one.left -= 1;
    reply.header('ratelimit-limit', String(keyLimits.perMinute));
    reply.header('ratelimit-remaining', String(Math.floor(one.left)));
    if (!mayCall) {
      const waitS = Math.max(1, Math.ceil((1 - one.left) / perMs / 1_000));
      throw refuse.tooMany(
        `This API key may make ${keyLimits.perMinute} calls a minute. Wait before the next one`,
        waitS,
      );
    }
    if (now - one.notedAt < usedEveryMs) return;
    one.notedAt = now;
    noteUse(db, key.id, request.ip, now);
  };
}

/** Nobody waits for it, and a database that cannot write just now refuses no call because of it. */
function noteUse(db: Database, id: string, from: string, now: number): void {
  const params = [id, new Date(now).toISOString(), from, new Date(now - usedEveryMs).toISOString()];
  transact(db, everything, (db) =>
    db.query(
      {
        name: 'api-key-used',
        text: `update api_key set last_used_at = $2, last_used_from = $3
               where id = $1 and (last_used_at is null or last_used_at <= $4)`,
      },
      params,
    ),
  ).catch(() => undefined);
}
