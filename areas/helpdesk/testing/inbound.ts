import { expect } from 'vitest';
import type { TestProduct } from '#apps/server/testing.ts';
import { everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { signatureOf } from '../inbound/webhook.routes.ts';

export const webhookSecret = 'a secret of the webhook of tests';
/** How mails come in to products of these tests. */
export const incomingMail = {
  support: { name: 'Help desk', address: 'support@roadkeeper.test' },
  incoming: { secret: webhookSecret, trustedServer: 'mx.roadkeeper.test' },
};

export interface TestMail {
  from: string;
  to?: string;
  subject?: string;
  text?: string;
  messageId?: string | null;
  headers?: Record<string, string>;
  files?: { name: string; type: string; bytes: Buffer }[];
}
let serial = 0;

/** A mail as it comes over the wire. */
export function mailOf({
  from,
  to = 'support@roadkeeper.test',
  subject = 'A question',
  text = 'It does not start any more.',
  messageId,
  headers = {},
  files = [],
}: TestMail): Buffer {
  const id = messageId === undefined ? `t${(serial += 1)}.${process.hrtime.bigint()}@mail.example` : messageId;
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    ...(id === null ? [] : [`Message-ID: <${id}>`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
  ];
  const words = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '', text];
  if (files.length === 0) return Buffer.from([...head, ...words].join('\r\n'));
  const parts = files.map(({ name, type, bytes }) =>
    [
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      bytes.toString('base64').replace(/.{76}/g, '$&\r\n'),
    ].join('\r\n'),
  );
  const all = [words.join('\r\n'), ...parts].map((part) => `--part\r\n${part}\r\n`).join('');
  return Buffer.from([...head, 'Content-Type: multipart/mixed; boundary=part', '', `${all}--part--`].join('\r\n'));
}

/** A report that a mail of ours did not arrive. */
export const bounceOf = (sent: { id: string; to: string }, code = '5.1.1', action = 'failed', id?: string): Buffer =>
  Buffer.from(
    [
      'From: Mail Delivery System <mailer-daemon@mx.example>',
      'To: no-reply@localhost',
      `Message-ID: <${id ?? `b${(serial += 1)}.${process.hrtime.bigint()}@mx.example`}>`,
      'Return-Path: <>',
      'Auto-Submitted: auto-replied',
      'Subject: Undelivered Mail Returned to Sender',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=part',
      '',
      '--part',
      'Content-Type: text/plain',
      '',
      'Your message could not be delivered.',
      '--part',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example',
      '',
      `Final-Recipient: rfc822; ${sent.to}`,
      `Action: ${action}`,
      `Status: ${code}`,
      'Diagnostic-Code: smtp; 550 No such user here',
      '',
      '--part',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: <${sent.id}@localhost>`,
      '',
      '--part--',
      '',
    ].join('\r\n'),
  );

export interface Stored {
  id: string;
  state: string;
  reason: string | null;
  ticketId: string | null;
  copies: number;
  text: string;
  subject: string;
  isKept: boolean;
}

/** Mails through the door of the webhook, and what became of them. */
export function inboundOf(product: TestProduct) {
  const sql = <Row = Record<string, unknown>>(text: string, params: (string | null)[] = []) =>
    transact(product.product.db, everything, (db) => db.query<Row>(text, params));
  const post = async (raw: Buffer, more: { timestamp?: string; signature?: string; type?: string } = {}) => {
    const timestamp = more.timestamp ?? String(Math.floor(product.clock.now().getTime() / 1_000));
    return product.call('POST', '/mail/inbound', {
      payload: raw,
      headers: {
        'content-type': more.type ?? 'message/rfc822',
        'x-mail-timestamp': timestamp,
        'x-mail-signature': more.signature ?? (await signatureOf(webhookSecret, timestamp, raw)),
      },
    });
  };
  /** Does all jobs that are due, and waits for what they set off. */
  const work = async () => {
    for (let done = 1; done > 0; ) {
      done = await product.product.jobs.runDue();
      await product.product.mail.idle();
    }
  };
  const stored = () =>
    sql<Stored>(
      `select id, state, reason, ticket_id as "ticketId", copies, text, subject, cipher is not null as "isKept" from help_mail order by received_at, id`,
    );
  return {
    sql,
    run: <T>(work: (db: Queryable) => Promise<T>) => transact(product.product.db, everything, work),
    post,
    work,
    stored,
    /** Hands a mail in, has it worked on, and gives what became of it. */
    async receive(mail: TestMail | Buffer): Promise<Stored> {
      product.clock.move(1_000);
      const before = new Set((await stored()).map(({ id }) => id));
      const answer = await post(Buffer.isBuffer(mail) ? mail : mailOf(mail));
      expect(answer.status, answer.text).toBe(200);
      await work();
      const made = (await stored()).find(({ id }) => !before.has(id));
      if (!made) throw new Error('It was a copy');
      return made;
    },
    /** The latest mail of the outbox about a record, of a template. */
    async sent(recordId: string, template: string) {
      const [mail] = await sql<{ id: string; to: string; replyKey: string; subject: string }>(
        `select id, to_address as to, reply_key as "replyKey", subject from mail where record_id = $1 and template = $2 order by created_at desc, id desc limit 1`,
        [recordId, template],
      );
      if (!mail) throw new Error(`No mail of ${template}`);
      return mail;
    },
  };
}
