import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { cancelHeld } from '#areas/mail/mail.server.ts';
import { can } from '#kit/contract/rights.ts';
import type { ProductParts } from '#kit/server/area.ts';
import { aside } from '#kit/server/db/aside.ts';
import { type Queryable, transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import type { Channel, Topic } from '#kit/server/notify/topic.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { mailKeyOf, toldSince } from '../deliver/notices.store.ts';
import { channels, type Preferences, preferences } from '../notice-answers.contract.ts';
import { longestQuietMs } from './quiet.rules.ts';
import { choicesOf, keepChoices, keepSettings, type Settings, settingsOf } from './preferences.store.ts';

const minuteError = { error: 'Must be a minute of the day, from 0 to 1439' };
const minute = z.nullable(z.int(minuteError).check(z.gte(0, minuteError), z.lte(1_439, minuteError)));
const hourError = { error: 'Must be an hour from 0 to 23' };
const body = z.strictObject({
  digestHour: z.optional(z.int(hourError).check(z.gte(0, hourError), z.lte(23, hourError))),
  quietFrom: z.optional(minute),
  quietTo: z.optional(minute),
  topics: z.optional(
    z
      .array(
        z.strictObject({
          key: z.string().check(z.maxLength(60)),
          /** Null: as it is usual. */
          channels: z.nullable(
            z.array(z.enum(channels, { error: 'Not a channel' })).check(z.maxLength(channels.length)),
          ),
        }),
        { error: 'Must be a list of topics' },
      )
      .check(z.maxLength(100)),
  ),
});

/** What one is told of, and by which channels. */
export function addPreferenceRoutes(app: FastifyInstance, { kit, topics }: ProductParts): void {
  const common = {
    tag: 'Notification',
    access: 'session',
    scope: 'organisation',
    path: '/notification/preferences',
    answer: preferences,
  } as const;
  const read = async (db: Queryable, session: Session): Promise<Preferences> => {
    const { id, kind } = session.user;
    const [settings, choices] = [await settingsOf(db, id), await choicesOf(db, id)];
    return {
      ...settings,
      topics: topicsFor(topics, session).map(({ key, texts, severity, channels: usualOf }) => {
        const usual = [...(usualOf[kind] ?? [])];
        return { key, name: texts.name, severity, usual, channels: choices.get(key) ?? usual };
      }),
    };
  };

  addRoute(app, {
    ...common,
    method: 'GET',
    summary: 'What one is told of by which channel, quiet hours, and when the digest comes',
    handle: async ({ session }) => ({
      message: 'OK',
      data: await transact(kit.db, scopeOf(session), (db) => read(db, session)),
    }),
  });
  addRoute(app, {
    ...common,
    method: 'PUT',
    summary: 'Choose channels of topics, quiet hours and the hour of the digest; what is left out stays as it is',
    body,
    handle: async ({ session, body: given }) => {
      const { topics: chosen = [], ...settings } = given as z.infer<typeof body>;
      const known = new Set(topicsFor(topics, session).map(({ key }) => key));
      const unknown = chosen.find(({ key }) => !known.has(key));
      if (unknown) throw refuse.badInput({ topics: `Not a topic: ${unknown.key}` });
      const { id } = session.user;
      const data = await transact(kit.db, scopeOf(session), async (db) => {
        const now = kit.clock.now();
        const before = await settingsOf(db, id);
        const next: Settings = {
          digestHour: settings.digestHour ?? before.digestHour,
          quietFrom: settings.quietFrom === undefined ? before.quietFrom : settings.quietFrom,
          quietTo: settings.quietTo === undefined ? before.quietTo : settings.quietTo,
        };
        checkQuiet(next);
        await keepSettings(db, id, next, now);
        await keepChoices(
          db,
          id,
          chosen.map(({ key, channels: ways }) => ({ topic: key, channels: ways && [...new Set(ways)] })),
          now,
        );
        await takeBackHeld(db, topics, session.user, chosen, now);
        return read(db, session);
      });
      return { message: 'Preferences saved.', data };
    },
  });
}

/** Emails that wait for the end of quiet hours do not come where they were turned off meanwhile. */
async function takeBackHeld(
  db: Queryable,
  topics: readonly Topic[],
  { id: accountId, kind }: Session['user'],
  chosen: readonly { key: string; channels: readonly Channel[] | null }[],
  now: Date,
): Promise<void> {
  const off = chosen.flatMap(({ key, channels: ways }) => {
    const used = ways ?? topics.find((topic) => topic.key === key)?.channels[kind] ?? [];
    return used.includes('email') ? [] : [key];
  });
  if (off.length === 0) return;
  const templates = topics.flatMap((topic) => (off.includes(topic.key) ? [topic.key, ...(topic.templates ?? [])] : []));
  // They are of the organisations that they are about, which their receiver may see nothing of.
  await aside(db, async () => {
    const told = await toldSince(db, accountId, off, new Date(now.getTime() - longestQuietMs));
    await cancelHeld(db, accountId, { templates, onceKeys: told.map(mailKeyOf) }, now);
  });
}

/** The topics that somebody is told of at all. */
const topicsFor = (topics: readonly Topic[], { user, grants }: Session): Topic[] =>
  topics.filter(
    ({ channels: usual, module }) =>
      usual[user.kind] !== undefined && (module === undefined || can(grants, module, 'view')),
  );

function checkQuiet({ quietFrom, quietTo }: Settings): void {
  if ((quietFrom === null) !== (quietTo === null)) throw refuse.badInput({ quietTo: 'Give both times, or neither' });
  if (quietFrom !== null && quietFrom === quietTo) throw refuse.badInput({ quietTo: 'Must be another time' });
}
