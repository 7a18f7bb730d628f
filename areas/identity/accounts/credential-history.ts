import type { FastifyRequest } from 'fastify';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { type Account, moduleOf } from './accounts.store.ts';

/** Who writes when there is no session: the person who holds the link or the code. */
export const writerFor = (account: Account, request: FastifyRequest, now: Date): Writer => ({
  actorId: account.id,
  actorName: account.name,
  orgId: account.org_id,
  source: request.headers['x-client'] === 'web' ? 'screen' : 'api',
  ip: request.ip,
  requestId: request.id,
  now,
  touched: [],
});

/** Notes what happened to somebody's way in, in words: never a secret nor its hash. */
export async function recordCredential(
  db: Queryable,
  writer: Writer,
  account: Account,
  what: Record<string, string>,
): Promise<void> {
  await recordChange(db, writer, {
    action: 'update',
    module: moduleOf(account),
    recordId: account.id,
    recordTitle: account.name,
    orgId: account.org_id,
    before: null,
    after: what,
    // Named here, because they sound like secrets and are none.
    fields: Object.keys(what),
  });
}
