import { type Addressee, addresseesOf } from '#areas/identity/identity.server.ts';
import { type MailKit, queueMail } from '#areas/mail/mail.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Task } from '#kit/server/jobs.ts';
import type { PublishedNotice } from '#kit/server/notify/publish.ts';
import type { Channel, Topic } from '#kit/server/notify/topic.ts';
import { titleOf } from '../notice-text.ts';
import { quietOf, type Wish, wishesOf } from '../preferences/preferences.store.ts';
import { quietUntil } from '../preferences/quiet.rules.ts';
import { queuePushes } from '../push/push-queue.store.ts';
import { addNotices, mailKeyOf } from './notices.store.ts';
import { type Telling, tellNotice } from './tell-notices.ts';

export interface Delivering extends Telling {
  mail: MailKit;
  topics: readonly Topic[];
}

interface Told extends Addressee {
  channels: readonly Channel[];
  /** When they may be disturbed again; undefined: now. */
  heldUntil: Date | undefined;
}

/** Tells people of what was published: keeps it for each of them, and sends what they chose. */
export function noticeTask(delivering: Delivering): Task {
  const topicOf = new Map(delivering.topics.map((topic) => [topic.key, topic]));
  return async (db, payload, now) => {
    const { notices } = payload as unknown as { notices: PublishedNotice[] };
    const after: (() => void)[] = [];
    for (const notice of notices) {
      const topic = topicOf.get(notice.topic);
      // Without one it was published by a version that had the topic.
      if (topic) after.push(await deliver(db, delivering, topic, notice, now));
    }
    return () => {
      for (const tell of after) tell();
    };
  };
}

/** @returns what tells open browsers, once it is committed */
async function deliver(
  db: Queryable,
  delivering: Delivering,
  topic: Topic,
  notice: PublishedNotice,
  now: Date,
): Promise<() => void> {
  const people = await peopleOf(db, topic, notice, now);
  const made = await addNotices(
    db,
    notice,
    topic.severity,
    people.map(({ id, channels }) => ({ accountId: id, channels })),
  );
  const told = people.filter(({ id }) => made.has(id));
  const title = titleOf(topic, notice.params);
  for (const person of told)
    if (person.channels.includes('email') && !topic.templates && person.email !== null)
      await sendMail(db, delivering.mail, person, {
        notice,
        title: titleOf(topic, notice.params, person.language),
        id: made.get(person.id) ?? '',
      });
  const { params, link } = notice;
  const { key, severity } = topic;
  const pushed = told
    .filter(({ channels }) => channels.includes('push'))
    .map(({ id, heldUntil }) => ({ noticeId: made.get(id) ?? '', accountId: id, heldUntil }));
  await queuePushes(db, severity, pushed, now);
  return () => {
    for (const { id, channels, heldUntil } of told)
      if (channels.includes('app'))
        tellNotice(delivering, id, {
          notice: { id: made.get(id) ?? '', topic: key, title, params, link, severity },
          isQuiet: heldUntil !== undefined,
        });
  };
}

async function peopleOf(db: Queryable, topic: Topic, notice: PublishedNotice, now: Date): Promise<Told[]> {
  const { to, orgId, except } = notice;
  const all = await addresseesOf(db, { ...to, orgId, sees: topic.module ?? null });
  const asked = all.filter(({ id, kind }) => id !== except && topic.channels[kind] !== undefined);
  const wishes = await wishesOf(
    db,
    asked.map(({ id }) => id),
    topic.key,
  );
  return asked.map((person) => {
    const wish: Wish | undefined = wishes.get(person.id);
    return {
      ...person,
      channels: wish?.channels ?? topic.channels[person.kind] ?? [],
      heldUntil: topic.severity === 'urgent' ? undefined : quietUntil(quietOf(wish), now),
    };
  });
}

const sendMail = (
  db: Queryable,
  mail: MailKit,
  { id: accountId, name, email, orgId, heldUntil }: Told,
  { notice, title, id }: { notice: PublishedNotice; title: string; id: string },
): Promise<unknown> =>
  queueMail(db, mail, {
    template: 'notice',
    to: { address: email ?? '', name, accountId },
    orgId,
    values: { name, title, link: notice.link },
    ...(notice.record ? { record: { ...notice.record, title: title.slice(0, 200) } } : {}),
    onceKey: mailKeyOf(id),
    ...(heldUntil ? { heldUntil } : {}),
  });
