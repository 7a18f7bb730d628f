import { mailTime } from '#areas/mail/mail.server.ts';
import { dayInWords } from '#kit/contract/days.ts';
import type { NoticeParams, Topic } from '#kit/server/notify/topic.ts';

/** A value as a sentence says it: days and times in words. */
const inWords = (value: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? dayInWords(value)
    : /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)
      ? mailTime(new Date(value))
      : value;

/** What somebody is told, in English. */
export const titleOf = (topic: Topic | undefined, params: NoticeParams): string =>
  (topic?.texts.title ?? '').replaceAll(/\{\{([a-z]{1,20})\}\}/g, (_, name: string) => inWords(params[name] ?? ''));
