import type { MailChoice } from '#areas/mail/mail.server.ts';
import { aside } from '#kit/server/db/aside.ts';
import type { Topic } from '#kit/server/notify/topic.ts';
import { quietOf, wishesOf } from './preferences.store.ts';
import { quietUntil } from './quiet.rules.ts';

/** What people chose about the mails that areas send of a topic. Mails of no topic go to everybody: they are nobody's to refuse. */
export function mailChoice(topics: readonly Topic[]): MailChoice {
  const topicOf = new Map(
    topics.flatMap((topic) => [topic.key, ...(topic.templates ?? [])].map((key) => [key, topic])),
  );
  return async (db, { matter, accountId, now }) => {
    const topic = topicOf.get(matter);
    if (!topic) return 'now';
    const wish = (await aside(db, () => wishesOf(db, [accountId], topic.key))).get(accountId);
    if (wish?.channels && !wish.channels.includes('email')) return 'never';
    return (topic.severity === 'urgent' ? undefined : quietUntil(quietOf(wish), now)) ?? 'now';
  };
}
