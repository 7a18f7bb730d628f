import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { overall, type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { recordAct, writerOf } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { bumpAll, markAll } from '#kit/server/versions.ts';
import { refreshScores } from '../score/days.store.ts';
import { violationOne } from '../violation-answers.contract.ts';
import { mustReadViolation } from './violation-list.routes.ts';
import { takenMinutes } from './violation-query.ts';

/** Minutes for which whoever decided may take it back. */
const undoMinutes = 5;

const takeBody = z.strictObject({ taken: z.boolean({ error: 'Must be true or false' }) });
const verdictBody = z.strictObject({
  verdict: z.enum(['CONFIRM', 'DISMISS'], { error: 'Must be CONFIRM or DISMISS' }),
  reasonId: z.optional(z.nullable(z.string())),
  note: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(1_000, { error: 'At most 1,000 characters' })))),
  version: z.int({ error: 'Version is required' }),
});

const undoBody = z.strictObject({ version: z.int({ error: 'Version is required' }) });

interface Locked {
  id: string;
  orgId: string;
  vehicleId: string;
  state: string;
  version: number;
  vehicle: string;
  assignedTo: string | null;
  assignedAt: string | null;
  assignedName: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
  groundChange: string | null;
  isAutomatic: boolean;
}

async function lockViolation(db: Queryable, scope: Scope, id: string | undefined): Promise<Locked> {
  const params: Param[] = [isId(id) ? id : '00000000-0000-0000-0000-000000000000'];
  const tenantSql = tenantFilter('violation-lock', scope, 'x.org_id', params);
  const [found] = await db.query<Locked>(
    `select x.id, x.org_id as "orgId", x.vehicle_id as "vehicleId", x.state, x.version, coalesce(v.registration_no, '') as vehicle, x.assigned_to as "assignedTo",
       x.assigned_at as "assignedAt", x.decided_by as "decidedBy", x.decided_at as "decidedAt", x.ground_change as "groundChange", x.is_automatic as "isAutomatic", (select a.name from identity_person a where a.id = x.assigned_to) as "assignedName"
     from violation x left join vehicles_vehicle v on v.id = x.vehicle_id where x.id = $1${tenantSql} for no key update of x`,
    params,
  );
  if (!found) throw refuse.notFound('Violation not found');
  return found;
}

/** @throws 409 where nothing is to be decided any more, or somebody else is looking at it. */
function refuseTaken({ state, assignedTo, assignedAt, assignedName }: Locked, me: string, now: Date): void {
  if (state === 'WITHDRAWN') throw refuse.conflict('This violation was withdrawn: it was not found again');
  if (state !== 'TO_REVIEW') throw refuse.conflict('This violation was decided already');
  const until = assignedAt === null ? 0 : Date.parse(assignedAt) + takenMinutes * 60_000;
  if (assignedTo !== null && assignedTo !== me && until > now.getTime())
    throw refuse.conflict(`${assignedName ?? 'Someone else'} is reviewing this violation`);
}

/** @throws 409 where it is not the caller's own verdict of a moment ago. */
function refuseUndo({ state, decidedBy, decidedAt }: Locked, me: string, now: Date): void {
  const until = decidedAt === null ? 0 : Date.parse(decidedAt) + undoMinutes * 60_000;
  if ((state !== 'CONFIRMED' && state !== 'DISMISSED') || decidedBy !== me || until <= now.getTime())
    throw refuse.conflict(
      `Only your own decision can be undone, within ${undoMinutes} minutes, while nothing has changed since`,
    );
}

/** The reason that was chosen. @throws 400 where it is none for violations, or wants a note that is not there. */
async function reasonOf(db: Queryable, id: string | null | undefined, note: string | null): Promise<string | null> {
  if (id === null || id === undefined || id === '') return null;
  const [reason] = isId(id)
    ? await db.query<{ id: string; needsNote: boolean }>(
        `select id, needs_note as "needsNote" from helpdesk_purpose
         where id = $1 and deleted_at is null and status = 1 and 'VIOLATION' = any(applies_to)`,
        [id],
      )
    : [];
  if (!reason) throw refuse.badInput({ reasonId: 'Reason must be chosen from the list' });
  if (reason.needsNote && !note) throw refuse.badInput({ note: 'This reason needs a note' });
  return reason.id;
}

const common = {
  method: 'POST',
  tag: 'Violations',
  access: { module: 'violation', action: 'approve' },
  scope: 'organisation',
  answer: violationOne,
} as const;

/** Writes to the violation that a call names, under its lock, and gives it as it is then. */
const writesOf =
  (kit: CatalogueKit) =>
  async (
    call: Call,
    act: (db: Queryable, locked: Locked, me: string, now: Date) => Promise<unknown>,
  ): Promise<Awaited<ReturnType<typeof mustReadViolation>>> => {
    const scope = scopeOf(call.session);
    const now = kit.clock.now();
    const touched = await transact(kit.db, scope, async (db) => {
      const locked = await lockViolation(db, scope, call.params['id']?.toLowerCase());
      await act(db, locked, call.session.user.id, now);
      // Whoever decides sees at once what comes of it.
      await overall(db, scope, () => refreshScores(db, now, locked.vehicleId));
      const marks = [
        ['violation', locked.orgId],
        ['safety_score', locked.orgId],
      ] as const;
      await markAll(kit.versions, db, marks);
      return marks;
    });
    bumpAll(kit.versions, touched);
    return mustReadViolation(kit, call);
  };

