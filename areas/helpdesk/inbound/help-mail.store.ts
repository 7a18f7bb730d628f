import { uuidv7 } from 'uuidv7';
import type { Proof } from '#areas/mail/mail.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { type Sealed, sealInSteps, unsealInSteps } from '#kit/server/files/seal.ts';
import type { HelpMailState } from './help-mail.contract.ts';

export type Way = 'IMAP' | 'WEBHOOK';

/** A mail that is looked at now: its row is locked. */
export interface Waiting {
  id: string;
  state: HelpMailState;
  attempts: number;
  /** The mail as it came; undefined where it is not kept. @throws Error when a byte of it was changed */
  raw: () => Promise<Buffer | undefined>;
}

type Key = Omit<Sealed, 'cipher'>;
interface Row extends Omit<Waiting, 'raw'>, Record<keyof Key, Buffer | null> {
  /** Bytes of the mail; null where it is not kept. */
  length: number | null;
}
const about = (id: string) => `incoming mail|${id}`;
/** Sets the sealed columns to nothing. */
const wiped = 'wrapped_key = null, iv = null, tag = null, cipher = null';

/** Writes a mail down as it came. Gives false where it was there already, which is counted. */
export async function addMail(
  db: Queryable,
  masterKey: Buffer,
  mail: { key: string; way: Way; from: string; raw: Buffer; bytes: number; now: Date; refused?: string },
): Promise<boolean> {
  const id = uuidv7();
  const sealed = mail.refused === undefined ? await sealInSteps(masterKey, mail.raw, about(id)) : undefined;
  const [added] = await db.query(
    `insert into help_mail (id, key, way, received_at, from_address, bytes, state, reason, due_at, wrapped_key, iv, tag, cipher)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict (key) do nothing returning id`,
    [
      id,
      mail.key,
      mail.way,
      mail.now.toISOString(),
      mail.from,
      mail.bytes,
      sealed ? 'NEW' : 'REFUSED',
      mail.refused ?? null,
      sealed ? mail.now.toISOString() : null,
      sealed?.wrappedKey ?? null,
      sealed?.iv ?? null,
      sealed?.tag ?? null,
      sealed?.cipher ?? null,
    ],
  );
  if (!added) await db.query('update help_mail set copies = copies + 1 where key = $1', [mail.key]);
  return added !== undefined;
}

const waiting = (db: Queryable, masterKey: Buffer, row: Row | undefined): Waiting | undefined => {
  if (!row) return undefined;
  const { wrappedKey, iv, tag, length, ...rest } = row;
  // Piece by piece: to take in many megabytes at once holds up everybody.
  const read = async (from: number, most: number) => {
    const [found] = await db.query<{ piece: Buffer }>(
      'select substring(cipher from $2 for $3) as piece from help_mail where id = $1',
      [row.id, from + 1, most],
    );
    return found?.piece ?? Buffer.alloc(0);
  };
  const raw = async () =>
    wrappedKey && iv && tag && length !== null
      ? unsealInSteps(masterKey, { wrappedKey, iv, tag }, about(row.id), length, read)
      : undefined;
  return { ...rest, raw };
};
const columns = `id, state, attempts, wrapped_key as "wrappedKey", iv, tag, octet_length(cipher) as length`;

/** The next mail that is due, locked; what another process looks at is passed over. */
export async function takeDue(db: Queryable, masterKey: Buffer, now: Date): Promise<Waiting | undefined> {
  const [row] = await db.query<Row>(
    `select ${columns} from help_mail where state = 'NEW' and due_at <= $1 order by due_at, id limit 1 for update skip locked`,
    [now.toISOString()],
  );
  return waiting(db, masterKey, row);
}

/** A mail by its id, locked. */
export async function lockMail(db: Queryable, masterKey: Buffer, id: string): Promise<Waiting | undefined> {
  const [row] = await db.query<Row>(`select ${columns} from help_mail where id = $1 for update`, [id]);
  return waiting(db, masterKey, row);
}

/** What became of a mail. */
export interface Outcome {
  state: HelpMailState;
  /** In a sentence for staff. */
  reason: string | null;
  orgId?: string | null;
  ticketId?: string | null;
  accountId?: string | null;
  mailId?: string | null;
}
/** What is read of a mail, for staff. */
export interface Shown {
  messageId: string | null;
  from: string;
  fromName: string;
  subject: string;
  text: string;
  files: number;
  proof: Proof;
}

