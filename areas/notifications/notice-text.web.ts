import { formatDay, formatTime, said, t } from '#kit/web/i18n.ts';
import { type NoticeRow, wordedParams } from './notice-answers.contract.ts';

/** The texts of topics are those of many areas: a topic that has none is shown in the words of the server. */
function text(key: string, otherwise: string, values?: object): string {
  const found = (t as (key: string, values?: object) => string)(key, values);
  return found === key ? otherwise : found;
}

const inWords = (name: string, value: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? formatDay(value)
    : /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)
      ? formatTime(value)
      : wordedParams.has(name)
        ? said(value)
        : value;

/** What somebody is told, in their language. */
export const noticeText = ({ topic, title, params }: Pick<NoticeRow, 'topic' | 'title' | 'params'>): string =>
  text(
    `notices.${topic}.title`,
    title,
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, inWords(name, value)])),
  );

/** What preferences call a topic. */
export const topicName = (topic: string, name: string): string => text(`notices.${topic}.name`, name);
