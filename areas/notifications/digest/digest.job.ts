import { addresseesOf } from '#areas/identity/identity.server.ts';
import { type MailKit, queueMail } from '#areas/mail/mail.server.ts';
import { indiaDay } from '#kit/contract/days.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import type { Topic } from '#kit/server/notify/topic.ts';
import { titleOf } from '../notice-text.ts';
import { dueDigests, noteDigest, takeDigest } from './digest.store.ts';

export const digestJob = 'notice-digest';
const hourMs = 3_600_000;
const indiaOffsetMs = 5.5 * hourMs;
/** So many people at a time, each time in a transaction of its own. */
const atOnce = 50;
/** What is named; more is counted. A mail of hundreds of lines is read by nobody. */
const mostLines = 20;

/** Full hours of India lie in the middle of those of UTC. */
const nextHour = (now: Date): Date =>
  new Date((Math.floor((now.getTime() + indiaOffsetMs) / hourMs) + 1) * hourMs - indiaOffsetMs);

/** Plans the next round: at the next full hour in India, once however often it is planned. */
export async function planDigests(db: Queryable, jobs: Pick<Jobs, 'add'>, now: Date): Promise<void> {
  const runAt = nextHour(now);
  await jobs.add(db, { name: digestJob, runAt, key: runAt.toISOString() });
}

/** Sends the digests that are due: also those of hours at which the product was not running. */
export function digestTask({ mail, topics }: { mail: MailKit; topics: readonly Topic[] }): Task {
  const topicOf = new Map(topics.map((topic) => [topic.key, topic]));
  return async (db, _, now) => {
    const day = indiaDay(now);
    const hour = new Date(now.getTime() + indiaOffsetMs).getUTCHours();
    const due = await dueDigests(db, day, hour, atOnce);
    const people = await addresseesOf(db, {
      orgId: null,
      sees: null,
      accounts: due.map(({ accountId }) => accountId),
    });
    const personOf = new Map(people.map((one) => [one.id, one]));
    for (const { accountId } of due) {
      const person = personOf.get(accountId);
      const lines = (await takeDigest(db, accountId, now)).map(({ topic, params }) =>
        titleOf(topicOf.get(topic), params, person?.language),
      );
      await noteDigest(db, accountId, day, now);
      if (!person || person.email === null || lines.length === 0) continue;
      await queueMail(db, mail, {
        template: 'notice-digest',
        to: { address: person.email, name: person.name, accountId },
        orgId: person.orgId,
        values: {
          name: person.name,
          count: lines.length === 1 ? '1 notification' : `${lines.length} notifications`,
          list: listOf(lines),
          link: '/notifications',
        },
        onceKey: `notice-digest:${accountId}:${day}`,
      });
    }
    // The rest comes right after; else the next hour is planned.
    if (due.length === atOnce) await mail.jobs.add(db, { name: digestJob });
    else await planDigests(db, mail.jobs, now);
    return () => mail.jobs.wake();
  };
}

function listOf(titles: readonly string[]): string {
  const shown = titles.slice(0, mostLines).map((title) => `• ${title}`);
  if (titles.length > mostLines) shown.push(`• and ${titles.length - mostLines} more`);
  return shown.join('\n');
}