/** Writes down what became of a mail. Only what staff may still decide on is kept as it came. */
export async function settle(
  db: Queryable,
  id: string,
  outcome: Outcome,
  shown: Shown | null,
  now: Date,
): Promise<void> {
  await db.query(
    `update help_mail set state = $2, reason = $3, org_id = $4, ticket_id = $5, account_id = $6, mail_id = $7, due_at = null
       ${outcome.state === 'HELD' ? '' : `, ${wiped}`}, decided_at = $8 where id = $1`,
    [
      id,
      outcome.state,
      outcome.reason?.slice(0, 500) ?? null,
      outcome.orgId ?? null,
      outcome.ticketId ?? null,
      outcome.accountId ?? null,
      outcome.mailId ?? null,
      now.toISOString(),
    ],
  );
  if (shown)
    await db.query(
      `update help_mail set message_id = $2, from_address = $3, from_name = $4, subject = $5, text = $6, files = $7, proof = $8 where id = $1`,
      [id, shown.messageId, shown.from, shown.fromName, shown.subject, shown.text, shown.files, shown.proof],
    );
}

const mostAttempts = 6;
const waitMinutes = [1, 2, 5, 15, 60];

/** A mail of which nothing could be made: it is tried again, and given up in the end. */
export async function putOff(db: Queryable, id: string, attempts: number, reason: string, now: Date): Promise<void> {
  const minutes = waitMinutes[attempts];
  const isOver = attempts + 1 >= mostAttempts || minutes === undefined;
  await db.query(
    `update help_mail set attempts = attempts + 1, reason = $2, state = $3, due_at = $4 where id = $1 and state = 'NEW'`,
    [
      id,
      reason.slice(0, 500),
      isOver ? 'FAILED' : 'NEW',
      isOver ? null : new Date(now.getTime() + (minutes ?? 0) * 60_000).toISOString(),
    ],
  );
}

/** A mail that failed is looked at once more. Gives false where it is not one of those. */
export async function tryAgain(db: Queryable, id: string, now: Date): Promise<boolean> {
  const rows = await db.query(
    `update help_mail set state = 'NEW', attempts = 0, due_at = $2, reason = null
     where id = $1 and state = 'FAILED' and cipher is not null returning id`,
    [id, now.toISOString()],
  );
  return rows.length > 0;
}

/** Puts a mail aside that waits. Gives false where it waits no longer. */
export async function discard(
  db: Queryable,
  id: string,
  reason: string,
  by: string | null,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(
    `update help_mail set state = 'DISCARDED', reason = $2, decided_at = $3, decided_by = $4, ${wiped}
     where id = $1 and state = 'HELD' returning id`,
    [id, reason, now.toISOString(), by],
  );
  return rows.length > 0;
}

/** Mails of a sender that were written to a ticket since a moment. */
export async function writtenSince(db: Queryable, from: string, ticketId: string, since: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*) from help_mail where from_address = $1 and received_at > $2 and ticket_id = $3 and state in ('TICKET', 'REPLY', 'STAFF_REPLY')`,
    [from, since.toISOString(), ticketId],
  );
  return row?.count ?? 0;
}

/** Tickets that a sender made since a moment. */
export async function ticketsSince(db: Queryable, from: string, since: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*) from help_mail where from_address = $1 and received_at > $2 and state = 'TICKET'`,
    [from, since.toISOString()],
  );
  return row?.count ?? 0;
}

/** What strangers have sent since a moment: one of them, and all. Nobody adds to it until the transaction ends. */
export async function strangersSince(
  db: Queryable,
  from: string,
  since: Date,
): Promise<{ own: number; kept: number; all: number }> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('mail of strangers', 7))`);
  const [row] = await db.query<{ own: number; kept: number; all: number }>(
    `select count(*) filter (where from_address = $1 and received_at > $2) as own,
       count(*) filter (where cipher is not null) as kept, count(*) filter (where received_at > $2) as all
     from help_mail where org_id is null`,
    [from, since.toISOString()],
  );
  return row ?? { own: 0, kept: 0, all: 0 };
}

const dayMs = 86_400_000;
/** Days for which mails are kept: what waits and what was put aside, and what became something, whose repetitions are known so long. */
const kept = { aside: 30, done: 180 };

export async function sweepHelpMails(db: Queryable, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
  await db.query(
    `delete from help_mail where state <> 'NEW' and (received_at < $1
       or received_at < $2 and state in ('HELD', 'AUTO_REPLY', 'LOOP', 'REFUSED', 'FAILED', 'DISCARDED', 'BOUNCE'))`,
    [before(kept.done), before(kept.aside)],
  );
}
