import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import { owned } from '#kit/server/db/tenant-filter.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { hashToken, newToken } from '#kit/server/sessions/tokens.ts';
import { type CalendarFeed, calendarLimits } from '../calendar-answers.contract.ts';

const columns = `f.id, f.name, f.kinds, f.hint, f.created_at as "createdAt", f.last_used_at as "lastUsedAt"`;
const module = 'calendar';
const fields = ['link', 'kinds', 'endsWith'];

/** Somebody's own links, the latest first. */
export function readFeeds(db: Queryable, accountId: string): Promise<CalendarFeed[]> {
  const params: string[] = [];
  return db.query<CalendarFeed>(
    `select ${columns} from calendar_feed f where true${owned('calendar-feeds', accountId, 'f.account_id', params)}
     order by f.created_at desc, f.id desc`,
    params,
  );
}

/** Makes a link. @returns it, with the secret, of which only the hash is kept. @throws 409 where there are too many, or one of the name */
export async function addFeed(
  db: Queryable,
  writer: Writer,
  { user, orgId }: Pick<Session, 'user' | 'orgId'>,
  { name, kinds }: { name: string; kinds: readonly string[] | null },
): Promise<CalendarFeed & { secret: string }> {
  // Those that are made at once take turns.
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 7))', [user.id]);
  const before = await readFeeds(db, user.id);
  if (before.length >= calendarLimits.feeds)
    throw refuse.conflict(`You have ${calendarLimits.feeds} calendar links. Withdraw one that is no longer needed`);
  const sameName = 'You have a calendar link of this name. Choose another';
  if (before.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    throw refuse.conflict(sameName, { name: sameName });
  const [id, secret] = [uuidv7(), newToken('rkc')];
  const hint = secret.slice(-4);
  const createdAt = writer.now.toISOString();
  await db.query(
    `insert into calendar_feed (id, account_id, name, kinds, token_hash, hint, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, user.id, name, kinds === null ? null : [...kinds], hashToken(secret), hint, createdAt],
  );
  await recordChange(db, writer, {
    action: 'create',
    module,
    recordId: id,
    recordTitle: name,
    orgId,
    before: null,
    after: { link: 'Calendar link', kinds: kinds === null ? null : [...kinds], endsWith: hint },
    fields,
  });
  return { id, name, kinds: kinds === null ? null : [...kinds], hint, createdAt, lastUsedAt: null, secret };
}

/** Withdraws a link: what is fetched next finds nothing. @throws 404 for what is not theirs */
export async function removeFeed(
  db: Queryable,
  writer: Writer,
  { user, orgId }: Pick<Session, 'user' | 'orgId'>,
  id: string,
): Promise<void> {
  const params: string[] = [id];
  const [gone] = await db.query<Pick<CalendarFeed, 'name' | 'hint' | 'kinds'>>(
    `delete from calendar_feed f where f.id = $1${owned('calendar-feed-withdraw', user.id, 'f.account_id', params)}
     returning f.name, f.hint, f.kinds`,
    params,
  );
  if (!gone) throw refuse.notFound('Calendar link not found');
  await recordChange(db, writer, {
    action: 'delete',
    module,
    recordId: id,
    recordTitle: gone.name,
    orgId,
    before: { link: 'Calendar link', kinds: gone.kinds, endsWith: gone.hint },
    after: null,
    fields,
  });
}

/** A link as it is fetched. */
export interface OpenFeed {
  id: string;
  accountId: string;
  name: string;
  kinds: string[] | null;
}

/** The link of a secret. The transaction sees everybody's rows. */
export async function findFeed(db: Queryable, secret: string): Promise<OpenFeed | undefined> {
  const [found] = await db.query<OpenFeed>(
    {
      name: 'calendar-feed-open',
      text: `select f.id, f.account_id as "accountId", f.name, f.kinds from calendar_feed f where f.token_hash = $1`,
    },
    [hashToken(secret)],
  );
  return found;
}

/** How exactly it is known when a link was last fetched, in milliseconds. */
const usedEveryMs = 60_000;

/** Notes that a link was fetched. The transaction sees everybody's rows. */
export const noteUse = (db: Queryable, id: string, now: Date): Promise<unknown> =>
  db.query(
    `update calendar_feed set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at <= $3)`,
    [id, now.toISOString(), new Date(now.getTime() - usedEveryMs).toISOString()],
  );
