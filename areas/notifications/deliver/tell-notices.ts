import type { Hub } from '#kit/server/live/hub.ts';
import type { Relay } from '#kit/server/live/relay.ts';
import { type NoticeNews, noticesTopic } from '../notice-answers.contract.ts';

export interface Telling {
  live: Pick<Hub, 'publish'>;
  relay: Relay;
}

/** Everybody follows what concerns themselves. A browser that comes asks for the number. */
export const addNoticesTopic = (live: Pick<Hub, 'addTopic'>): void =>
  live.addTopic({ name: noticesTopic, authorise: () => true, opening: () => [{ key: '', data: {} }] });

/** Tells the open browsers of a person, here and at other processes. To be called after the commit. */
export function tellNotice({ live, relay }: Telling, accountId: string, news: NoticeNews): void {
  push(live, accountId, news);
  if (relay.isShared) relay.tell(noticesTopic, Buffer.from(JSON.stringify({ accountId, news })));
}

/** Hears what other processes tell. */
export const hearNoticesOfOthers = (live: Pick<Hub, 'publish'>, relay: Relay): (() => void) =>
  relay.hear(noticesTopic, (bytes) => {
    const { accountId, news } = JSON.parse(Buffer.from(bytes).toString('utf8')) as {
      accountId: string;
      news: NoticeNews;
    };
    push(live, accountId, news);
  });

const push = (live: Pick<Hub, 'publish'>, accountId: string, news: NoticeNews): void =>
  live.publish(noticesTopic, { accountId }, news.notice?.id ?? '', news);