/** POST /violation/{id}/take, /verdict, /undo and /reopen: one person looks at a violation at a time, and decides it once. */
export function addVerdictRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  const write = writesOf(kit);
  addRoute(app, {
    ...common,
    path: '/violation/{id}/take',
    summary: `Take a violation to review it for ${takenMinutes} minutes, so that nobody else decides it meanwhile, or give it back`,
    body: takeBody,
    handle: async (call) => {
      const { taken } = call.body as z.infer<typeof takeBody>;
      const data = await write(call, async (db, locked, me, now) => {
        refuseTaken(locked, me, now);
        await db.query('update violation set assigned_to = $2, assigned_at = $3 where id = $1', [
          locked.id,
          taken ? me : null,
          taken ? now.toISOString() : null,
        ]);
      });
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    ...common,
    path: '/violation/{id}/verdict',
    summary: 'Confirm a violation, or dismiss it with a reason',
    body: verdictBody,
    handle: async (call) => {
      const body = call.body as z.infer<typeof verdictBody>;
      const note = body.note || null;
      const isDismissed = body.verdict === 'DISMISS';
      const data = await write(call, async (db, locked, me, now) => {
        refuseTaken(locked, me, now);
        if (locked.version !== body.version)
          throw refuse.conflict('This violation was recalculated meanwhile. Look at it again');
        if (!isDismissed && body.reasonId) throw refuse.badInput({ reasonId: 'Only a dismissal has a reason' });
        const reasonId = await reasonOf(db, body.reasonId, note);
        if (isDismissed && reasonId === null) throw refuse.badInput({ reasonId: 'Reason is required' });
        const state = isDismissed ? 'DISMISSED' : 'CONFIRMED';
        await db.query(
          `update violation set state = $2, decided_by = $3, decided_at = $4, reason_id = $5, note = $6, assigned_to = null, assigned_at = null,
             version = version + 1, updated_at = $4 where id = $1`,
          [locked.id, state, me, now.toISOString(), reasonId, note],
        );
        await recordAct(db, writerOf(call.session, call.request, now), {
          action: 'update',
          module: 'violation',
          recordId: locked.id,
          recordTitle: locked.vehicle,
          orgId: locked.orgId,
          after: { state, ...(note ? { note } : {}) },
          fields: ['state', 'note'],
        });
      });
      return { message: isDismissed ? 'Violation dismissed.' : 'Violation confirmed.', data };
    },
  });
  addRoute(app, {
    ...common,
    path: '/violation/{id}/undo',
    summary: `Take back one’s own verdict of the last ${undoMinutes} minutes: the violation is to be reviewed again`,
    body: undoBody,
    handle: async (call) => {
      const { version } = call.body as z.infer<typeof undoBody>;
      const data = await write(call, async (db, locked, me, now) => {
        refuseUndo(locked, me, now);
        if (locked.version !== version)
          throw refuse.conflict('This violation was recalculated meanwhile. Look at it again');
        await reopen(db, locked.id, 'TO_REVIEW', now);
        await recordAct(db, writerOf(call.session, call.request, now), {
          action: 'update',
          module: 'violation',
          recordId: locked.id,
          recordTitle: locked.vehicle,
          orgId: locked.orgId,
          after: { state: 'TO_REVIEW' },
          fields: ['state'],
        });
      });
      return { message: 'Decision undone.', data };
    },
  });
  addReopening(app, kit);
}

/** POST /violation/{id}/reopen */
function addReopening(app: FastifyInstance, kit: CatalogueKit): void {
  const write = writesOf(kit);
  addRoute(app, {
    ...common,
    path: '/violation/{id}/reopen',
    summary:
      'Review a violation again that nobody decided, or whose decision rests on what has changed since; one that is not found any more is withdrawn',
    body: undoBody,
    handle: async (call) => {
      const { version } = call.body as z.infer<typeof undoBody>;
      const data = await write(call, async (db, locked, _, now) => {
        if (
          (locked.groundChange === null && !locked.isAutomatic) ||
          (locked.state !== 'CONFIRMED' && locked.state !== 'DISMISSED')
        )
          throw refuse.conflict(
            'Only a decision whose data has changed since, or that nobody made, can be reviewed again',
          );
        if (locked.version !== version)
          throw refuse.conflict('This violation was recalculated meanwhile. Look at it again');
        const state = locked.groundChange === 'NOT_FOUND_ANY_MORE' ? 'WITHDRAWN' : 'TO_REVIEW';
        await reopen(db, locked.id, state, now);
        await recordAct(db, writerOf(call.session, call.request, now), {
          action: 'update',
          module: 'violation',
          recordId: locked.id,
          recordTitle: locked.vehicle,
          orgId: locked.orgId,
          after: { state },
          fields: ['state'],
        });
      });
      return { message: 'Decision reopened.', data };
    },
  });
}

/** Takes a decision away. */
const reopen = (db: Queryable, id: string, state: 'TO_REVIEW' | 'WITHDRAWN', now: Date): Promise<unknown> =>
  db.query(
    `update violation set state = $3, decided_by = null, decided_at = null, reason_id = null, note = null, ground_change = null,
       ground_changed_at = null, is_automatic = false, version = version + 1, updated_at = $2 where id = $1`,
    [id, now.toISOString(), state],
  );
