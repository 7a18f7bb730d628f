import type { Grants, UserData } from '#kit/contract/rights.ts';
import type { Clock } from '#kit/server/clock.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { DataScope } from './data-scope.ts';
import { hashToken } from './tokens.ts';

/** A live session: who calls, for whom, and what they may do. */
export interface Session extends DataScope {
  id: string;
  /** The account it acts as. */
  user: UserData;
  /** The person behind it, when they act as somebody else. */
  actor?: { id: string; name: string };
  /** Null for staff: every organisation. */
  orgId: string | null;
  grants: Grants;
  /** The API key that calls, with what its scopes leave of somebody's rights. */
  key?: { id: string; name: string };
  /** When the person last gave a password or a code in this session; null: never. */
  provedAt: Date | null;
}

export interface SessionStore {
  /** The session of an access token. Refuses with 401 when it is unknown, expired or revoked, or its owner may not sign in. */
  authenticate(token: string): Promise<Session>;
  /** The same where it was checked a moment ago, without waiting; else undefined. */
  known(token: string): Session | undefined;
  /** Forgets what is remembered of a session, so that the next request looks again. */
  forget(sessionId: string): void;
  /** Forgets all: a role or a module changed. */
  forgetAll(): void;
  /** Tells of everything that is forgotten: a session, or all of them (undefined). Gives back what ends the telling. */
  onForget(listener: (sessionId: string | undefined) => void): () => void;
  /**
   * Sessions by their own ids, asked of the database now: for what lives as long as a session and not as long as one of its
   * tokens. Sessions that have ended are left out. Throws when the database is away.
   */
  stillLive(ids: readonly string[]): Promise<ReadonlyMap<string, LiveSession>>;
  /** How many tokens have a session that is remembered. */
  readonly remembered: number;
}

export interface LiveSession {
  session: Session;
  /** A text that is another one as soon as the person, whom they work for, the role, what it grants or any module is. */
  rights: string;
  /** When it ends by itself, milliseconds by the product's clock. */
  expiresAt: number;
}

/** How a session is read from the database; the area that owns accounts provides it. */
export type LoadSession = (hash: Buffer, now: Date) => Promise<{ session: Session; expiresAt: Date } | undefined>;
export type LoadLiveSessions = (ids: readonly string[], now: Date) => Promise<ReadonlyMap<string, LiveSession>>;

interface Remembered {
  session: Session;
  expiresAt: number;
  checkedAt: number;
}

/** How long a checked session is believed without asking again: what revoking in another process takes at most. */
const believedMs = 1_000;
/** Most that are remembered of one such time. */
const mostRemembered = 10_000;

/** Sessions by token, each asked of the database at most once a second whatever the number of requests. */
export function createSessionStore(options: {
  clock: Clock;
  load: LoadSession;
  loadLive: LoadLiveSessions;
  /** What whoever comes with a token of no live session is told. */
  ended?: string;
}): SessionStore {
  const listeners = new Set<(sessionId: string | undefined) => void>();
  const notify = (sessionId?: string) => {
    for (const listener of listeners) listener(sessionId);
  };
  /** What was checked within this time and the one before it: a session has rights by the hundred, and tokens are many. */
  let recent = new Map<string, Remembered>();
  let older = new Map<string, Remembered>();
  let recentSince = 0;
  const asking = new Map<string, Promise<Session>>();
  const { clock } = options;
  /** Counts what was forgotten: what was being read meanwhile is answered, but not believed any longer than that. */
  let forgotten = 0;

  /** Keys of tokens that came within the last moment: hashing one costs more than all else that is done to look it up. */
  const keys = new Map<string, string>();
  let keysSince = 0;
  const keyOf = (token: string, now: number): string => {
    // Tokens in clear do not stay.
    if (now - keysSince >= believedMs || now < keysSince || keys.size > 10_000) {
      keys.clear();
      keysSince = now;
    }
    let key = keys.get(token);
    if (key === undefined) keys.set(token, (key = hashToken(token).toString('base64')));
    return key;
  };
  const age = (now: number) => {
    if (now >= recentSince && now - recentSince < believedMs) return;
    older = recent;
    recent = new Map();
    recentSince = now;
  };
  const believed = (key: string, now: number): Session | undefined => {
    age(now);
    const found = recent.get(key) ?? older.get(key);
    if (!found) return undefined;
    const checkedMs = now - found.checkedAt;
    return now < found.expiresAt && checkedMs >= 0 && checkedMs < believedMs ? found.session : undefined;
  };

  const ask = async (key: string, hash: Buffer): Promise<Session> => {
    const began = forgotten;
    const found = await options.load(hash, clock.now());
    // A session that was ended while it was looked up must not be believed.
    if (began !== forgotten) return ask(key, hash);
    if (!found) {
      for (const map of [recent, older]) map.delete(key);
      throw refuse.unauthorised(options.ended ?? 'Your session has ended. Sign in again');
    }
    // Acting as somebody else hangs on more than one session can be told of: it is looked at every time.
    if (found.session.actor) return found.session;
    if (recent.size >= mostRemembered) recent.clear();
    const checkedAt = clock.now().getTime();
    recent.set(key, { session: found.session, expiresAt: found.expiresAt.getTime(), checkedAt });
    return found.session;
  };
  return {
    known(token) {
      const now = clock.now().getTime();
      return believed(keyOf(token, now), now);
    },
    async authenticate(token) {
      const now = clock.now().getTime();
      const key = keyOf(token, now);
      const hash = Buffer.from(key, 'base64');
      const known = believed(key, now);
      if (known) return known;
      let pending = asking.get(key);
      if (!pending) {
        const asked = ask(key, hash).finally(() => {
          if (asking.get(key) === asked) asking.delete(key);
        });
        pending = asked;
        asking.set(key, asked);
      }
      return pending;
    },
    forget(sessionId) {
      forgotten += 1;
      asking.clear();
      for (const map of [recent, older])
        for (const [key, one] of map) if (one.session.id === sessionId) map.delete(key);
      notify(sessionId);
    },
    forgetAll() {
      forgotten += 1;
      asking.clear();
      recent.clear();
      older.clear();
      notify();
    },
    onForget(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stillLive: (ids) => options.loadLive(ids, clock.now()),
    get remembered() {
      return recent.size + older.size;
    },
  };
}
