import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { type IdentityParts, sessionOfPerson } from '#areas/identity/identity.server.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { oneLine, printable, spelled } from '#kit/contract/input.ts';
import { can } from '#kit/contract/rights.ts';
import type { ProductParts } from '#kit/server/area.ts';
import type { DutySource } from '#kit/server/areas/duties.ts';
import { runWrite } from '#kit/server/catalogue/write/run-write.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { writerOf } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { needRecentProof } from '#kit/server/sessions/step-up.ts';
import { calendarFeed, calendarLimits, madeFeed } from '../calendar-answers.contract.ts';
import { stepOf } from '../duties/duty-answer.ts';
import { type Duty, listDuties, sourcesFor } from '../duties/duties.store.ts';
import { createFeedCalls } from './feed-calls.ts';
import { type FeedEvent, feedFile } from './feed-file.ts';
import { addFeed, findFeed, noteUse, readFeeds, removeFeed } from './feeds.store.ts';

const right = { module: 'calendar', action: 'view' } as const;
const common = { tag: 'Calendar', access: right, scope: 'organisation', byKey: 'refused' } as const;
const named = { one: 'Calendar link', fields: {}, unique: [], base: 'calendar_feed' };
/** What a file holds, in days from today: what comes stands before what is overdue, and what is near before what is far, as far as there is room. */
const spans = [
  [0, 30],
  [31, 90],
  [91, 365],
  [-30, -1],
] as const;
const most = 1_000;
const pattern = /^(rkc_[\w-]{43})\.ics$/;

/** Secret links by which calendar programs fetch deadlines. */
export function addFeedRoutes(app: FastifyInstance, product: ProductParts, { publicBase }: IdentityParts): void {
  const { kit, duties } = product;
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/calendar/feed',
    summary: 'One’s own calendar links, the latest first',
    // Links of somebody are theirs alone.
    whileImpersonating: 'refused',
    answer: z.array(calendarFeed),
    handle: async ({ session }) => ({
      message: 'OK',
      data: await transact(kit.db, scopeOf(session), (db) => readFeeds(db, session.user.id)),
    }),
  });
  addCreate(app, product, publicBase);
  addRoute(app, {
    ...common,
    method: 'DELETE',
    path: '/calendar/feed/{id}',
    summary: 'Withdraw a calendar link: programs that have it fetch nothing more',
    once: true,
    answer: z.strictObject({ id: z.string() }),
    handle: (call) => {
      const id = call.params['id']?.toLowerCase();
      if (!isId(id)) throw refuse.notFound('Calendar link not found');
      return writeAnswer(kit, named, call, null, async (db, writer) => {
        await removeFeed(db, writer, call.session, id);
        return { status: 200, message: 'Calendar link withdrawn.', data: JSON.stringify({ id }) };
      });
    },
  });
  addFetch(app, product, publicBase, duties);
}

const body = (duties: readonly DutySource[]) =>
  z.strictObject({
    name: z
      .string({ error: 'Enter a name' })
      .check(
        spelled,
        z.trim(),
        z.minLength(2, { error: 'At least 2 characters' }),
        z.maxLength(calendarLimits.feedName, { error: `At most ${calendarLimits.feedName} characters` }),
        printable,
        oneLine,
      ),
    kinds: z.optional(
      z.nullable(
        z
          .array(z.enum(duties.map(({ key }) => key) as [string, ...string[]], { error: 'Not a type of deadline' }))
          .check(z.minLength(1, { error: 'Choose at least one' }), z.maxLength(duties.length)),
      ),
    ),
  });

function addCreate(app: FastifyInstance, { kit, duties }: ProductParts, publicBase: () => string): void {
  const newFeed = body(duties);
  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/calendar/feed',
    summary:
      'Make a calendar link; its address is answered this once. Needs a password or code of the last ten minutes',
    status: 201,
    body: newFeed,
    answer: madeFeed,
    handle: async (call) => {
      const { session } = call;
      const { name, kinds } = call.body as z.infer<typeof newFeed>;
      const now = kit.clock.now();
      needRecentProof(session, now);
      const seen = sourcesFor(duties, session).map(({ key }) => key);
      if (kinds?.some((kind) => !seen.includes(kind))) throw refuse.badInput({ kinds: 'Not a type of deadline' });
      const scope = scopeOf(session);
      const writer = writerOf(session, call.request, now);
      const { secret, ...feed } = await runWrite(kit, call, { scope, writer, definition: named, input: null }, (db) =>
        addFeed(db, writer, session, { name, kinds: kinds ? [...new Set(kinds)] : null }),
      );
      return {
        message: 'Calendar link created.',
        data: { ...feed, link: `${publicBase()}/api/v1/calendar/feed/${secret}.ics` },
      };
    },
  });
}

function addFetch(
  app: FastifyInstance,
  { kit, clock }: ProductParts,
  publicBase: () => string,
  duties: readonly DutySource[],
): void {
  const calls = createFeedCalls(clock);
  addRoute(app, {
    method: 'GET',
    path: '/calendar/feed/{file}',
    summary: 'Deadlines as an iCalendar file, for the holder of a calendar link',
    tag: 'Calendar',
    access: 'public',
    scope: 'none',
    raw: ['text/calendar'],
    head: true,
    handle: async ({ request, reply, params }) => {
      const secret = pattern.exec(params['file'] ?? '')?.[1];
      const now = kit.clock.now();
      const found = secret === undefined ? undefined : await openFeed(kit.db, secret);
      // Which of all reasons it is, nobody is told.
      if (!found) throw refuse.notFound('Calendar not found');
      calls(found.feed.id);
      const { feed, session } = found;
      const language = session.user.language ?? 'en';
      const events = await eventsOf(kit.db, duties, session, feed.kinds, now);
      const file = feedFile(events, { name: feed.name, language, base: publicBase() });
      await transact(kit.db, everything, (db) => noteUse(db, feed.id, now));
      const etag = `"${createHash('sha256').update(file).digest('base64url').slice(0, 27)}"`;
      reply.headers({ etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="roadkeeper.ics"')
        .send(file);
    },
  });
}

/** A link and the rights of its owner as they are now; nothing where they may not sign in, or have no calendar any more. */
const openFeed = (db: ProductParts['db'], secret: string) =>
  transact(db, everything, async (db) => {
    const feed = await findFeed(db, secret);
    const session = feed && (await sessionOfPerson(db, feed.id, feed.accountId, right));
    return feed && session && can(session.grants, right.module, right.action) ? { feed, session } : undefined;
  });

async function eventsOf(
  db: ProductParts['db'],
  duties: readonly DutySource[],
  session: Session,
  kinds: readonly string[] | null,
  now: Date,
): Promise<FeedEvent[]> {
  const today = indiaDay(now);
  const sources = sourcesFor(duties, session, kinds ?? undefined);
  const scope = scopeOf(session);
  const query = { scope, session, now, today };
  const rows = await transact(db, scope, async (db) => {
    const found: Duty[] = [];
    for (const [first, last] of spans) {
      const span = { from: addDays(today, first), to: addDays(today, last) };
      if (found.length < most)
        found.push(...(await listDuties(sources, { ...query, ...span, db }, { skip: 0, take: most - found.length })));
    }
    return found.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  });
  return rows.map((row) => ({
    ...row,
    org: session.user.kind === 'client' ? null : row.org,
    step: stepOf(row, sources, session),
  }));
}
