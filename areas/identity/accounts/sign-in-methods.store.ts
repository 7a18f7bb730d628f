import { endMailedLinks } from '#areas/mail/mail.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';

/** Whose ways in end: one person's, those of everybody with a role, or of everybody in an organisation. */
export type SignInMethodsOf = 'id' | 'role_id' | 'org_id';

/**
 * Ends every session and every open link of the people concerned, in the caller's transaction, for good: whoever is let in
 * again later signs in again. Sessions of others who act as them end with them.
 */
export async function revokeSignInMethods(db: Queryable, of: SignInMethodsOf, id: string, now: Date): Promise<void> {
  const people = `(select id from account where ${of} = $1)`;
  await db.query(
    `update session set revoked_at = $2, revoked_why = 'switched off' where revoked_at is null and account_id in ${people}`,
    [id, now.toISOString()],
  );
  const links = await db.query<{ account_id: string }>(
    `delete from password_link where used_at is null and account_id in ${people} returning account_id`,
    [id],
  );
  await endMailedLinks(
    db,
    links.map((link) => link.account_id),
  );
}
