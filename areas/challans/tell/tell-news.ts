import * as z from 'zod/mini';
import { can } from '#kit/contract/rights.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import type { Hub } from '#kit/server/live/hub.ts';
import type { Relay } from '#kit/server/live/relay.ts';
import { challan } from '../challan/challan.contract.ts';
import { newsTopic } from './challan-news.contract.ts';

/** The job that tells open browsers, once what is told has been written. */
export const newsJob = 'challan-news';

const told = z.object({
  id: z.string(),
  orgId: z.string(),
  challanNo: z.string(),
  vehicle: z.string(),
  what: z.string(),
});
/** What happened to a challan, with whose it is. */
export type ToldNews = z.infer<typeof told>;

/** Has it told when the transaction is over. */
export const queueNews = (db: Queryable, jobs: Pick<Jobs, 'add'>, news: ToldNews): Promise<unknown> =>
  jobs.add(db, { name: newsJob, payload: { ...news } });

/** Whoever sees challans follows what happens to those of their organisation. */
export const addNewsTopic = (live: Pick<Hub, 'addTopic'>): void =>
  live.addTopic({ name: newsTopic, authorise: ({ grants }) => can(grants, challan.path, 'view') });

/** Tells open browsers, here and at other processes. */
export const newsTask =
  (live: Pick<Hub, 'publish'>, relay: Relay): Task =>
  async (_db, payload) => {
    const news = told.parse(payload);
    return () => {
      publish(live, news);
      if (relay.isShared) relay.tell(newsTopic, Buffer.from(JSON.stringify(news)));
    };
  };

/** Hears what other processes tell. */
export const hearNewsOfOthers = (live: Pick<Hub, 'publish'>, relay: Relay): (() => void) =>
  relay.hear(newsTopic, (bytes) => publish(live, told.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))));

function publish(live: Pick<Hub, 'publish'>, { orgId, ...news }: ToldNews): void {
  live.publish(newsTopic, { organisations: [orgId], right: { module: challan.path, action: 'view' } }, news.id, news);
}
