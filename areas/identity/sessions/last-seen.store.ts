import { type Database, everything, transact } from '#kit/server/db/database.ts';

/** How exactly it is known when a session was last used. */
const seenEveryMs = 60_000;

/**
 * Notes that a session is in use, at most once a minute. Nobody waits for it, and a database that cannot write just now
 * refuses no read because of it.
 */
export function markSeen(db: Database, sessionId: string, lastSeenAt: string, now: Date): void {
  if (now.getTime() - Date.parse(lastSeenAt) < seenEveryMs) return;
  const params = [sessionId, now.toISOString(), new Date(now.getTime() - seenEveryMs).toISOString()];
  transact(db, everything, (db) =>
    db.query(
      { name: 'session-seen', text: 'update session set last_seen_at = $2 where id = $1 and last_seen_at <= $3' },
      params,
    ),
  ).catch(() => undefined);
}
