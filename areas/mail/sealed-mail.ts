import type { Queryable } from '#kit/server/db/database.ts';
import { seal, unseal } from '#kit/server/files/seal.ts';
import type { RenderedMail } from './templates/render.contract.ts';

/** A mail with its secret link, as it is sent. */
export interface SealedMail extends Pick<RenderedMail, 'text' | 'html'> {
  link: string;
}
export interface SealedColumns {
  wrapped_key: Buffer | null;
  iv: Buffer | null;
  tag: Buffer | null;
  cipher: Buffer | null;
}

/** The id stands in the seal, so that bytes moved to another mail no longer open. */
const about = (id: string) => `mail|${id}`;

export const sealMail = (master: Buffer, id: string, mail: SealedMail) =>
  seal(master, Buffer.from(JSON.stringify(mail)), about(id));

/** The mail with its link, or undefined when it has none any more. @throws Error when the sealed bytes were changed. */
export function openMail(master: Buffer, id: string, row: SealedColumns): SealedMail | undefined {
  const { wrapped_key: wrappedKey, iv, tag, cipher } = row;
  if (!wrappedKey || !iv || !tag || !cipher) return undefined;
  return JSON.parse(unseal(master, { wrappedKey, iv, tag, cipher }, about(id)).toString('utf8')) as SealedMail;
}

/** Sets the sealed columns to nothing. */
export const wiped = 'wrapped_key = null, iv = null, tag = null, cipher = null';

/** Links that were mailed to these people are void: they are wiped, and a mail that waits with one does not leave. */
export async function endMailedLinks(db: Queryable, accountIds: readonly string[]): Promise<void> {
  await db.query(
    `update mail set ${wiped}, state = case when state = 'queued' then 'failed' else state end, due_at = case when state = 'queued' then null else due_at end,
       last_error = case when state = 'queued' then 'Its link was made void before it could be sent' else last_error end
     where to_account_id = any($1::uuid[]) and cipher is not null`,
    [[...accountIds]],
  );
}

/** Secrets that were mailed about a record are void; see endMailedLinks. */
export async function endMailedAbout(db: Queryable, module: string, recordId: string): Promise<void> {
  await db.query(
    `update mail set ${wiped}, state = case when state = 'queued' then 'failed' else state end, due_at = case when state = 'queued' then null else due_at end,
       last_error = case when state = 'queued' then 'What it says was made void before it could be sent' else last_error end
     where record_module = $1 and record_id = $2 and cipher is not null`,
    [module, recordId],
  );
}
