import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { ProductParts } from '#kit/server/area.ts';
import { transact } from '#kit/server/db/database.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { languageOf } from '#kit/server/http/clients/language.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { tellNotice } from '../deliver/tell-notices.ts';
import { noticeRow, severities } from '../notice-answers.contract.ts';
import { titleOf } from '../notice-text.ts';
import { markNotices, mostCounted, noticesOf, removeNotices, unreadOf } from './feed.store.ts';

const mostAtOnce = 100;
const common = { tag: 'Notification', access: 'session', scope: 'organisation' } as const;
const idList = z
  .array(z.uuid({ error: 'Must be the id of a notification' }), { error: 'Must be a list of ids' })
  .check(z.minLength(1, { error: 'Give at least one' }), z.maxLength(mostAtOnce, { error: `At most ${mostAtOnce}` }));
const readBody = z.strictObject({
  /** Left out: all. */
  ids: z.optional(idList),
  /** False marks as unread again; it needs ids. */
  read: z.optional(z.boolean({ error: 'Must be true or false' })),
});
const removeBody = z.strictObject({
  /** Left out: all that were read. */
  ids: z.optional(idList),
});

/** One's own notifications. Nobody sees those of anybody else, whatever their rights. */
export function addFeedRoutes(app: FastifyInstance, { kit, topics, relay }: ProductParts): void {
  const topicOf = new Map(topics.map((topic) => [topic.key, topic]));
  const keys = topics.map(({ key }) => key);
  const within = <T>(call: Call, work: Parameters<typeof transact<T>>[2]) =>
    transact(kit.db, scopeOf(call.session), work);

  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/notification',
    summary: 'One’s own notifications, latest first; those of the last 90 days',
    query: {
      take: { about: 'How many', schema: { type: 'integer', minimum: 1, maximum: mostAtOnce, default: 25 } },
      after: { about: '`next` of the page before', schema: { type: 'string', format: 'uuid' } },
      unread: { about: 'true: only those that were not read', schema: { type: 'boolean' } },
      topic: { about: 'Topics, separated by commas', schema: { type: 'string', examples: keys.slice(0, 2) } },
      severity: {
        about: 'Severities, separated by commas',
        schema: { type: 'string', examples: [severities.join(',')] },
      },
    },
    answer: z.array(noticeRow),
    beside: { next: z.nullable(z.string()), unread: z.int() },
    handle: async (call) => {
      const read = queryReader(call.query);
      const take = read.whole('take', 1, mostAtOnce) ?? 25;
      const after = read.ids('after')?.[0];
      const isUnread = read.oneOf('unread', ['true', 'false']) === 'true';
      const wanted = {
        take,
        after,
        isUnread,
        topics: read.among('topic', keys),
        severities: read.among('severity', severities),
      };
      read.done();
      const { id } = call.session.user;
      const [rows, unread] = await within(call, async (db) => [
        await noticesOf(db, id, wanted),
        await unreadOf(db, id),
      ]);
      const page = rows.slice(0, take);
      const language = languageOf(call.request);
      return {
        message: 'OK',
        data: page.map((row) => ({ ...row, title: titleOf(topicOf.get(row.topic), row.params, language) })),
        next: rows.length > take ? (page.at(-1)?.id ?? null) : null,
        unread,
      };
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/notification/unread-count',
    summary: `How many of one’s own notifications were not read; ${mostCounted} stands for more`,
    answer: z.strictObject({ unread: z.int() }),
    handle: async (call) => ({
      message: 'OK',
      data: { unread: await within(call, (db) => unreadOf(db, call.session.user.id)) },
    }),
  });
  addRoute(app, {
    ...common,
    method: 'PUT',
    path: '/notification/read',
    summary: 'Mark notifications as read: these, or without ids all; with read false as unread again',
    body: readBody,
    answer: z.strictObject({ changed: z.int() }),
    handle: async (call) => {
      const { ids, read = true } = call.body as z.infer<typeof readBody>;
      if (!read && !ids) throw refuse.badInput({ ids: 'Say which' });
      const { id } = call.session.user;
      const changed = await within(call, (db) => markNotices(db, id, { ids, isRead: read, now: kit.clock.now() }));
      if (changed > 0) tellNotice({ live: kit.live, relay }, id, {});
      return { message: read ? 'Marked as read.' : 'Marked as unread.', data: { changed } };
    },
  });
  addRoute(app, {
    ...common,
    method: 'DELETE',
    path: '/notification',
    summary: 'Remove notifications from one’s own list: these, or without ids all that were read',
    body: removeBody,
    answer: z.strictObject({ removed: z.int() }),
    handle: async (call) => {
      const { ids } = call.body as z.infer<typeof removeBody>;
      const { id } = call.session.user;
      const removed = await within(call, (db) => removeNotices(db, id, ids));
      if (removed > 0) tellNotice({ live: kit.live, relay }, id, {});
      return { message: removed === 1 ? 'Notification removed.' : 'Notifications removed.', data: { removed } };
    },
  });
}
