import type { ImapFlow } from 'imapflow';
import { type ImapSettings, mostMailBytes } from '#areas/mail/mail.server.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import type { Inbound } from './inbound-parts.ts';
import { mailboxJob } from './job-names.ts';
import { leaseBox, noteRead, type ReadSoFar, releaseBox } from './mailbox.store.ts';
import { takeIn } from './take-in.ts';

/** Mails of one look; the next follows at once where there are more. */
const mostAtOnce = 100;
const dayMs = 86_400_000;
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

/** How a mailbox is called, without its password. */
export const boxName = ({ user, host, port, folder }: ImapSettings): string => `${user}@${host}:${port}/${folder}`;

/**
 * Looks into the mailbox once. A mail is marked as seen after it was written down, never before: whatever ends between the two, the next
 * look finds it again, and it is known by its key.
 */
export async function readMailbox(inbound: Inbound, settings: ImapSettings, stop: AbortSignal): Promise<void> {
  const { kit, mail } = inbound;
  const name = boxName(settings);
  const began = kit.clock.now();
  const known = await transact(kit.db, everything, (db) => leaseBox(db, name, began));
  if (!known) return;
  let problem: string | null = null;
  try {
    const isMore = await connected(settings, stop, (client) => readNew(inbound, settings, client, known, stop));
    if (isMore) await transact(kit.db, everything, (db) => mail.jobs.add(db, { name: mailboxJob }));
  } catch (error) {
    problem = wordsOf(error, settings).slice(0, 500);
    if (!stop.aborted) mail.log(`mailbox ${name}: ${problem}`);
  }
  // How it ends is told, whatever the reason: else the mailbox would be held until its lease ends.
  await transact(kit.db, everything, (db) => releaseBox(db, name, stop.aborted ? null : problem, kit.clock.now()));
}

async function connected<T>(settings: ImapSettings, stop: AbortSignal, work: (client: ImapFlow) => Promise<T>) {
  const { ImapFlow: Client } = await import('imapflow');
  const { host, port, tls, user, password } = settings;
  const client = new Client({
    host,
    port,
    secure: tls === 'implicit',
    ...(tls === 'required' ? { doSTARTTLS: true } : tls === 'none' ? { doSTARTTLS: false } : {}),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    ...timeouts,
  });
  // What is under way fails by itself.
  client.on('error', () => undefined);
  const end = () => client.close();
  stop.addEventListener('abort', end, { once: true });
  try {
    await client.connect();
    const result = await work(client);
    await client.logout().catch(() => undefined);
    return result;
  } finally {
    stop.removeEventListener('abort', end);
    client.close();
  }
}

/** Takes in what is new. Gives true where there is more. */
async function readNew(
  inbound: Inbound,
  settings: ImapSettings,
  client: ImapFlow,
  known: ReadSoFar,
  stop: AbortSignal,
): Promise<boolean> {
  const { kit, mail } = inbound;
  const name = boxName(settings);
  const box = await client.mailboxOpen(settings.folder);
  const validity = String(box.uidValidity);
  const uids = await newUids(client, known, validity);
  for (const uid of uids.slice(0, mostAtOnce)) {
    if (stop.aborted) return false;
    const sized = await client.fetchOne(String(uid), { size: true }, { uid: true });
    // Somebody else has taken it out of the folder meanwhile.
    if (!sized) continue;
    const bytes = sized.size ?? 0;
    const source = bytes > mostMailBytes ? { maxLength: 256 * 1024 } : true;
    const found = await client.fetchOne(String(uid), { source }, { uid: true });
    if (!found || !found.source) continue;
    const taken = await takeIn(kit.db, mail, found.source, 'IMAP', Math.max(bytes, found.source.length));
    if (taken === 'full') throw new Error('Too many emails of unknown senders: the rest waits in the mailbox');
    await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
    await transact(kit.db, everything, (db) => noteRead(db, name, validity, uid));
  }
  // On the first look mails that somebody has read stay as they are: what comes from now on counts.
  if (known.uidValidity === null && uids.length <= mostAtOnce)
    await transact(kit.db, everything, (db) => noteRead(db, name, validity, Math.max(0, (box.uidNext ?? 1) - 1)));
  return uids.length > mostAtOnce;
}

/** What was not read yet, the oldest first: numbers behind the last one, and what nobody has marked as seen. */
async function newUids(client: ImapFlow, known: ReadSoFar, validity: string): Promise<number[]> {
  const search = async (what: Parameters<ImapFlow['search']>[0]) => (await client.search(what, { uid: true })) || [];
  const unseen = await search({ seen: false });
  if (known.uidValidity === null) return inOrder(unseen);
  if (known.uidValidity !== validity) {
    // The folder was made anew, and its numbers with it: what came since the last look, and a day before it.
    const since = new Date(Date.parse(known.polledAt ?? new Date(0).toISOString()) - dayMs);
    return inOrder([...unseen, ...(await search({ since }))]);
  }
  const later = await search({ uid: `${known.lastUid + 1}:*` });
  // `*` is the last one, also where it was read.
  return inOrder([...unseen, ...later.filter((uid) => uid > known.lastUid)]);
}

const inOrder = (uids: readonly number[]): number[] => [...new Set(uids)].sort((a, b) => a - b);

/** What went wrong, without the password. */
function wordsOf(error: unknown, { password }: ImapSettings): string {
  const { responseText, message } = error as { responseText?: string; message?: string };
  return (responseText ?? message ?? String(error)).replaceAll(password, '…');
}
