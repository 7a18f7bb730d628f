import { uuidv7 } from 'uuidv7';
import type { Param, Queryable } from '#kit/server/db/database.ts';
import { owned } from '#kit/server/db/tenant-filter.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import { hashToken } from '#kit/server/sessions/tokens.ts';
import { type Browser, pushLimits } from '../notice-answers.contract.ts';
import type { Reached } from './push-keys.ts';

export type StoredBrowser = Omit<Browser, 'isThis'> & { sessionId: string };

export const sealedCell = (id: string) => ({ table: 'push_subscription', column: 'sealed', id });

/** Somebody's own browsers, the latest first, also those whose session has ended. */
export function browsersOf(db: Queryable, accountId: string): Promise<StoredBrowser[]> {
  const params: Param[] = [];
  return db.query<StoredBrowser>(
    `select b.id, b.session_id as "sessionId", b.device, b.is_phone as "isPhone", b.created_at as "createdAt", b.sent_at as "sentAt",
       b.failing_since as "failingSince"
     from push_subscription b where true${owned('push-browsers', accountId, 'b.account_id', params)}
     order by b.created_at desc, b.id desc`,
    params,
  );
}

export interface NewBrowser {
  accountId: string;
  sessionId: string;
  device: string;
  isPhone: boolean;
  reached: Reached;
  /** The address that it had before: it is kept only where it is known as theirs still. */
  was?: string | undefined;
}

/**
 * Keeps where a browser is reached, once for its session and address; whoever used the browser before is no longer told there. To be called
 * over everybody's rows: whose that was, this person may not see.
 * @throws 409 where it is to be known and is not: it was removed, or not used for long
 */
export async function keepBrowser(db: Queryable, sealed: SealedTexts, one: NewBrowser, now: Date): Promise<void> {
  const hash = hashToken(one.reached.endpoint);
  // Two tabs that say it at once, or two people of one browser, take turns.
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 11))', [hash.toString('base64')]);
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 12))', [one.accountId]);
  const before = one.was === undefined ? hash : hashToken(one.was);
  const found = await db.query<{ id: string; accountId: string }>(
    `select id, account_id as "accountId" from push_subscription where session_id = $1 or endpoint_hash in ($2, $3)
     order by endpoint_hash = $2 desc, endpoint_hash = $3 desc, id for update`,
    [one.sessionId, hash, before],
  );
  const known = found.find(({ accountId }) => accountId === one.accountId);
  if (!known && one.was !== undefined) throw refuse.conflict('Turn on notifications in a browser first');
  await db.query('delete from push_subscription where id = any($1::uuid[])', [
    found.flatMap(({ id }) => (id === known?.id ? [] : [id])),
  ]);
  const id = known?.id ?? uuidv7();
  const text = sealed.seal(sealedCell(id), JSON.stringify(one.reached));
  const service = new URL(one.reached.endpoint).host;
  const values = [id, one.sessionId, hash, service, text, one.device, one.isPhone];
  if (known)
    await db.query(
      `update push_subscription set session_id = $2, endpoint_hash = $3, service = $4, sealed = $5, device = $6, is_phone = $7,
         failing_since = case when endpoint_hash = $3 then failing_since end, failures = case when endpoint_hash = $3 then failures else 0 end
       where id = $1`,
      values,
    );
  else
    await db.query(
      `insert into push_subscription (id, session_id, endpoint_hash, service, sealed, device, is_phone, account_id, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [...values, one.accountId, now.toISOString()],
    );
  // The eleventh takes the place of the oldest.
  await db.query(
    `delete from push_subscription where account_id = $1 and id not in (
       select id from push_subscription where account_id = $1 order by created_at desc, id desc limit ${pushLimits.browsers})`,
    [one.accountId],
  );
}

/** Nothing more is sent to a browser. @throws 404 for one that is not theirs */
export async function removeBrowser(db: Queryable, accountId: string, id: string): Promise<void> {
  const params: Param[] = [id];
  const gone = await db.query(
    `delete from push_subscription b where b.id = $1${owned('push-browser-removal', accountId, 'b.account_id', params)} returning b.id`,
    params,
  );
  if (gone.length === 0) throw refuse.notFound('Browser not found');
}

/** Notes that somebody asks for a test. @throws 429 for one right after another */
export async function noteTest(db: Queryable, accountId: string, ids: readonly string[], now: Date): Promise<void> {
  const params: Param[] = [];
  const [last] = await db.query<{ at: string | null }>(
    `select max(l.tested_at) as at from (select b.tested_at from push_subscription b
       where true${owned('push-tests', accountId, 'b.account_id', params)} for no key update) l`,
    params,
  );
  const waitMs = last?.at ? Date.parse(last.at) + pushLimits.testEveryS * 1_000 - now.getTime() : 0;
  if (waitMs > 0) throw refuse.tooMany('Wait a moment before the next test', Math.ceil(waitMs / 1_000));
  const noted: Param[] = [[...ids], now.toISOString()];
  await db.query(
    `update push_subscription b set tested_at = $2 where b.id = any($1::uuid[])${owned('push-test-noted', accountId, 'b.account_id', noted)}`,
    noted,
  );
}

/** Days without success, and tries, after which a browser is thought to be gone. */
const failing = { days: 14, times: 20 } as const;

/** Removes browsers that nothing gets through to, and what nobody needs any more. */
export async function sweepBrowsers(db: Queryable, now: Date): Promise<void> {
  await db.query(`delete from push_subscription where failures >= ${failing.times} and failing_since < $1`, [
    new Date(now.getTime() - failing.days * 86_400_000).toISOString(),
  ]);
  await db.query('delete from push_message where ends_at <= $1', [now.toISOString()]);
}
