import type { AreaServer } from '#kit/server/area.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { sweepAttachments } from './delivery/attachment.store.ts';
import { createDelivery, type Delivery } from './delivery/delivery.job.ts';
import { mailQueue } from './delivery/mail-queue.store.ts';
import { contract } from './mail.contract.ts';
import { mailJob, type MailKit } from './mail-parts.ts';
import { addMailActions } from './outbox/mail-actions.routes.ts';
import { addOutboxRoutes } from './outbox/outbox.routes.ts';
import { wiped } from './sealed-mail.ts';
import { addSuppressionRoutes } from './suppression/suppression.routes.ts';
import { addTemplateRoutes } from './templates/templates.routes.ts';
import { addMissingTemplates } from './templates/templates.store.ts';
import { undeliveredMails } from './outbox/work.store.ts';

export type {
  ImapSettings,
  IncomingSettings,
  MailAddress,
  MailChoice,
  MailKit,
  SmtpSettings,
  SmtpTimeouts,
} from './mail-parts.ts';
export { isMailAddress, ownAddresses, replyKeyOf } from './mail-parts.ts';
export { authentication, automaticOf, type Proof } from './incoming/automatic.rules.ts';
export { type Bounce, bounceOf } from './incoming/bounce.rules.ts';
export {
  headOf,
  type IncomingFile,
  type IncomingMail,
  keyOf,
  mostMailBytes,
  senderOf,
} from './incoming/incoming-mail.ts';
export { readMail } from './incoming/read-mail.ts';
export { evenText, splitQuoted } from './incoming/quoted-text.rules.ts';
export { answeredMails, mailsNamed, noteBounce, ownMailIds, type SentMail } from './incoming/sent-mail.store.ts';
export { mailTime } from './mail-time.ts';
export { deliverySql, lastMailSql } from './outbox/outbox.store.ts';
export { bouncedThrice, storeAttachment } from './delivery/attachment.store.ts';
export { cancelHeld, cancelMails, type NewMail, queueMail } from './delivery/queue.store.ts';
export { plainName } from './delivery/plain-name.ts';
export { mailsSince } from './delivery/sent-since.store.ts';
export type { TemplateKey, TemplateValues } from './templates/shipped-templates.ts';
export { endMailedAbout, endMailedLinks } from './sealed-mail.ts';
export { keptSms, type SmsPort } from './delivery/sms.ts';

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

/** What areas need that send mail. */
export interface WithMail {
  mail: Mail;
}

/** The outbox, its templates and the addresses that refuse mail. */
export const area: AreaServer<WithMail> = {
  contract,
  queues: mailQueue,
  routes: (app, { mail }) => {
    addOutboxRoutes(app, mail);
    addMailActions(app, mail);
    addSuppressionRoutes(app, mail);
    addTemplateRoutes(app, mail);
  },
  work: [undeliveredMails],
  jobs: ({ mail }) => ({ [mailJob]: (db, _, now) => mail.take(db, now) }),
  sweeps: ({ mail }) => [
    { name: 'links in mails', order: 120, run: (db, now) => mail.sweep(db, now) },
    { name: 'files of mails', order: 125, run: sweepAttachments },
  ],
  prepare: (db, { mail, alone }) => mail.prepare(db, alone),
};
