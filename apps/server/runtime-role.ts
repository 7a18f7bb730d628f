import type { Database } from '#kit/server/db/database.ts';

/** The second wall between organisations stands only while the runtime role cannot step over it. */
export async function refuseBypass(db: Database): Promise<void> {
  const [role] = await db.query<{ name: string; over: boolean; owns: boolean }>(
    `select rolname as name, rolsuper or rolbypassrls as over,
       exists (select 1 from pg_class c where c.relname = 'account' and pg_has_role(current_user, c.relowner, 'member')) as owns
     from pg_roles where rolname = current_user`,
  );
  if (role?.over || role?.owns)
    throw new Error(
      `The database role ${role.name} could bypass row security. DATABASE_URL must name a role that is no superuser, has no BYPASSRLS and does not own the tables`,
    );
}
