import { grantsSql, isGrantedSql } from '#areas/rights/rights.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { maySignIn } from './child-sessions.store.ts';
import { type PersonRow, personColumns, userOf } from './session-loader.store.ts';

const people = `from account a join rights_role r on r.id = a.role_id left join people_organisation o on o.id = a.org_id`;

/**
 * A session of somebody who has not signed in, for what works with their rights as they are in this moment: nothing when they may not sign in.
 * It never counts as proof that they are there.
 * @param needs a right, without which there is none
 */
export async function sessionOfPerson(
  db: Queryable,
  id: string,
  accountId: string,
  needs?: { module: string; action: string },
): Promise<Session | undefined> {
  const [row] = await db.query<PersonRow>(
    `select ${personColumns(grantsSql('r'))} ${people} where a.id = $1 and ${maySignIn}
       and ($2::text is null or ${isGrantedSql('r', '$2::text', '$3::text')})`,
    [accountId, needs?.module ?? null, needs?.action ?? null],
  );
  if (!row) return undefined;
  const user = userOf(row);
  return {
    id,
    orgId: row.org_id,
    ...row.reach,
    grants: user.mustChangePassword ? {} : (row.grants ?? {}),
    provedAt: null,
    user,
  };
}

/** Who runs an organisation: of those who may sign in, the one of the highest role, and of these the one who has been there longest. */
export async function ownerOfOrganisation(db: Queryable, orgId: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    `select a.id ${people} where a.org_id = $1 and a.kind = 'client' and not a.must_change_password and ${maySignIn}
     order by r.level, a.created_at, a.id limit 1`,
    [orgId],
  );
  return row?.id;
}
