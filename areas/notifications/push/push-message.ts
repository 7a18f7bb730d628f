import { createHash } from 'node:crypto';
import type { Language } from '#kit/contract/words/languages.ts';
import type { NoticeParams, Severity, Topic } from '#kit/server/notify/topic.ts';
import { titleOf } from '../notice-text.ts';

/** A notice as a browser is to show it. */
export interface PushedNotice {
  id: string;
  topic: string;
  params: NoticeParams;
  link: string;
  severity: Severity;
  module: string | null;
  recordId: string | null;
}

const hourS = 3_600;
/** Seconds for which a message is of use: a browser that comes back later finds the notice in its list. */
export const usefulS: Readonly<Record<Severity, number>> = { info: 4 * hourS, warning: 12 * hourS, urgent: 24 * hourS };
/** What a test is of use for. */
export const testUsefulS = 600;
/** Urgency of RFC 8030: a phone that saves its battery is woken by `high` alone. */
const urgencies: Readonly<Record<Severity, string>> = { info: 'low', warning: 'normal', urgent: 'high' };

/** Characters, so that all of it stays far below the 4 KB that every push service takes, in Hindi too. */
const most = { title: 100, body: 400, link: 300 } as const;
const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

/** What a browser is sent: `apps/web/public/push-worker.js` reads it. */
export interface PushContent {
  title: string;
  body: string;
  /** Path in the web app. */
  link: string;
  severity: Severity;
  /** What is shown of the same record is replaced. */
  tag: string;
  lang: Language;
  at: string;
  /** Id of the notice; none of a test. */
  notice?: string;
  /** Shown even where the product is open in front of the reader. */
  isTest?: true;
}

/** What belongs to one record has one name, of which nobody can tell the record: the push service reads it. */
const tagOf = ({ id, module, recordId }: PushedNotice): string =>
  createHash('sha256')
    .update(recordId === null ? id : `${module} ${recordId}`)
    .digest('base64url')
    .slice(0, 32);

/**
 * A notice as its reader's system shows it. A phone gives a title one short line and shows the rest whole, so that what happened is the text,
 * and the title is where it happened.
 * @param area what the menu calls it
 */
export function contentOf(
  topic: Topic | undefined,
  area: string,
  notice: PushedNotice,
  language: Language,
  now: Date,
): PushContent {
  const { params, link, severity } = notice;
  return {
    title: cut(area, most.title),
    body: cut(titleOf(topic, params, language), most.body),
    link: link.length <= most.link ? link : '/notifications',
    severity,
    tag: tagOf(notice),
    lang: language,
    at: now.toISOString(),
    notice: notice.id,
  };
}

/** Headers of a message beside those that say who sends it. @param leftS seconds for which it is of use */
export const pushHeaders = ({ severity, tag }: Pick<PushContent, 'severity' | 'tag'>, leftS: number) => ({
  'content-type': 'application/octet-stream',
  'content-encoding': 'aes128gcm',
  'user-agent': 'Roadkeeper-Push/1',
  ttl: String(Math.max(0, Math.floor(leftS))),
  urgency: urgencies[severity],
  topic: tag,
});
