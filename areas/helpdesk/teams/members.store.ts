import { user } from '#areas/identity/identity.contract.ts';
import { lockRows } from '#kit/server/catalogue/write/lock-rows.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { deskPeopleSql } from '../people/people.store.ts';
import type { StaffPerson, TeamMember } from './help-team.contract.ts';

/** Members of a team by name, those among them whose account is inactive. */
export const membersOf = (db: Queryable, teamId: string): Promise<TeamMember[]> =>
  db.query<TeamMember>(
    `select p.id, p.name, p.status from help_team_member m join identity_person p on p.id = m.account_id
     where m.team_id = $1 and p.deleted_at is null order by lower(p.name), p.id`,
    [teamId],
  );

/** Most staff users that are offered as members. */
const mostOffered = 1_000;

/** Staff users whose account is active and who may view tickets, by name: who may be added to a team. */
export const staffOffered = (db: Queryable): Promise<StaffPerson[]> =>
  db.query<StaffPerson>(
    `select a.id, a.name, r.name as role from ${deskPeopleSql} order by lower(a.name), a.id limit ${mostOffered}`,
  );

/** Those of these staff users who may not view tickets, or whose account is inactive. */
export async function withoutTickets(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const found = await db.query<{ id: string }>(`select a.id from ${deskPeopleSql} where a.id = any($1::uuid[])`, [
    [...ids],
  ]);
  const may = new Set(found.map(({ id }) => id));
  return new Set(ids.filter((id) => !may.has(id)));
}

/** Those of the ids that are staff users, by name. None of them is deleted until the transaction ends. */
export async function staffNamed(db: Queryable, ids: readonly string[]): Promise<TeamMember[]> {
  const lock = { strength: 'key share', fields: ['name', 'status'] } as const;
  const found = await lockRows<TeamMember>(db, user, lock, ' and t.deleted_at is null', [[...ids]]);
  return found.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Makes exactly these people the members of a team, whose row is locked. */
export async function setMembers(db: Queryable, writer: Writer, teamId: string, ids: readonly string[]): Promise<void> {
  await db.query('delete from help_team_member where team_id = $1 and account_id <> all($2::uuid[])', [
    teamId,
    [...ids],
  ]);
  await db.query(
    `insert into help_team_member (team_id, account_id, added_at, added_by) select $1, p, $3, $4 from unnest($2::uuid[]) p
     on conflict do nothing`,
    [teamId, [...ids], writer.now.toISOString(), writer.actorId],
  );
  await recount(db, writer, [teamId]);
}

/** Takes somebody out of all teams. */
export async function leaveTeams(db: Queryable, writer: Writer, accountId: string): Promise<void> {
  const left = await db.query<{ id: string }>(
    'delete from help_team_member where account_id = $1 returning team_id as id',
    [accountId],
  );
  if (left.length > 0)
    await recount(
      db,
      writer,
      left.map(({ id }) => id),
    );
}

async function recount(db: Queryable, writer: Writer, teamIds: readonly string[]): Promise<void> {
  await db.query(
    `update help_team t set member_count = (select count(*) from help_team_member m where m.team_id = t.id)
     where t.id = any($1::uuid[])`,
    [[...teamIds]],
  );
  writer.touched.push(['help_team', null]);
}
