import { setTimeout as sleep } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { type Attachment, openAttachment } from './attachment.store.ts';
import { type Ending, endTry } from './attempt.store.ts';
import { answerHeaders, mailJob, type MailKit, maxAttempts, messageIdOf } from '../mail-parts.ts';
import { openMail, type SealedColumns, type SealedMail, wiped } from '../sealed-mail.ts';
import { createSender, patience, type Sender } from './smtp.ts';

/** Mails on their way at once from this process. */
const atOnce = 4;
/** After this time whoever took a mail is thought to be gone. Longer than a try may take, with its record. */
const leaseMs = 5 * 60_000;

interface Taken extends SealedColumns {
  id: string;
  try_id: string;
  attempts: number;
  to_address: string;
  to_name: string;
  subject: string;
  body_text: string;
  body_html: string;
  created_at: string;
  secret: boolean;
  expires_at: string | null;
  attachment_id: string | null;
  reply_key: string | null;
  template: string;
}

/** Sends what is due: takes it in a transaction, sends it without one, and writes down what became of it in another. */
export interface Delivery {
  /** The job: takes as many mails as there is room for. Gives what starts them, to be called after the commit. */
  take(db: Queryable, now: Date): Promise<void | (() => void)>;
  /** Work that this process does beside its requests, like reading a mailbox: a stop waits for it, and aborts its signal. */
  beside(name: string, work: (stop: AbortSignal) => Promise<void>): void;
  /** Waits until nothing is on its way from this process. */
  idle(): Promise<void>;
  /** Ends what is on its way; it stays queued. */
  stop(): Promise<void>;
}

