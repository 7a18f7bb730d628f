import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordChange } from '#kit/server/history.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { role } from '#areas/identity/identity.contract.ts';
import type { RoleLevel } from '../permissions.contract.ts';
import { authorityOf } from './authority.ts';

/** Levels are given out one change at a time, until the transaction ends. */
const lockLevels = (db: Queryable) => db.query(`select pg_advisory_xact_lock(hashtextextended('role levels', 3))`);

/**
 * Gives a role the lowest level of its audience. Staff stand above clients always, so below a role for staff the clients'
 * move on by one; in what order they stand does not change by it.
 * @param id the role, which need not be there yet.
 * @returns its level.
 */
export async function placeAtBottom(db: Queryable, audience: 'staff' | 'client', id: string): Promise<number> {
  await lockLevels(db);
  const [row] = await db.query<{ level: number }>(
    `select coalesce(max(level), -1) + 1 as level from role where deleted_at is null and id <> $1 and ($2 = 'client' or audience = 'staff')`,
    [id, audience],
  );
  const level = row?.level ?? 0;
  if (audience === 'staff')
    await db.query(
      `update role set level = level + 1 where audience = 'client' and deleted_at is null and id <> $2
         and exists (select 1 from role where audience = 'client' and deleted_at is null and id <> $2 and level <= $1)`,
      [level, id],
    );
  await db.query('update role set level = $2 where id = $1', [id, level]);
  return level;
}

const ids = (error: string) =>
  z
    .array(z.string({ error }).check(z.toLowerCase(), z.refine(isId, { error })), { error })
    .check(z.minLength(1, { error }), z.maxLength(500, { error: 'Too many' }));
const levelBody = z.strictObject({
  roleIds: ids('Enter the ids of all roles below your own, highest first'),
  /** The order that was seen, so that somebody else's change meanwhile is not undone unawares. */
  was: z.optional(ids('Enter the order that was shown, highest first')),
});

interface Line {
  id: string;
  name: string;
  level: number;
  audience: 'staff' | 'client';
  version: number;
}

/** POST /role/update-level: all roles below the caller's in their new order, highest first. The order becomes the levels. */
export function addRoleLevelRoute(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'POST',
    path: '/role/update-level',
    summary: 'Set the order of all roles below your own, highest first: it determines their levels',
    tag: role.many,
    access: { module: 'role', action: 'edit' },
    scope: 'global',
    body: levelBody,
    once: true,
    answer: z.array(z.strictObject({ id: z.string(), level: z.int(), version: z.int() })),
    handle: async (call) => {
      const { roleIds, was } = call.body as z.infer<typeof levelBody>;
      if (new Set(roleIds).size !== roleIds.length) throw refuse.badInput({ roleIds: 'Name each role once' });
      const content = { values: { roleIds, was }, files: {} };
      return writeAnswer(kit, role, call, content, async (db, writer) => {
        await lockLevels(db);
        const actor = await authorityOf(db, writer);
        const top = actor?.level ?? -1;
        const all = await db.query<Line>(
          'select id, name, level, audience, version from role where deleted_at is null order by level, lower(name), id for no key update',
        );
        const below = all.filter(({ level }) => level > top);
        const named = roleIds.map((id) => all.find((one) => one.id === id));
        if (named.some((one) => one && one.level <= top))
          throw refuse.forbidden('Roles at or above your own level cannot be moved');
        const lines = named.filter((one) => one !== undefined);
        if (lines.length < roleIds.length) throw refuse.badInput({ roleIds: 'One of these roles no longer exists' });
        if (lines.length < below.length)
          throw refuse.conflict('Roles were added in the meantime, or some are missing. Check the order again');
        if (was && was.join() !== below.map(({ id }) => id).join())
          throw refuse.conflict('Someone else changed the order in the meantime. Check it again');
        const firstClient = lines.findIndex(({ audience }) => audience === 'client');
        const lower = firstClient < 0 ? undefined : lines.slice(firstClient).find((one) => one.audience === 'staff');
        if (lower)
          throw refuse.badInput({
            roleIds: `${lower.name} is a role for staff, and those are above roles for clients`,
          });
        const levels: RoleLevel[] = [];
        for (const [at, line] of lines.entries()) {
          const level = top + 1 + at;
          const isMoved = level !== line.level;
          levels.push({ id: line.id, level, version: line.version + (isMoved ? 1 : 0) });
          if (!isMoved) continue;
          await db.query(
            'update role set level = $2, version = version + 1, updated_at = $3, updated_by = $4 where id = $1',
            [line.id, level, writer.now.toISOString(), writer.actorId],
          );
          writer.touched.push([role.table, null]);
          await recordChange(db, writer, {
            action: 'update',
            module: role.path,
            recordId: line.id,
            recordTitle: line.name,
            orgId: null,
            before: { level: line.level },
            after: { level },
          });
        }
        return { status: 200, message: 'Role Level updated successfully.', data: JSON.stringify(levels) };
      });
    },
  });
}
