import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { fieldMessages, inputSchema, isId } from '#kit/contract/input.ts';
import { actions } from '#kit/contract/rights.ts';
import { withRights } from '#kit/server/catalogue/guard.ts';
import { catalogueParts, idOf, ifMatchOf } from '#kit/server/catalogue/parts.ts';
import { rowSchema } from '#kit/server/catalogue/row-schema.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write-answer.ts';
import { checkVersion } from '#kit/server/catalogue/write-checks.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { difference, recordChange, type Writer } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { role } from './access.contract.ts';
import { permissionChanges, permissionSchema, permissionsOf, readable, storePermissions } from './permissions.ts';
import type { RoleInput } from './rights.contract.ts';
import { placeAtBottom } from './role-levels.ts';
import { furtherThan, refuseLosses, rightsHeld, type Standing, standingOf } from './standing.ts';

const wrongModule = { error: 'Must be the id of a module' };
const roleBody = z.extend(inputSchema(role), {
  permissions: z
    .array(
      z.strictObject({
        moduleId: z.string(wrongModule).check(z.toLowerCase(), z.refine(isId, wrongModule)),
        actions: z
          .array(z.enum(actions, { error: 'Must be among the actions' }), { error: 'Must be a list of actions' })
          .check(z.maxLength(actions.length, { error: 'Too many actions' })),
      }),
      { error: 'Permissions must be a list of modules, each with its actions' },
    )
    .check(z.maxLength(1_000, { error: 'Too many modules' })),
});
const names = Object.keys(role.fields);

/** Rules of a role by itself, whoever writes it. */
function readInput(call: Call): RoleInput {
  const parsed = roleBody.safeParse(call.body ?? {});
  if (!parsed.success) throw refuse.badInput(fieldMessages(parsed.error));
  const input = parsed.data as unknown as RoleInput;
  if (input.audience === 'client' && input.rowScope !== 'ALL')
    throw refuse.badInput({ rowScope: 'Clients always work on the records of their organisation: choose all' });
  return input;
}

/** POST /role and PUT /role/{id}: a role with everything it may do. */
export function addRoleWrites(app: FastifyInstance, kit: CatalogueKit): void {
  const { reads } = catalogueParts(kit, role);
  const answer = z.extend(rowSchema(kit.registry, role), { permissions: z.array(permissionSchema) });
  const common = { tag: role.many, scope: 'global', once: true, body: roleBody, answer } as const;

  const shown = async (db: Queryable, call: Call, json: string, id: string): Promise<string> => {
    const row = JSON.parse(withRights(kit.guards, role, call.session, json)) as object;
    return JSON.stringify({ ...row, permissions: await permissionsOf(db, id, call.session.user.roleId) });
  };

  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/role',
    summary: 'Create a role with what it may do; it starts at the lowest level of its audience',
    access: { module: 'role', action: 'create' },
    status: 201,
    handle: async (call) => {
      const input = readInput(call);
      return writeAnswer(kit, role, call, { values: { ...input }, files: {} }, async (db, writer) => {
        const id = uuidv7();
        const actor = await editorOf(db, writer);
        checkReach(actor, input);
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
        await tell(db, writer, { id, title: row.title }, 'create', null, after);
        return {
          status: 201,
          message: 'Role added successfully.',
          data: await shown(db, call, json, id),
          version: row.version,
        };
      });
    },
  });

  addRoute(app, {
    ...common,
    method: 'PUT',
    path: '/role/{id}',
    summary: 'Replace a role and all it may do; acts on the next request of everybody who has it',
    access: { module: 'role', action: 'edit' },
    versioned: true,
    handle: async (call) => {
      const id = idOf(call, role);
      const input = readInput(call);
      return writeAnswer(kit, role, call, { values: { ...input }, files: {} }, async (db, writer) => {
        // Held off meanwhile: whoever is just being given the role, and whoever else changes it.
        await db.query('select 1 from role where id = $1 for update', [id]);
        const before = await mustRead(reads, scopeOf(call.session), id, db);
        checkVersion(ifMatchOf(call), before.row);
        const actor = await editorOf(db, writer);
        if ((before.row['level'] as number) <= actor.level)
          throw refuse.forbidden('This role stands on your own level or above it');
        await checkAudience(db, id, before.row['audience'], input);
        if (input.rowScope !== before.row['rowScope'] || input.audience !== before.row['audience'])
          checkReach(actor, input);
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
          await tell(db, writer, { id, title: input.name }, 'update', side('before'), side('after'));
        }
        const { json, row } = isChanged ? await mustRead(reads, scopeOf(call.session), id, db) : before;
        return {
          status: 200,
          message: 'Role updated successfully.',
          data: await shown(db, call, json, id),
          version: row.version,
        };
      });
    },
  });

  addRoute(app, {
    method: 'GET',
    path: '/role/{id}/permissions',
    summary: 'What a role may do in each module, in the order of the menu',
    tag: role.many,
    access: { module: 'role', action: 'view' },
    scope: 'global',
    answer: z.array(permissionSchema),
    handle: async (call) => {
      const id = idOf(call, role);
      await mustRead(reads, scopeOf(call.session), id);
      return { message: 'OK', data: await permissionsOf(kit.db, id, call.session.user.roleId) };
    },
  });
  addRoute(app, {
    method: 'GET',
    path: '/role/permissions',
    summary: 'What can be granted in each module, for a role that is to be made',
    tag: role.many,
    access: { module: 'role', action: 'view' },
    scope: 'global',
    answer: z.array(permissionSchema),
    handle: async ({ session }) => ({ message: 'OK', data: await permissionsOf(kit.db, null, session.user.roleId) }),
  });
}

/** Whoever writes roles, as they stand in this moment: always somebody, and never a client. */
async function editorOf(db: Queryable, writer: Writer): Promise<Standing> {
  const actor = await standingOf(db, writer);
  if (actor?.kind !== 'staff') throw refuse.forbidden();
  return actor;
}

/** Nobody gives rows that they do not work on themselves. */
function checkReach(actor: Standing, { audience, rowScope }: RoleInput): void {
  const further = audience === 'staff' ? furtherThan(actor, rowScope) : undefined;
  if (further) throw refuse.badInput({ rowScope: `With this, people would work on ${further}` });
}

/** Whoever has the role would be on the wrong side of the wall between staff and clients. */
async function checkAudience(db: Queryable, id: string, had: unknown, { audience }: RoleInput): Promise<void> {
  if (audience === had) return;
  const [used] = await db.query('select 1 from account where role_id = $1 and deleted_at is null limit 1', [id]);
  if (!used) return;
  const message = 'Somebody has this role, so it stays as it is. Give them another role first';
  throw refuse.conflict(message, { audience: message });
}

async function refuseAllRights(db: Queryable, id: string): Promise<void> {
  const all = await db.query('select 1 from role where id = $1 and all_rights', [id]);
  if (all.length > 0) throw refuse.conflict('This role holds every right by its nature, so none can be taken from it');
}

function tell(
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
