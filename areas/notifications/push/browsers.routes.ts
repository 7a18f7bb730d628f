import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { deviceInWords } from '#areas/identity/identity.server.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { ProductParts } from '#kit/server/area.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { addressProblem } from '#kit/server/outgoing/address.ts';
import type { OutgoingOptions } from '#kit/server/outgoing/send.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { browsers, type Browsers, pushLimits } from '../notice-answers.contract.ts';
import { browsersOf, keepBrowser, noteTest, removeBrowser } from './browsers.store.ts';
import { isPoint, type PushKeys } from './push-keys.ts';
import { queueTests } from './push-queue.store.ts';

// Where somebody is reached is a matter of the browser they sit at: no program and nobody in their name says it.
const common = {
  tag: 'Notification',
  access: 'session',
  scope: 'organisation',
  byKey: 'refused',
  whileImpersonating: 'refused',
} as const;
const { endpoint } = pushLimits;
const base64 = (length: number) => ({ error: `Must be ${length} characters of base64url` });
const address = z
  .string({ error: 'Must be the address that the browser gave' })
  .check(z.minLength(1, { error: 'Must be the address that the browser gave' }))
  .check(z.maxLength(endpoint, { error: `At most ${endpoint} characters` }));
const newBrowser = z.strictObject({
  endpoint: address,
  keys: z.strictObject({
    p256dh: z.string(base64(87)).check(z.regex(/^[\w-]{87}$/, base64(87))),
    auth: z.string(base64(22)).check(z.regex(/^[\w-]{22}$/, base64(22))),
  }),
  /** The address when its reader turned it on: taken only where the browser is known as theirs still, and not removed. */
  was: z.optional(address),
});

interface BrowserParts {
  push: OutgoingOptions;
  pushKeys: PushKeys;
}

/** The browsers that show somebody's notifications: their own, and nobody else sees or changes them. */
export function addBrowserRoutes(app: FastifyInstance, product: ProductParts, { push, pushKeys }: BrowserParts): void {
  const { kit, sessions, sealed, jobs } = product;
  /** Those whose session can still be used: nothing is sent to others. */
  const read = async (session: Session): Promise<Browsers> => {
    const all = await transact(kit.db, scopeOf(session), (db) => browsersOf(db, session.user.id));
    const live = await sessions.stillLive(all.map(({ sessionId }) => sessionId));
    return {
      publicKey: pushKeys.publicKey,
      browsers: all
        .filter(({ sessionId }) => live.has(sessionId))
        .map(({ sessionId, ...one }) => ({ ...one, isThis: sessionId === session.id })),
    };
  };

  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/notification/browser',
    summary: 'One’s own browsers that show notifications, the latest first, and the key that a browser subscribes with',
    answer: browsers,
    handle: async ({ session }) => ({ message: 'OK', data: await read(session) }),
  });
  addRoute(app, {
    ...common,
    method: 'PUT',
    path: '/notification/browser',
    summary: 'Show notifications in the browser that calls, as long as it is signed in; said again, nothing changes',
    body: newBrowser,
    answer: browsers,
    handle: async ({ session, body, request }) => {
      const { endpoint: to, keys, was } = body as z.infer<typeof newBrowser>;
      const problem = addressProblem(to, push.allowLoopback);
      if (problem !== undefined) throw refuse.badInput({ endpoint: problem });
      if (!isPoint(keys.p256dh)) throw refuse.badInput({ keys: 'Not a key that messages can be encrypted for' });
      const one = {
        accountId: session.user.id,
        sessionId: session.id,
        ...deviceInWords(request.headers['user-agent'] ?? null),
        reached: { endpoint: to, ...keys },
        was,
      };
      await transact(kit.db, everything, (db) => keepBrowser(db, sealed, one, kit.clock.now()));
      return { message: 'Notifications are on in this browser.', data: await read(session) };
    },
  });
  addRoute(app, {
    ...common,
    method: 'DELETE',
    path: '/notification/browser/{id}',
    summary: 'Show no more notifications in a browser of one’s own',
    answer: z.strictObject({ id: z.string() }),
    handle: async ({ session, params }) => {
      const id = params['id']?.toLowerCase();
      if (!isId(id)) throw refuse.notFound('Browser not found');
      await transact(kit.db, scopeOf(session), (db) => removeBrowser(db, session.user.id, id));
      return { message: 'Notifications are off in that browser.', data: { id } };
    },
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/notification/browser/test',
    summary: 'Send a test to all of one’s own browsers that show notifications',
    answer: z.strictObject({ sent: z.int() }),
    handle: async ({ session }) => {
      const ids = (await read(session)).browsers.map(({ id }) => id);
      if (ids.length === 0) throw refuse.conflict('Turn on notifications in a browser first');
      await transact(kit.db, scopeOf(session), async (db) => {
        const now = kit.clock.now();
        await noteTest(db, session.user.id, ids, now);
        await queueTests(db, session.user.id, ids, now);
      });
      jobs.wake();
      return { message: 'Test is on its way.', data: { sent: ids.length } };
    },
  });
}
