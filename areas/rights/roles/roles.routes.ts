import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { withRights } from '#kit/server/catalogue/policy.ts';
import { catalogueParts, idOf, ifMatchOf } from '#kit/server/catalogue/parts.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { checkVersion } from '#kit/server/catalogue/write/write-checks.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { difference, recordChange, type Writer } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { role } from '#areas/identity/identity.contract.ts';
import { permissionChanges, permissionSchema, permissionsOf, readable, storePermissions } from './permissions.store.ts';
import { placeAtBottom } from './role-levels.routes.ts';
import { refuseLosses, rightsHeld } from './authority.ts';
import { checkAudience, checkDataScope, editorOf, refuseAllRights } from './role-changes.policy.ts';
import { readRoleInput, roleBody } from './role-input.ts';

const names = Object.keys(role.fields) as (keyof typeof role.fields)[];

/** POST /role and PUT /role/{id}: a role with everything it may do. */
export function addRoleWrites(app: FastifyInstance, kit: CatalogueKit): void {
  addRoleCreate(app, kit);
  addRoleUpdate(app, kit);
}

/** What both writes of roles have in common. */
function roleWrite(kit: CatalogueKit) {
  const answer = z.extend(rowSchema(kit.registry, role), { permissions: z.array(permissionSchema) });
  return { tag: role.many, scope: 'global', once: true, body: roleBody, answer } as const;
}

/** A role that was written as its editor sees it, as JSON: its row with what it may do. */
async function shown(db: Queryable, kit: CatalogueKit, call: Call, json: string, id: string): Promise<string> {
  const row = JSON.parse(withRights(kit.policies, role, call.session, json)) as object;
  return JSON.stringify({ ...row, permissions: await permissionsOf(db, id, call.session.user.roleId) });
}

function addRoleCreate(app: FastifyInstance, kit: CatalogueKit): void {
  const { reads } = catalogueParts(kit, role);
  addRoute(app, {
    ...roleWrite(kit),
    method: 'POST',
    path: '/role',
    summary: 'Create a role with what it may do; it starts at the lowest level of its audience',
    access: { module: 'role', action: 'create' },
    status: 201,
    handle: async (call) => {
      const input = readRoleInput(call);
      return writeAnswer(kit, role, call, { values: { ...input }, files: {} }, async (db, writer) => {
        const id = uuidv7();
        const actor = await editorOf(db, writer);
        checkDataScope(actor, input);
        const changes = permissionChanges(await permissionsOf(db, null, actor.roleId), input);
        const at = writer.now.toISOString();
        await db.query(
          `insert into role (id, name, audience, row_scope, description, level, created_at, created_by, updated_at, updated_by)
           values ($1, $2, $3, $4, $5, 2147483647, $6, $7, $6, $7)`,
          [id, input.name, input.audience, input.rowScope, input.description, at, writer.actorId],
        );
        await placeAtBottom(db, input.audience, id);
        await storePermissions(db, id, changes);
        const { json, row } = await mustRead(reads, scopeOf(call.session), id, db);
        const after = {
          ...Object.fromEntries(names.map((name) => [name, row[name]])),
          permissions: readable(changes).after,
        };
        await recordRoleChange(db, writer, { id, title: row.title }, 'create', null, after);
        return {
          status: 201,
          message: 'Role added successfully.',
          data: await shown(db, kit, call, json, id),
          version: row.version,
        };
      });
    },
  });
}

function addRoleUpdate(app: FastifyInstance, kit: CatalogueKit): void {
  const { reads } = catalogueParts(kit, role);
  addRoute(app, {
    ...roleWrite(kit),
    method: 'PUT',
    path: '/role/{id}',
    summary: 'Replace a role and its permissions; applies from the next request of its users',
    access: { module: 'role', action: 'edit' },
    versioned: true,
    handle: async (call) => {
      const id = idOf(call, role);
      const input = readRoleInput(call);
      return writeAnswer(kit, role, call, { values: { ...input }, files: {} }, async (db, writer) => {
        // Held off meanwhile: whoever is just being given the role, and whoever else changes it.
        await db.query('select 1 from role where id = $1 for update', [id]);
        const before = await mustRead(reads, scopeOf(call.session), id, db);
        checkVersion(ifMatchOf(call), before.row);
        const actor = await editorOf(db, writer);
        if (before.row.level <= actor.level) throw refuse.forbidden('This role is at or above your own level');
        await checkAudience(db, id, before.row.audience, input);
        if (input.rowScope !== before.row.rowScope || input.audience !== before.row.audience)
          checkDataScope(actor, input);
        const changes = permissionChanges(await permissionsOf(db, id, actor.roleId), input);
        if (changes.length > 0) await refuseAllRights(db, id);
        const fields = difference(before.row, input as unknown as Record<string, unknown>, names);
        const told = readable(changes);
        const isChanged = fields !== undefined || changes.length > 0;
        if (isChanged) {
          const held = await rightsHeld(db);
          await db.query(
            `update role set name = $2, audience = $3, row_scope = $4, description = $5, version = version + 1, updated_at = $6, updated_by = $7
             where id = $1`,
            [
              id,
              input.name,
              input.audience,
              input.rowScope,
              input.description,
              writer.now.toISOString(),
              writer.actorId,
            ],
          );
          if (fields && 'audience' in fields.after) await placeAtBottom(db, input.audience, id);
          await storePermissions(db, id, changes);
          await refuseLosses(db, held);
          const side = (which: 'before' | 'after') => ({
            ...fields?.[which],
            ...(changes.length > 0 ? { permissions: told[which] } : {}),
          });
          await recordRoleChange(db, writer, { id, title: input.name }, 'update', side('before'), side('after'));
        }
        const { json, row } = isChanged ? await mustRead(reads, scopeOf(call.session), id, db) : before;
        return {
          status: 200,
          message: 'Role updated successfully.',
          data: await shown(db, kit, call, json, id),
          version: row.version,
        };
      });
    },
  });
}

/** History of a role and what it may do. */
function recordRoleChange(
  db: Queryable,
  writer: Writer,
  { id, title }: { id: string; title: string },
  action: 'create' | 'update',
  before: Record<string, unknown> | null,
  after: Record<string, unknown>,
): Promise<void> {
  writer.touched.push([role.table, null]);
  return recordChange(db, writer, {
    action,
    module: role.path,
    recordId: id,
    recordTitle: title,
    orgId: null,
    before,
    after,
  });
}
