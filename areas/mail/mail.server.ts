import type { FastifyInstance } from 'fastify';
import type { Queryable } from '#kit/server/db/database.ts';
import { createDelivery, type Delivery } from './deliver.ts';
import { mailJob, type MailKit } from './kit.ts';
import { addOutboxRoutes } from './outbox-routes.ts';
import { wiped } from './secret.ts';
import { addSuppressionRoutes } from './suppression-routes.ts';
import { addTemplateRoutes } from './template-routes.ts';
import { addMissingTemplates } from './templates.ts';

export type { MailAddress, MailKit, SmtpSettings, SmtpTimeouts } from './kit.ts';
export { isMailAddress, mailJob } from './kit.ts';
export { mailTime } from './time.ts';
export { type NewMail, queueMail } from './queue.ts';
export { pageParameters, queryReader } from './list-query.ts';
export type { TemplateKey } from './shipped.ts';
export { endMailedAbout, endMailedLinks } from './secret.ts';
export { keptSms, type SmsPort } from './sms.ts';

/** The outbox of this process: what queueMail takes, and what sends. */
export interface Mail extends MailKit, Delivery {
  /**
   * To be called once at the start. Brings the templates in line with the code, and takes up what was left on its way.
   * @param alone no other process works on this database: whatever is on its way has been left.
   */
  prepare(db: Queryable, alone: boolean): Promise<void>;
  /** Wipes links that have ended, and looks for mails that wait. */
  sweep(db: Queryable, now: Date): Promise<void>;
}

export function createMail(kit: MailKit): Mail {
  return {
    ...kit,
    ...createDelivery(kit),
    async prepare(db, alone) {
      const now = kit.clock.now();
      await addMissingTemplates(db, now);
      if (alone) await db.query(`update mail set due_at = $1 where state = 'sending'`, [now.toISOString()]);
      await kit.jobs.add(db, { name: mailJob });
    },
    async sweep(db, now) {
      await db.query(`update mail set ${wiped} where cipher is not null and expires_at <= $1`, [now.toISOString()]);
      await kit.jobs.add(db, { name: mailJob });
    },
  };
}

/** The outbox, its templates and the addresses that refuse mail. */
export function addMailRoutes(app: FastifyInstance, kit: MailKit): void {
  addOutboxRoutes(app, kit);
  addSuppressionRoutes(app, kit);
  addTemplateRoutes(app, kit);
}
