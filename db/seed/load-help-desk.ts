import type { Database, Queryable } from '#kit/server/db/database.ts';
import { businessHours, cannedReplies, demoTeams, helpTeams, holidays, routing } from './help-desk.ts';
import { byKey, found, insert, once } from './load.ts';

/** Teams, hours, holidays and reply templates of the help desk; categories that are there under their first names get their team. */
export async function loadHelpDesk(db: Database, now: Date): Promise<void> {
  await once(db, 'help-desk', now, async (db) => {
    const names = helpTeams.map(([name]) => name);
    const about = helpTeams.map(([name, text]) => ({ name, about: text }));
    const teamOf = byKey(names, await insert(db, 'help-team', names, about, now));
    const titles = businessHours.map(({ name }) => name);
    const hoursOf = byKey(titles, await insert(db, 'business-hours', titles, businessHours, now));
    for (const [category, team, hours] of routing)
      await db.query(
        `update help_category set default_team_id = $2, business_hours_id = $3 where name = $1 and deleted_at is null`,
        [category, found(teamOf, team), hours === undefined ? null : found(hoursOf, hours)],
      );
    await insert(
      db,
      'holiday',
      holidays.map(([, name]) => name),
      holidays.map(([day, name, states = []]) => ({ day, name, states })),
      now,
    );
    await loadReplies(db, now);
  });
}

async function loadReplies(db: Queryable, now: Date): Promise<void> {
  const listed = await db.query<{ id: string; name: string }>(
    'select id, name from help_category where deleted_at is null',
  );
  const categoryOf = new Map(listed.map(({ id, name }) => [name, id]));
  await insert(
    db,
    'canned-reply',
    cannedReplies.map(([name]) => name),
    cannedReplies.map(([name, category, text]) => ({
      name,
      // A category that was renamed or deleted before: the template is then for all.
      category_id: category === null ? null : (categoryOf.get(category) ?? null),
      text,
    })),
    now,
  );
}

/** Members of the teams in the demo. */
export async function loadDemoTeams(db: Database, now: Date): Promise<void> {
  await once(db, 'demo-help-teams', now, async (db) => {
    for (const [team, emails] of demoTeams)
      await db.query(
        `insert into help_team_member (team_id, account_id, added_at)
         select t.id, a.id, $3 from help_team t, account a
         where t.name = $1 and t.deleted_at is null and a.email = any($2) and a.kind = 'staff' and a.deleted_at is null
         on conflict do nothing`,
        [team, emails, now.toISOString()],
      );
    await db.query(
      'update help_team t set member_count = (select count(*) from help_team_member m where m.team_id = t.id)',
    );
  });
}
