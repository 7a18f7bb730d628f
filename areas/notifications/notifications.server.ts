import type { WithMail } from '#areas/mail/mail.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { noticeJob } from '#kit/server/notify/publish.ts';
import { noticeTask } from './deliver/notice.job.ts';
import { sweepNotices } from './deliver/notices.store.ts';
import { addNoticesTopic, hearNoticesOfOthers } from './deliver/tell-notices.ts';
import { digestJob, digestTask, planDigests } from './digest/digest.job.ts';
import { addFeedRoutes } from './feed/feed.routes.ts';
import { kitTopics } from './kit-topics.ts';
import { contract } from './notifications.contract.ts';
import { addPreferenceRoutes } from './preferences/preferences.routes.ts';

// What the product puts together.
export { mailChoice } from './preferences/mail-choice.ts';

/** What people are told of: in the product, by email and as a digest, each as they chose. */
export const area: AreaServer<WithMail> = {
  contract,
  routes: (app, product) => {
    addNoticesTopic(product.kit.live);
    hearNoticesOfOthers(product.kit.live, product.relay);
    addFeedRoutes(app, product);
    addPreferenceRoutes(app, product);
  },
  topics: kitTopics,
  jobs: ({ kit, mail, relay, topics }) => ({
    [noticeJob]: noticeTask({ live: kit.live, mail, relay, topics }),
    [digestJob]: digestTask({ mail, topics }),
  }),
  sweeps: () => [{ name: 'old notifications', order: 128, run: sweepNotices }],
  plan: (db, { jobs }, now) => planDigests(db, jobs, now),
};