export function createDelivery(kit: MailKit): Delivery {
  const { db: database, clock, smtp, timeouts = patience } = kit;
  const send = smtp && createSender(smtp, kit.from, timeouts);
  const underWay = new Set<Promise<void>>();
  const besides = new Set<Promise<void>>();
  const stopping = new AbortController();

  const deliver = async (mail: Taken): Promise<void> => {
    if (send) await writeDown(mail, await endingOf(send, mail));
  };
  const endingOf = async (send: Sender, mail: Taken): Promise<Ending> => {
    let sealed: SealedMail | undefined;
    try {
      sealed = openMail(kit.masterKey, mail.id, mail);
    } catch (error) {
      kit.log(`mail ${mail.id} could not be opened: ${wordsOf(error)}`);
    }
    if (mail.secret && !sealed) return { outcome: 'failed', message: 'Its secret link is no longer there' };
    let attachment: Attachment | undefined;
    const { attachment_id: attachmentId } = mail;
    try {
      attachment =
        attachmentId === null
          ? undefined
          : await transact(database, everything, (db) => openAttachment(db, kit, attachmentId));
    } catch (error) {
      kit.log(`the file of mail ${mail.id} could not be opened: ${wordsOf(error)}`);
      return { outcome: 'later', message: 'Its file could not be read' };
    }
    const letter = {
      attachment,
      messageId: messageIdOf(mail.id, kit.from),
      date: new Date(mail.created_at),
      to: { name: mail.to_name, address: mail.to_address },
      subject: mail.subject,
      text: sealed?.text ?? mail.body_text,
      html: sealed?.html ?? mail.body_html,
      secret: sealed?.link,
      answer: mail.reply_key === null ? undefined : answerHeaders(kit, mail.reply_key),
      isAnswer: mail.template.startsWith('ticket-received'),
    };
    return send(letter, stopping.signal);
  };

  /** A database that is away for a moment must not make a mail leave twice, so this is tried as long as the mail is ours. */
  const writeDown = async (mail: Taken, ending: Ending): Promise<void> => {
    for (let patienceMs = 500; ; patienceMs *= 2) {
      try {
        await transact(database, everything, async (db) => {
          await endTry(db, kit, mail, ending, clock.now());
          await kit.jobs.add(db, { name: mailJob });
        });
        return kit.jobs.wake();
      } catch (error) {
        kit.log(`what became of mail ${mail.id} could not be written down: ${wordsOf(error)}`);
        if (stopping.signal.aborted || patienceMs > leaseMs / 4) return;
        await sleep(patienceMs);
      }
    }
  };

  return {
    async take(db, now) {
      await takeUpLost(db, kit, now);
      if (!send) return keepAll(db, now);
      await dropUseless(db, now);
      const room = stopping.signal.aborted ? 0 : atOnce - underWay.size;
      if (room <= 0) return;
      const leased = new Date(now.getTime() + leaseMs);
      const taken = await claim(db, room, now, leased);
      if (taken.length === 0) return;
      // Should this process be gone by then, another or the next one looks after them.
      const minute = new Date(Math.ceil(leased.getTime() / 60_000) * 60_000);
      await kit.jobs.add(db, { name: mailJob, runAt: minute, key: minute.toISOString() });
      return () => {
        for (const mail of taken) {
          const work: Promise<void> = deliver(mail).finally(() => underWay.delete(work));
          underWay.add(work);
        }
      };
    },
    beside(name, work) {
      if (stopping.signal.aborted) return;
      const done: Promise<void> = work(stopping.signal)
        .catch((error: unknown) => kit.log(`${name} put off: ${wordsOf(error)}`))
        .finally(() => besides.delete(done));
      besides.add(done);
    },
    async idle() {
      while (underWay.size + besides.size > 0) await Promise.all([...underWay, ...besides]);
    },
    async stop() {
      const all = () => Promise.all([...underWay, ...besides]);
      await Promise.race([all(), sleep(timeouts.grace, undefined, { ref: false })]);
      stopping.abort();
      await all();
    },
  };
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function claim(db: Queryable, room: number, now: Date, leased: Date): Promise<Taken[]> {
  const ids = await db.query<{ id: string; try_id: string }>(
    `select id from mail where state = 'queued' and due_at <= $1 order by due_at, id limit ${room} for update skip locked`,
    [now.toISOString()],
  );
  const taken: Taken[] = [];
  for (const { id } of ids) {
    const tryId = uuidv7();
    const [mail] = await db.query<Taken>(
      `update mail set state = 'sending', attempts = attempts + 1, due_at = $2, try_id = $3 where id = $1
       returning id, try_id, attempts, to_address, to_name, subject, body_text, body_html, created_at, secret, expires_at, attachment_id, reply_key, template,
         wrapped_key, iv, tag, cipher`,
      [id, leased.toISOString(), tryId],
    );
    await db.query('insert into mail_try (id, mail_id, org_id, at) select $1, id, org_id, $3 from mail where id = $2', [
      tryId,
      id,
      now.toISOString(),
    ]);
    if (mail) taken.push(mail);
  }
  return taken;
}

/** Mails whose sender is gone are queued again; that they may have left already is why their Message-ID stays. */
async function takeUpLost(db: Queryable, kit: MailKit, now: Date): Promise<void> {
  const lost = await db.query<{ id: string; try_id: string; attempts: number }>(
    `select id, try_id, attempts from mail where state = 'sending' and due_at <= $1 order by due_at limit 100 for update skip locked`,
    [now.toISOString()],
  );
  for (const mail of lost)
    await endTry(
      db,
      kit,
      mail,
      mail.attempts >= maxAttempts
        ? { outcome: 'later', message: 'Roadkeeper ended while it was being sent' }
        : { outcome: 'interrupted', message: 'Roadkeeper ended while it was being sent' },
      now,
    );
}

/** Without a mail server nothing waits in a queue that nobody empties. */
async function keepAll(db: Queryable, now: Date): Promise<void> {
  await db.query(`update mail set state = 'kept', due_at = null where state = 'queued' and due_at <= $1`, [
    now.toISOString(),
  ]);
}

/** What would reach nobody, or would be of no use: refused addresses, and links that have ended. */
async function dropUseless(db: Queryable, now: Date): Promise<void> {
  const at = now.toISOString();
  await db.query(
    `update mail set state = 'suppressed', due_at = null where state = 'queued' and due_at <= $1
       and exists (select 1 from mail_suppression s where s.address = lower(to_address))`,
    [at],
  );
  await db.query(
    `update mail set state = 'failed', due_at = null, last_error = 'Its link ended before it could be sent', ${wiped}
     where state = 'queued' and due_at <= $1 and expires_at <= $1`,
    [at],
  );
}
