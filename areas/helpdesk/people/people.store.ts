import { isGrantedSql, reachesSql } from '#areas/rights/rights.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { DeskPeople } from './desk-people.contract.ts';

/** SQL condition on the role `r`: it may read tickets. */
export const readsTicketsSql = `r.status = 1 and r.deleted_at is null and ${isGrantedSql('r', `'help-desk'`, `'view'`)}`;

/** SQL: active staff as `a` with their role `r`. To join with further conditions. */
export const deskPeopleSql = `identity_person a join rights_role r on r.id = a.role_id and ${readsTicketsSql}
  and a.kind = 'staff' and a.status = 1 and a.deleted_at is null`;

/** Most people and roles that are offered. */
const mostOffered = 1_000;

/** Staff who may read tickets, and their roles, by name. */
export async function deskPeople(db: Queryable): Promise<DeskPeople> {
  const people = await db.query<DeskPeople['people'][number] & { roleId: string }>(
    `select a.id, a.name, r.name as role, r.id as "roleId" from ${deskPeopleSql}
     order by lower(a.name), a.id limit ${mostOffered}`,
  );
  const roles = new Map(people.map(({ roleId, role }) => [roleId, { id: roleId, name: role }]));
  return {
    people: people.map(({ id, name, role }) => ({ id, name, role })),
    roles: [...roles.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
  };
}

/** Whom a ticket goes to: a team, a person, a person within a team, or everybody who holds a role. */
export interface Target {
  teamId: string | null;
  userId: string | null;
  roleId: string | null;
  name: string;
}
/** The same as a call says it. */
export interface Given {
  teamId?: string | null | undefined;
  userId?: string | null | undefined;
  roleId?: string | null | undefined;
}

const gone = 'This record no longer exists';

/**
 * The team, person or role that a ticket goes to.
 * @throws 400 where there is none, or nobody there can open tickets
 */
export async function targetOf(db: Queryable, given: Given): Promise<Target> {
  const { teamId = null, userId = null, roleId = null } = given;
  if (teamId === null && userId === null && roleId === null)
    throw refuse.badInput({ teamId: 'Choose a team, a person or a role' });
  if (roleId !== null && (teamId !== null || userId !== null))
    throw refuse.badInput({ roleId: 'Choose either a role, or a team or person' });
  const team = teamId === null ? undefined : await teamNamed(db, teamId);
  const role = roleId === null ? undefined : await roleNamed(db, roleId);
  const person = userId === null ? undefined : await personNamed(db, userId);
  if (team && person) await mustBeMember(db, { teamId, userId }, `${person.name} is not in ${team.name}`);
  return { teamId, userId, roleId, name: person?.name ?? team?.name ?? role?.name ?? '' };
}

/** @throws 400 where somebody is given a ticket within a team that is not theirs */
async function mustBeMember(
  db: Queryable,
  { teamId, userId }: Pick<Target, 'teamId' | 'userId'>,
  message: string,
): Promise<void> {
  const rows = await db.query('select from help_team_member where team_id = $1 and account_id = $2', [teamId, userId]);
  if (rows.length === 0) throw refuse.badInput({ userId: message });
}

async function teamNamed(db: Queryable, id: string): Promise<{ name: string }> {
  const [team] = await db.query<{ name: string }>(
    'select name from help_team where id = $1 and status = 1 and deleted_at is null',
    [id],
  );
  if (!team) throw refuse.badInput({ teamId: gone });
  const [member] = await db.query(
    `select from ${deskPeopleSql} join help_team_member m on m.account_id = a.id where m.team_id = $1 limit 1`,
    [id],
  );
  if (!member) throw refuse.badInput({ teamId: `Nobody in ${team.name} can open tickets. Add members first` });
  return team;
}

async function roleNamed(db: Queryable, id: string): Promise<{ name: string }> {
  const [role] = await db.query<{ name: string; reads: boolean }>(
    `select r.name, ${readsTicketsSql} as reads from rights_role r
     where r.id = $1 and r.audience = 'staff' and r.status = 1 and r.deleted_at is null`,
    [id],
  );
  if (!role) throw refuse.badInput({ roleId: gone });
  if (!role.reads) throw refuse.badInput({ roleId: `${role.name} has no permission to view tickets` });
  const [holder] = await db.query(`select from ${deskPeopleSql} where r.id = $1 limit 1`, [id]);
  if (!holder) throw refuse.badInput({ roleId: `Nobody has the role ${role.name}` });
  return role;
}

async function personNamed(db: Queryable, id: string): Promise<{ name: string }> {
  const [person] = await db.query<{ name: string; reads: boolean }>(
    `select p.name, exists (select from ${deskPeopleSql} where a.id = p.id) as reads from identity_person p
     where p.id = $1 and p.kind = 'staff' and p.status = 1 and p.deleted_at is null`,
    [id],
  );
  if (!person) throw refuse.badInput({ userId: gone });
  if (!person.reads) throw refuse.badInput({ userId: `${person.name} has no permission to view tickets` });
  return person;
}

/** @throws 400 where a ticket is given to somebody whose data scope does not have its organisation */
export async function mustReach(db: Queryable, { userId, name }: Target, orgId: string): Promise<void> {
  if (userId === null) return;
  const [reached] = await db.query(`select from ${deskPeopleSql} where a.id = $1 and ${reachesSql('$2')}`, [
    userId,
    orgId,
  ]);
  if (!reached) throw refuse.badInput({ userId: `${name} has no access to tickets of this organisation` });
}
