import type { Mail, WithMail } from '#areas/mail/mail.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { noticeJob } from '#kit/server/notify/publish.ts';
import type { OutgoingOptions } from '#kit/server/outgoing/send.ts';
import { noticeTask } from './deliver/notice.job.ts';
import { sweepNotices } from './deliver/notices.store.ts';
import { addNoticesTopic, hearNoticesOfOthers } from './deliver/tell-notices.ts';
import { digestJob, digestTask, planDigests } from './digest/digest.job.ts';
import { addFeedRoutes } from './feed/feed.routes.ts';
import { kitTopics } from './kit-topics.ts';
import { contract } from './notifications.contract.ts';
import { addPreferenceRoutes } from './preferences/preferences.routes.ts';
import { addBrowserRoutes } from './push/browsers.routes.ts';
import { sweepBrowsers } from './push/browsers.store.ts';
import { createPushKeys } from './push/push-keys.ts';
import { subjectOf } from './push/push-subject.rules.ts';
import { pushTask } from './push/push.job.ts';
import { pushJob, pushQueue } from './push/push-queue.store.ts';

// What the product puts together.
export { mailChoice } from './preferences/mail-choice.ts';

/** What this area needs to be told: where the push services of browsers may be. */
export interface WithPush {
  push: OutgoingOptions;
}

const pushKeysOf = ({ masterKey, origin, from }: Mail) =>
  createPushKeys(masterKey, () => subjectOf(origin(), from.address));

/** What people are told of: in the product, in their browsers, by email and as a digest, each as they chose. */
export const area: AreaServer<WithMail & WithPush> = {
  contract,
  routes: (app, product) => {
    addNoticesTopic(product.kit.live);
    hearNoticesOfOthers(product.kit.live, product.relay);
    addFeedRoutes(app, product);
    addPreferenceRoutes(app, product);
    addBrowserRoutes(app, product, { push: product.push, pushKeys: pushKeysOf(product.mail) });
  },
  topics: kitTopics,
  queues: pushQueue,
  jobs: (product) => {
    const { kit, mail, relay, topics } = product;
    return {
      [noticeJob]: noticeTask({ live: kit.live, mail, relay, topics }),
      [digestJob]: digestTask({ mail, topics }),
      [pushJob]: pushTask({ ...product, pushKeys: pushKeysOf(mail) }),
    };
  },
  sweeps: () => [
    { name: 'old notifications', order: 128, run: sweepNotices },
    { name: 'browsers that nothing reaches', order: 129, run: sweepBrowsers },
  ],
  plan: (db, { jobs }, now) => planDigests(db, jobs, now),
};
