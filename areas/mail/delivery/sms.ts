import type { Queryable } from '#kit/server/db/database.ts';
import type { MailKit } from '../mail-parts.ts';
import { type NewMail, queueMail } from './queue.store.ts';
import type { TemplateKey } from '../templates/shipped-templates.ts';

/** How short messages leave. A gateway is another one of these; there is none yet. */
export interface SmsPort {
  /** Queues a message to a mobile number of ten digits, in the transaction of what it tells of. */
  queue<Key extends TemplateKey>(db: Queryable, message: NewMail<Key>): Promise<void>;
}

/** Keeps short messages in the outbox: staff may hand over what they say, as with mails when there is no mail server. */
export const keptSms = (kit: MailKit): SmsPort => ({
  async queue(db, message) {
    const { address } = message.to;
    await queueMail(db, kit, { ...message, to: { ...message.to, address: `+91 ${address}`, bySms: true } });
  },
});
