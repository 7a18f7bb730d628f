import type { Queryable } from '#kit/server/db/database.ts';
import { type Asked, productWriter, recordAct, sourceOf, type Writer } from '#kit/server/history.ts';

/** The account that an act is about: its name, and the organisation that may know of it. */
async function accountOf(db: Queryable, id: string): Promise<{ name: string; orgId: string | null } | undefined> {
  const [account] = await db.query<{ name: string; orgId: string | null }>(
    'select name, org_id as "orgId" from account where id = $1',
    [id],
  );
  return account;
}

/** Tells that somebody signed in; in the transaction that starts the session. */
export const recordSignIn = (db: Queryable, accountId: string, request: Asked | undefined, now: Date) =>
  recordOwn(db, 'sign-in', accountId, request, now);

/** Tells that somebody signed out; in the transaction that ends the session. */
export const recordSignOut = (db: Queryable, accountId: string, request: Asked | undefined, now: Date) =>
  recordOwn(db, 'sign-out', accountId, request, now);

async function recordOwn(
  db: Queryable,
  action: 'sign-in' | 'sign-out',
  accountId: string,
  request: Asked | undefined,
  now: Date,
): Promise<void> {
  const account = await accountOf(db, accountId);
  if (!account) return;
  const writer: Writer = {
    ...productWriter(now, request),
    actorId: accountId,
    actorName: account.name,
    orgId: account.orgId,
    source: request ? sourceOf(request) : 'api',
  };
  await recordAct(db, writer, { action, recordId: accountId, recordTitle: account.name });
}

/** Tells that the product ended a session against its owner's will, and why; in the transaction that does. */
export async function recordEnd(
  db: Queryable,
  accountId: string,
  why: string,
  request: Asked | undefined,
  now: Date,
): Promise<void> {
  const account = await accountOf(db, accountId);
  if (!account) return;
  await recordAct(db, productWriter(now, request), {
    action: 'session-ended',
    recordId: accountId,
    recordTitle: account.name,
    orgId: account.orgId,
    after: { why },
    fields: ['why'],
  });
}
