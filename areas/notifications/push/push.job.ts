import { setTimeout as sleep } from 'node:timers/promises';
import type { Mail } from '#areas/mail/mail.server.ts';
import { can } from '#kit/contract/rights.ts';
import type { ProductParts } from '#kit/server/area.ts';
import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import type { Topic } from '#kit/server/notify/topic.ts';
import { type OutgoingOptions, type Sent, sendOnce } from '#kit/server/outgoing/send.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import type { Session, SessionStore } from '#kit/server/sessions/session.ts';
import { inLanguage } from '#kit/server/words/words.ts';
import { type AreaNames, areaNames } from './area-names.ts';
import { sealedCell } from './browsers.store.ts';
import { encryptFor, type PushKeys, type Reached } from './push-keys.ts';
import { contentOf, type PushContent, pushHeaders } from './push-message.ts';
import { endPush, type PushEnd, pushJob, type TakenPush, takePushes } from './push-queue.store.ts';
import { createRefusals } from './push-refusals.ts';
import { createSlots } from './push-slots.rules.ts';

/** After this time whoever took a message is thought to be gone. Longer than a try may take, with its record. */
const leaseMs = 60_000;

export interface PushParts extends Pick<ProductParts, 'catalogues' | 'pages'> {
  db: Database;
  clock: Clock;
  log: (line: string) => void;
  jobs: Pick<Jobs, 'add' | 'wake'>;
  mail: Pick<Mail, 'beside'>;
  sealed: SealedTexts;
  sessions: Pick<SessionStore, 'stillLive'>;
  topics: readonly Topic[];
  push: OutgoingOptions;
  pushKeys: PushKeys;
}

/**
 * Sends what is due: takes it in a transaction, sends it without one, and writes down what became of it in another. A process that is
 * killed between the last two sends a message again; the push service puts it in the place of the first, where that still waits.
 */
export function pushTask(parts: PushParts): Task {
  const { db: database, clock, jobs, log, mail } = parts;
  const topicOf = new Map(parts.topics.map((topic) => [topic.key, topic]));
  const nameOf = areaNames(parts.catalogues, parts.pages);
  const slots = createSlots();
  const refusals = createRefusals(log, parts.pushKeys.subject);

  const attempt = async (message: TakenPush, stop: AbortSignal): Promise<PushEnd> => {
    const now = clock.now();
    const session = (await parts.sessions.stillLive([message.sessionId])).get(message.sessionId)?.session;
    // Whoever signs in there again is told again.
    if (!session) return { outcome: 'needless' };
    const content = whatToSay(message, { topicOf, nameOf }, session, now);
    if (!content) return { outcome: 'needless' };
    let reached: Reached;
    try {
      reached = JSON.parse(parts.sealed.open(sealedCell(message.subscriptionId), message.sealed)) as Reached;
    } catch {
      log(`where browser ${message.subscriptionId} is reached could not be read`);
      return { outcome: 'refused' };
    }
    const headers = {
      ...pushHeaders(content, (Date.parse(message.endsAt) - now.getTime()) / 1_000),
      authorization: await parts.pushKeys.authorization(reached.endpoint, now),
    };
    const sent = await sendOnce(reached.endpoint, headers, encryptFor(reached, content), parts.push, stop);
    const after = clock.now();
    if (!stop.aborted) slots.note(message.service, sent, after);
    refusals.note(message.service, sent, after);
    return endOf(sent, after);
  };

  const deliver = async (message: TakenPush, stop: AbortSignal): Promise<void> => {
    const end = await attempt(message, stop);
    // Cut off by the stop of this process: nobody knows what came of it, and it is sent again.
    if (stop.aborted && end.outcome === 'later') return;
    for (let patienceMs = 250; ; patienceMs *= 2) {
      try {
        await transact(database, everything, async (db) => {
          const next = await endPush(db, message, end, clock.now());
          if (next) await jobs.add(db, { name: pushJob, runAt: next });
          await jobs.add(db, { name: pushJob });
        });
        break;
      } catch (error) {
        log(`what became of notification ${message.id} could not be written down: ${String(error)}`);
        if (stop.aborted || patienceMs > leaseMs / 4) return;
        await sleep(patienceMs);
      }
    }
  };

  return async (db, _, now) => {
    if (slots.isFull()) return;
    const leased = new Date(now.getTime() + leaseMs);
    const taken = await takePushes(db, slots, now, leased);
    if (taken.length === 0) return;
    // Should this process be gone by then, another or the next one looks after them.
    await jobs.add(db, { name: pushJob, runAt: new Date(leased.getTime() + 1_000) });
    return () => {
      for (const message of taken) {
        slots.start(message);
        mail.beside(`notification ${message.id}`, async (stop) => {
          try {
            await deliver(message, stop);
          } finally {
            slots.end(message);
            jobs.wake();
          }
        });
      }
    };
  };
}

/** What a person is to read, in their language; nothing where they may no longer look at it, or want it in their browsers no more. */
function whatToSay(
  { id, notice, channels }: TakenPush,
  { topicOf, nameOf }: { topicOf: ReadonlyMap<string, Topic>; nameOf: AreaNames },
  { user, grants }: Session,
  now: Date,
): PushContent | undefined {
  const language = user.language ?? 'en';
  if (notice === null)
    return {
      title: 'Roadkeeper',
      body: inLanguage(language, 'Notifications reach this browser.'),
      link: '/notifications?tab=2',
      severity: 'warning',
      tag: id.replaceAll('-', ''),
      lang: language,
      at: now.toISOString(),
      isTest: true,
    };
  const topic = topicOf.get(notice.topic);
  if (topic?.module !== undefined && !can(grants, topic.module, 'view')) return undefined;
  const wanted = channels ?? topic?.channels[user.kind] ?? [];
  if (!wanted.includes('push')) return undefined;
  return contentOf(topic, nameOf(topic?.module, user.kind, language), notice, language, now);
}

/** What the answer of a push service means (RFC 8030). */
function endOf({ status, retryAfter }: Sent, now: Date): PushEnd {
  if (status === null) return { outcome: 'later', waitS: undefined };
  if (status >= 200 && status < 300) return { outcome: 'taken' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  if (status === 429 || status >= 500) return { outcome: 'later', waitS: secondsOf(retryAfter, now) };
  return { outcome: 'refused' };
}

/** Seconds of a Retry-After: a number, or a time. */
function secondsOf(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now.getTime()) / 1_000);
}
