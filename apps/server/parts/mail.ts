import type { FastifyInstance } from 'fastify';
import { createMail, type Mail } from '#areas/mail/mail.server.ts';
import { mailChoice } from '#areas/notifications/notifications.server.ts';
import type { Topic } from '#kit/server/notify/topic.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import type { ProductOptions } from '../options.ts';
import type { Base } from './base.ts';

/** The outbox. Without an origin links in mails lead to this machine, at the port that `app` listens on by then. */
export function openMail(
  { origin, mail }: ProductOptions,
  {
    db,
    clock,
    log,
    masterKey,
    jobs,
    app,
    topics,
  }: Base & { jobs: Jobs; app: FastifyInstance; topics: readonly Topic[] },
): Mail {
  return createMail({
    db,
    clock,
    log,
    masterKey,
    jobs,
    choice: mailChoice(topics),
    origin: () => origin ?? localOrigin(app),
    from: { name: 'Roadkeeper', address: 'no-reply@localhost' },
    ...mail,
  });
}

function localOrigin(app: FastifyInstance): string {
  const address = app.server.address();
  return `http://localhost:${typeof address === 'object' && address ? address.port : 3000}`;
}
