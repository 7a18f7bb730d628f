import { headOf, keyOf, type Mail, mailsNamed, mostMailBytes, ownMailIds, senderOf } from '#areas/mail/mail.server.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { addMail, strangersSince, type Way } from './help-mail.store.ts';
import { helpMailJob } from './job-names.ts';

/** Bounds within an hour of what strangers send, and of what waits in all. */
export const strangers = { hourMs: 3_600_000, own: 20, all: 300, kept: 1_000, noted: 2_000 };

/** `taken`: it is written down, and will be looked at; `copy`: it was there already; `refused`: it is noted, not kept; `full`: not even that. */
export type TakenIn = 'taken' | 'copy' | 'refused' | 'full';

/**
 * Writes a mail down as it came. Once this is done it is not lost: whoever brought it may forget it.
 * @param bytes how many it has, where only its beginning is given
 * @throws Error when the database is away; then nothing was written.
 */
export async function takeIn(
  database: Database,
  mail: Mail,
  raw: Buffer,
  way: Way,
  bytes = raw.length,
): Promise<TakenIn> {
  const head = headOf(raw);
  const from = senderOf(head);
  const key = await keyOf(raw);
  const now = mail.clock.now();
  const result = await transact(database, everything, async (db): Promise<TakenIn> => {
    const found = { key, way, from, raw, bytes, now };
    const refused = bytes > mostMailBytes ? `It has more than ${mostMailBytes / 1024 / 1024} MB` : await tooMany();
    if (refused === 'full') return 'full';
    const isNew = await addMail(db, mail.masterKey, refused === undefined ? found : { ...found, refused });
    if (isNew && refused === undefined) await mail.jobs.add(db, { name: helpMailJob });
    return !isNew ? 'copy' : refused === undefined ? 'taken' : 'refused';

    async function tooMany(): Promise<string | undefined> {
      const [known] = await db.query(
        'select 1 from identity_person where lower(email) = $1 and status = 1 and deleted_at is null',
        [from],
      );
      if (known || (await mailsNamed(db, ownIdsIn(raw))).length > 0) return undefined;
      const sent = await strangersSince(db, from, new Date(now.getTime() - strangers.hourMs));
      if (sent.all >= strangers.noted) return 'full';
      if (sent.own >= strangers.own) return 'This sender wrote too often within an hour';
      if (sent.all >= strangers.all || sent.kept >= strangers.kept)
        return 'Too many emails of unknown senders are waiting';
      return undefined;
    }
  });
  mail.jobs.wake();
  return result;
}

/** Ids of mails of ours that stand in one: an answer or a report, whose sender need not be known. */
const ownIdsIn = (raw: Buffer): string[] =>
  ownMailIds(
    [
      ...raw
        .subarray(0, 128 * 1024)
        .toString('latin1')
        .matchAll(/<([^<>\s]{36,400})>/g),
    ]
      .map(([, id = '']) => id)
      .slice(0, 100),
  );
