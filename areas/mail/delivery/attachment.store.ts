import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import { seal, type Sealed, unseal } from '#kit/server/files/seal.ts';
import type { MailKit } from '../mail-parts.ts';
import type { TemplateKey } from '../templates/shipped-templates.ts';

/** A file that goes with a mail. */
export interface Attachment {
  name: string;
  /** Media type. */
  type: string;
  bytes: Buffer;
}

/** How long files are kept: as long as a mail may be sent again. */
const keptDays = 30;
/** What is moved below another id no longer opens. */
const about = (id: string) => `mail attachment|${id}`;

/** Stores a file for mails, encrypted: one for all that carry the same. Gives its id, see NewMail.attachmentId. */
export async function storeAttachment(
  db: Queryable,
  kit: Pick<MailKit, 'clock' | 'masterKey'>,
  { orgId, name, type, bytes }: Attachment & { orgId: string },
): Promise<string> {
  const id = uuidv7();
  const { wrappedKey, iv, tag, cipher } = seal(kit.masterKey, bytes, about(id));
  await db.query(
    `insert into mail_attachment (id, org_id, name, media_type, wrapped_key, iv, tag, cipher, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, orgId, name, type, wrappedKey, iv, tag, cipher, kit.clock.now().toISOString()],
  );
  return id;
}

/** The file in clear; undefined where it is not kept any more. @throws Error when a byte of it was changed. */
export async function openAttachment(
  db: Queryable,
  { masterKey }: Pick<MailKit, 'masterKey'>,
  id: string,
): Promise<Attachment | undefined> {
  const [row] = await db.query<Sealed & { name: string; type: string }>(
    `select name, media_type as type, wrapped_key as "wrappedKey", iv, tag, cipher from mail_attachment where id = $1`,
    [id],
  );
  return row && { name: row.name, type: row.type, bytes: unseal(masterKey, row, about(id)) };
}

export const sweepAttachments = (db: Queryable, now: Date) =>
  db.query('delete from mail_attachment where created_at < $1', [
    new Date(now.getTime() - keptDays * 86_400_000).toISOString(),
  ]);

/** Addresses, in lower case, to which the last three mails of a template about a record did not come: they bounced, or the address refuses mail. */
export async function bouncedThrice(db: Queryable, template: TemplateKey, recordId: string): Promise<Set<string>> {
  const rows = await db.query<{ address: string }>(
    `select m.address from (
       select lower(to_address) as address, state, row_number() over (partition by lower(to_address) order by created_at desc, id desc) as n
       from mail where record_id = $1 and template = $2) m
     where m.n <= 3 group by m.address having count(*) = 3 and bool_and(m.state in ('bounced', 'suppressed'))`,
    [recordId, template],
  );
  return new Set(rows.map(({ address }) => address));
}
