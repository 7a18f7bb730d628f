import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import { oneLine, printable } from '#kit/contract/input.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { type Access, type Call, scopeOf } from '#kit/server/http/call.ts';
import { listPage, queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { Refusal, refuse } from '#kit/server/refusals.ts';
import { endChild } from '../sessions/child-sessions.store.ts';
import { signedInAnswer } from '../sign-in/sign-in.schemas.ts';
import { endings, type ImpersonationRow, reasonLimits } from './impersonation.contract.ts';
import { impersonations, endImpersonations } from './impersonation.store.ts';
import { type ImpersonationKit, startImpersonation } from './start-impersonation.ts';

const { least, most, ticket } = reasonLimits;
/** Number of characters that a reader sees. */
const seen = (text: string) =>
  text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim().length;
const startBody = z.strictObject({
  userId: z.string({ error: 'Choose a user' }),
  reason: z.string({ error: 'Reason is required' }).check(
    z.trim(),
    printable,
    z.refine((text) => seen(text) >= least, { error: `Enter a reason of at least ${least} characters` }),
    z.maxLength(most, { error: `Use at most ${most} characters` }),
  ),
  ticket: z.optional(
    z
      .string({ error: 'Must be a text' })
      .check(z.trim(), printable, oneLine, z.maxLength(ticket, { error: `Use at most ${ticket} characters` })),
  ),
});
/** An address is easily called by mistake, and more than once. */
const pauseMs = 5_000;

const rowSchema: z.ZodMiniType<ImpersonationRow> = z.strictObject({
  id: z.string(),
  actorId: z.nullable(z.string()),
  actorName: z.string(),
  subjectId: z.string(),
  subjectName: z.string(),
  module: z.string(),
  orgName: z.nullable(z.string()),
  reason: z.string(),
  ticket: z.nullable(z.string()),
  startedAt: z.string(),
  endedAt: z.nullable(z.string()),
  ending: z.nullable(z.enum(endings)),
  writes: z.int(),
});

/** Acting as somebody else: its start, its end, and who did it when. */
export function addImpersonationRoutes(app: FastifyInstance, kit: ImpersonationKit): void {
  const tag = 'Session';
  const access: Access = {
    any: kit.people.map(({ definition }) => ({ module: definition.path, action: 'impersonate' })),
  };
  const start = async (call: Call, wanted: Parameters<typeof startImpersonation>[2]) => {
    const { token, expiresAt, name } = await startImpersonation(kit, call, wanted);
    const { user } = await kit.sessions.authenticate(token).catch(overtaken);
    const expiresInS = Math.max(0, Math.floor((expiresAt.getTime() - kit.clock.now().getTime()) / 1_000));
    const given = { accessToken: token, expiresAt: expiresAt.toISOString(), expiresInS, userData: user };
    return { message: `You are signed in as ${name}.`, ...given, data: given };
  };

  addRoute(app, {
    method: 'POST',
    path: '/session/impersonation',
    summary: 'Sign in as another user for 30 minutes, with a reason that they are notified of',
    tag,
    access,
    scope: 'organisation',
    whileImpersonating: 'refused',
    byKey: 'refused',
    body: startBody,
    ...signedInAnswer,
    handle: async (call) => {
      const body = call.body as z.infer<typeof startBody>;
      const userId = idOf(body.userId);
      return start(call, { userId, reason: body.reason, ticket: body.ticket || null, notBeforeMs: 0 });
    },
  });

  addRoute(app, {
    method: 'GET',
    path: '/user-wise-login/{id}',
    summary: 'Sign in as another user without a reason, as in the specification; prefer POST /session/impersonation',
    tag,
    access,
    scope: 'organisation',
    whileImpersonating: 'refused',
    byKey: 'refused',
    ...signedInAnswer,
    handle: async (call) =>
      start(call, { userId: idOf(call.params['id']), reason: 'not given', ticket: null, notBeforeMs: pauseMs }),
  });

  addRoute(app, {
    method: 'POST',
    path: '/session/impersonation/stop',
    summary: 'End the impersonation session of the bearer token, also after it has expired',
    tag,
    // Whoever holds the token may end it, and one that ran out opens nothing else.
    access: 'public',
    scope: 'none',
    answer: null,
    handle: async ({ request }) => {
      const token = /^Bearer ([\w.-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
      const ended =
        token &&
        (await transact(kit.db, everything, async (db) => {
          const now = kit.clock.now();
          const id = await endChild(db, token, now);
          if (id) await endImpersonations(db, now, request);
          return id;
        }));
      if (ended) kit.sessions.forget(ended);
      return { message: 'You are back in your own account.', data: null };
    },
  });

  const listed = { answer: z.array(rowSchema), beside: { count: z.int() } };
  addRoute(app, {
    method: 'GET',
    path: '/session/impersonation',
    summary:
      'Impersonation sessions: who, as whom, when, how long, why, and the number of changed records; latest first',
    tag,
    access: { module: 'history', action: 'view' },
    scope: 'organisation',
    query: {
      ...listPage,
      q: { about: 'Words in names, reason and ticket', schema: { type: 'string', maxLength: 100 } },
    },
    ...listed,
    handle: (call) => list(kit, call),
  });
  addRoute(app, {
    method: 'GET',
    path: '/session/impersonation/own',
    summary: 'Impersonation sessions as the calling user, latest first',
    tag,
    access: 'session',
    scope: 'organisation',
    query: { skip: listPage.skip, take: listPage.take },
    ...listed,
    handle: (call) => list(kit, call, call.session.user.id),
  });
}

/** The caller started another one in the same moment, and that is the one which holds: their own session is as it was. */
const overtaken = (error: unknown): never => {
  if (error instanceof Refusal && error.code === 'unauthorised')
    throw refuse.conflict('You have just signed in as another user in another window');
  throw error;
};

/** What is no id is answered like one that does not exist. */
function idOf(given: string | undefined): string {
  const id = given?.toLowerCase();
  if (!isId(id)) throw refuse.notFound('Person not found');
  return id;
}

async function list(kit: ImpersonationKit, { session, query }: Call, subjectId?: string) {
  const read = queryReader(query);
  const words = read.searched();
  const { skip, take } = read.page();
  const scope = scopeOf(session);
  const { rows, count } = await transact(kit.db, scope, (db) =>
    impersonations(db, scope, kit.clock.now(), {
      skip,
      take,
      words,
      ...(subjectId === undefined ? {} : { subjectId }),
    }),
  );
  return { message: 'OK', data: rows, count };
}
