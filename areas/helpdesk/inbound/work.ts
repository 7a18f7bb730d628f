import { type IncomingMail, readMail } from '#areas/mail/mail.server.ts';
import { allowMs, everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { bumpAll, markAll } from '#kit/server/versions.ts';
import { type Became, become, type Decided, proofOf } from './become.ts';
import type { Inbound } from './inbound-parts.ts';
import { putOff, settle, type Shown, takeDue, type Waiting } from './help-mail.store.ts';
import { subjectOf, wordsOf } from './write-words.ts';

/** Pictures and documents are looked into while a transaction waits. */
const workMs = 60_000;
const mostShown = 20_000;

/** Works on what is due, one mail after the other, until nothing is or it is told to stop. */
export async function workOff(inbound: Inbound, stop: AbortSignal): Promise<void> {
  while (!stop.aborted && (await workOne(inbound))) continue;
}

/** Makes something of one mail that is due. Gives false when none is. */
async function workOne(inbound: Inbound): Promise<boolean> {
  const { kit, mail } = inbound;
  const now = kit.clock.now();
  let taken: Waiting | undefined;
  let after: (() => void) | undefined;
  try {
    await transact(kit.db, everything, async (db) => {
      await allowMs(db, workMs);
      taken = await takeDue(db, mail.masterKey, now);
      if (!taken) return;
      const { touched } = await settleOne(db, inbound, taken);
      await markAll(kit.versions, db, touched);
      after = () => bumpAll(kit.versions, touched);
    });
  } catch (error) {
    if (!taken) throw error;
    const { id, attempts } = taken;
    const words = error instanceof Error ? error.message : String(error);
    mail.log(`incoming mail ${id} put off: ${words}`);
    await transact(kit.db, everything, (db) => putOff(db, id, attempts, `It could not be worked on: ${words}`, now));
  }
  after?.();
  if (taken) mail.jobs.wake();
  return taken !== undefined;
}

/**
 * Makes of a mail what it is to be, and writes that down. The transaction may touch every row. Gives what was written to, for the
 * marks.
 * @param decided by staff, who see a mail that waits
 */
export async function settleOne(
  db: Queryable,
  inbound: Inbound,
  { id, raw }: Waiting,
  decided?: Decided,
): Promise<Became> {
  const now = inbound.kit.clock.now();
  const bytes = await raw();
  const mail = bytes && (await readMail(bytes));
  if (!mail) {
    const outcome = { state: 'REFUSED', reason: 'It cannot be read' } as const;
    await settle(db, id, outcome, null, now);
    return { ...outcome, touched: [] };
  }
  const proof = proofOf(inbound, mail);
  const became = await become(db, inbound, mail, proof, decided);
  await settle(db, id, became, shownOf(mail, proof), now);
  return became;
}

function shownOf(mail: IncomingMail, proof: Shown['proof']): Shown {
  const { text, quoted } = wordsOf(mail);
  return {
    messageId: mail.messageId,
    from: mail.from?.address ?? '',
    fromName: (mail.from?.name ?? '').toWellFormed().slice(0, 200),
    subject: subjectOf(mail).slice(0, 300),
    text: [text, quoted].join('\n\n').trim().slice(0, mostShown).toWellFormed(),
    files: mail.files.length,
    proof,
  };
}
