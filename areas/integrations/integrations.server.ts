import type { WithMail } from '#areas/mail/mail.server.ts';
import { menuFactsOf } from '#kit/contract/menu.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { happened, on } from '#kit/server/events.ts';
import { onHistory } from '#kit/server/history.ts';
import type { OutgoingOptions } from '#kit/server/outgoing/send.ts';
import { contract } from './integrations.contract.ts';
import { removeOldKeys, warnOfEnds } from './keys/key-ends.store.ts';
import { closedToKeys } from './keys/key-scopes.rules.ts';
import { addKeyRoutes } from './keys/keys.routes.ts';
import { deliverTask } from './webhooks/deliver.job.ts';
import { knownNews, newsOf } from './webhooks/event-words.rules.ts';
import { sweepMessages, tellWebhooks, webhookJob } from './webhooks/outbox.store.ts';
import { addWebhookRoutes } from './webhooks/webhooks.routes.ts';

export { createKeyCalls, loadKeySession } from './keys/key-door.store.ts';
export { closedToKeys } from './keys/key-scopes.rules.ts';

/** What this area needs to be told: where messages may go. */
export interface WithWebhooks {
  webhooks: OutgoingOptions;
}

/** How other programs work with the product: keys by which they call, and what they are told by themselves. */
export const area: AreaServer<WithMail & WithWebhooks> = {
  contract,
  routes: (app, { kit, sessions, catalogues, pages, sealed, jobs, webhooks }) => {
    const definitions = catalogues.map(({ reads }) => reads.definition);
    addKeyRoutes(app, kit, { sessions, never: closedToKeys(definitions), facts: menuFactsOf(definitions, pages) });
    addWebhookRoutes(app, kit, { sealed, jobs, webhooks });
  },
  jobs: (product) => ({ [webhookJob]: deliverTask(product) }),
  sweeps: ({ mail }) => [
    { name: 'API keys that end', order: 130, run: (db, now) => warnOfEnds(db, mail, now) },
    { name: 'old API keys', order: 131, run: removeOldKeys },
    { name: 'messages of webhooks', order: 132, run: sweepMessages },
  ],
  listeners: [
    onHistory(async (db, writer, changes) => {
      // What a demo begins with has not happened.
      if (writer.source === 'seed') return;
      await tellWebhooks(db, newsOf(changes, writer.now, writer.requestId ?? writer.now.toISOString()), writer.now);
    }),
    on(happened, (db, writer, all) => tellWebhooks(db, knownNews(all), writer.now)),
  ],
};
