import type { Queryable } from '#kit/server/db/database.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import type { Inbound } from './inbound-parts.ts';
import { helpMailJob, mailboxJob } from './job-names.ts';
import { readMailbox } from './mailbox.ts';
import { workOff } from './work.ts';

const minuteMs = 60_000;

/** Plans both jobs: the next look into the mailbox, and the next at mails that were put off. */
export async function planHelpMail(db: Queryable, { mail }: Pick<Inbound, 'mail'>, now: Date): Promise<void> {
  await plan(db, mail.jobs, helpMailJob, minuteMs, now);
  const { imap } = mail.incoming ?? {};
  if (imap) await plan(db, mail.jobs, mailboxJob, imap.everyS * 1_000, now);
}

async function plan(db: Queryable, jobs: Pick<Jobs, 'add'>, name: string, everyMs: number, now: Date): Promise<void> {
  const runAt = new Date((Math.floor(now.getTime() / everyMs) + 1) * everyMs);
  await jobs.add(db, { name, runAt, key: runAt.toISOString() });
}

/** The work is done beside the jobs, which wait for nobody; this only sets it off. */
export const helpMailTask =
  (inbound: Inbound): Task =>
  async (db, _, now) => {
    await plan(db, inbound.mail.jobs, helpMailJob, minuteMs, now);
    return () => inbound.mail.beside('incoming mail', (stop) => workOff(inbound, stop));
  };

export const mailboxTask =
  (inbound: Inbound): Task =>
  async (db, _, now) => {
    const { imap } = inbound.mail.incoming ?? {};
    if (!imap) return undefined;
    await plan(db, inbound.mail.jobs, mailboxJob, imap.everyS * 1_000, now);
    return () => inbound.mail.beside('mailbox', (stop) => readMailbox(inbound, imap, stop));
  };
