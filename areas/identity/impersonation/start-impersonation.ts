import type { RowOf } from '#kit/contract/rows.ts';
import { can } from '#kit/contract/rights.ts';
import type { CatalogueReads } from '#kit/server/catalogue/store.ts';
import type { Clock } from '#kit/server/clock.ts';
import { type Database, type Queryable, transact } from '#kit/server/db/database.ts';
import { recordAct, writerOf } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { tooSlow } from '#kit/server/db/failures.ts';
import { refuse } from '#kit/server/refusals.ts';
import { addChild, maySignIn } from '../sessions/child-sessions.store.ts';
import { needRecentProof } from '#kit/server/sessions/step-up.ts';
import type { SessionStore } from '#kit/server/sessions/session.ts';
import { endImpersonations } from './impersonation.store.ts';
import { type Authority, authorityOf } from '#areas/rights/rights.server.ts';
import type { Account } from '../accounts/account.contract.ts';

/** What the person is told whose account is used: a mail, where mails are sent. */
export interface ImpersonationNotice {
  subject: { id: string; name: string; email: string | null; orgId: string | null };
  actorName: string;
  reason: string;
  /** When it began. */
  at: Date;
}

export interface ImpersonationKit {
  db: Database;
  clock: Clock;
  sessions: SessionStore;
  /** Catalogues of accounts: users and app users. */
  people: readonly CatalogueReads[];
  /** Tells the person, in the transaction that makes the session. Left out: their list of sessions and this one tell them. */
  notify?: (db: Queryable, notice: ImpersonationNotice) => Promise<void>;
}

/** What is asked for: as whom, and why. */
export interface Wanted {
  userId: string;
  reason: string;
  ticket: string | null;
  /** Milliseconds since the caller's last such session before which another one is refused. */
  notBeforeMs: number;
}

interface Subject {
  id: string;
  org_id: string | null;
  kind: string;
  name: string;
  email: string | null;
  may: boolean;
}

const unknown = () => refuse.notFound('Person not found');

/** What must hold of the request and of who makes it, before it is looked at whom they want to act as. */
export function beforeImpersonation(call: Call, now: Date): void {
  // A page of another site, or an address that was merely opened, starts nothing.
  const site = call.request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw refuse.forbidden('Not from this site');
  needRecentProof(call.session, now);
}

/**
 * Makes a session as somebody else: of somebody whose record the caller sees and may impersonate, who stands below and can
 * sign in. It is in the history and the person is told, or it is not made.
 * @throws 404 for whom the caller cannot see, 403 at or above their level, 409 for who cannot sign in, 429 when too soon
 */
export async function startImpersonation(
  kit: ImpersonationKit,
  call: Call,
  wanted: Wanted,
): Promise<{ token: string; expiresAt: Date; name: string }> {
  beforeImpersonation(call, kit.clock.now());
  const { session, request } = call;
  const scope = scopeOf(session);
  return transact(kit.db, scope, async (db) => {
    const now = kit.clock.now();
    // One at a time: of many at once the last one holds, and none slips past the pause.
    await db.query('select pg_advisory_xact_lock(hashtextextended($1, 3))', [session.user.id]);
    await refuseTooSoon(db, session.user.id, wanted.notBeforeMs, now);
    const writer = writerOf(session, request, now);
    // As they are in this moment: what was taken away a second ago must not be used once more.
    const actor = await authorityOf(db, writer);
    if (!actor) throw refuse.forbidden();
    const { subject, module } = await subjectOf(kit, db, call, actor, wanted.userId);
    const child = await addChild(
      db,
      {
        subject: { id: subject.id, orgId: subject.org_id },
        actorId: actor.id,
        parentId: session.id,
        actsBy: module,
        reason: wanted.reason,
        ticket: wanted.ticket,
        ip: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
      },
      now,
    );
    if (!child) throw refuse.unauthorised('Your session has ended. Sign in again');
    // The one that ended for this one, if there was one.
    await endImpersonations(db, now, request);
    const { reason, ticket } = wanted;
    await db.query(
      `insert into impersonation (id, org_id, actor_id, actor_name, actor_org_id, subject_id, subject_name, module, reason, ticket,
         started_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        child.id,
        subject.org_id,
        actor.id,
        session.user.name,
        actor.orgId,
        subject.id,
        subject.name,
        module,
        reason,
        ticket,
        now.toISOString(),
        child.expiresAt.toISOString(),
      ],
    );
    await recordAct(db, writer, {
      action: 'impersonate',
      recordId: subject.id,
      recordTitle: subject.name,
      orgId: subject.org_id,
      after: { reason, ticket, expiresAt: child.expiresAt.toISOString() },
      fields: ['reason', 'ticket', 'expiresAt'],
    });
    await kit.notify?.(db, {
      subject: { id: subject.id, name: subject.name, email: subject.email, orgId: subject.org_id },
      actorName: session.user.name,
      reason,
      at: now,
    });
    // Whoever was told that it takes too long has no token for it.
    if (call.late.aborted) throw tooSlow();
    return { token: child.token, expiresAt: child.expiresAt, name: subject.name };
  });
}

async function refuseTooSoon(db: Queryable, actorId: string, pauseMs: number, now: Date): Promise<void> {
  if (pauseMs === 0) return;
  const [last] = await db.query<{ at: string | null }>(
    'select max(started_at) as at from impersonation where actor_id = $1',
    [actorId],
  );
  if (!last || last.at === null) return;
  const waitS = Math.ceil((Date.parse(last.at) + pauseMs - now.getTime()) / 1_000);
  if (waitS > 0) throw refuse.tooMany(`Wait ${waitS} seconds and try again`, waitS);
}

/** The account to act as, locked against being removed, and the catalogue that it is found in. */
async function subjectOf(
  kit: ImpersonationKit,
  db: Queryable,
  { session }: Call,
  actor: Authority,
  id: string,
): Promise<{ subject: Subject; module: string }> {
  const scope = scopeOf(session);
  for (const reads of kit.people) {
    const module = reads.definition.path;
    if (!can(actor.grants, module, 'impersonate')) continue;
    const json = await reads.one(scope, id, db);
    if (json === undefined) continue;
    const row = JSON.parse(json) as RowOf<Account>;
    if (id === actor.id) throw refuse.forbidden('This is your own account');
    if (row.roleLevel <= actor.level) throw refuse.forbidden('This user is at or above your own level');
    const [subject] = await db.query<Subject>(
      `select a.id, a.org_id, a.kind, a.name, a.email, (a.has_password and ${maySignIn}) as may
       from account a join rights_role r on r.id = a.role_id left join people_organisation o on o.id = a.org_id where a.id = $1 for key share of a`,
      [id],
    );
    if (!subject) throw unknown();
    if (!subject.may)
      throw refuse.conflict(`${subject.name} cannot sign in at the moment, so you cannot sign in as them`);
    return { subject, module };
  }
  throw unknown();
}
