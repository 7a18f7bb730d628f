import { isGrantedSql, reachesSql } from '#areas/rights/rights.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { deskPeopleSql } from '../people/people.store.ts';
import { ticketNote } from '../tickets/ticket.contract.ts';
import { helpTeam } from '../teams/help-team.contract.ts';

/** Somebody who runs the desk. */
export interface DeskRunner {
  id: string;
  name: string;
  /** Null: cannot be mailed. */
  email: string | null;
}

/**
 * Staff who may give tickets of an organisation to somebody: those who also decide who is in which team, and where there are none, all
 * of them. They are told of what would otherwise be told to nobody.
 */
export async function deskRunners(db: Queryable, orgId: string): Promise<DeskRunner[]> {
  const people = await db.query<DeskRunner & { keepsTeams: boolean }>(
    `select a.id, a.name, a.email, ${isGrantedSql('r', `'${helpTeam.path}'`, `'edit'`)} as "keepsTeams"
     from ${deskPeopleSql} where ${isGrantedSql('r', `'${ticketNote.path}'`, `'create'`)} and ${reachesSql('$1')} order by a.id`,
    [orgId],
  );
  const keepers = people.filter(({ keepsTeams }) => keepsTeams);
  return (keepers.length > 0 ? keepers : people).map(({ id, name, email }) => ({ id, name, email }));
}

/**
 * Whom a ticket that is late for long rises to: those who run the desk, but for whoever has it and was warned.
 * @param isSomebodys somebody has it who could answer; otherwise those who run the desk were told when it was late
 */
export async function risesTo(
  db: Queryable,
  { orgId, assigneeId }: { orgId: string; assigneeId: string | null },
  isSomebodys: boolean,
): Promise<DeskRunner[]> {
  if (!isSomebodys) return [];
  return (await deskRunners(db, orgId)).filter(({ id }) => id !== assigneeId);
}
