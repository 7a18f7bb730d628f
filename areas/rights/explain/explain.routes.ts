import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { type Action, actions, can } from '#kit/contract/rights.ts';
import { type CatalogueKit, catalogueReads } from '#kit/server/catalogue/store.ts';
import { overall, type Param, type Queryable, transact } from '#kit/server/db/database.ts';
import { tenantFilterOrUnowned } from '#kit/server/db/tenant-filter.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { dataScopeSql } from '../data-scope/data-scope.store.ts';
import { grantsSql } from '../roles/granted.store.ts';
import { type AskedModule, explain, type Person } from './explain.rules.ts';
import type { Explanation } from '../permissions.contract.ts';

const nullableTitle = z.nullable(z.strictObject({ id: z.string(), title: z.string() }));
const answer: z.ZodMiniType<Explanation> = z.strictObject({
  person: z.strictObject({ id: z.string(), name: z.string(), roleId: z.string(), roleName: z.string() }),
  module: z.strictObject({ key: z.string(), name: z.string() }),
  action: z.enum(actions),
  record: nullableTitle,
  steps: z.array(
    z.strictObject({
      key: z.enum([
        'account',
        'signIn',
        'organisation',
        'role',
        'module',
        'right',
        'reach',
        'level',
        'guard',
        'impersonation',
      ]),
      ok: z.nullable(z.boolean()),
      text: z.string(),
    }),
  ),
  allowed: z.boolean(),
  verdict: z.string(),
});

/** GET /access/explain: why somebody below oneself, or oneself, can or cannot do something. */
export function addExplainRoute(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/access/explain',
    summary: 'Permission check: each rule applied to a request, for users below your level and yourself',
    tag: 'Roles',
    access: { module: 'role', action: 'view' },
    scope: 'organisation',
    query: {
      userId: { about: 'Id of a user or app user', schema: { type: 'string', format: 'uuid' } },
      module: { about: 'Key of a module', schema: { type: 'string' } },
      action: { about: 'What is to be done', schema: { type: 'string', enum: [...actions] } },
      recordId: { about: 'Id of a record of the module', schema: { type: 'string', format: 'uuid' } },
    },
    answer,
    handle: async (call) => {
      const { userId, key, action, recordId } = readQuery(call);
      const { session } = call;
      const scope = scopeOf(session);
      const data = await transact(kit.db, scope, async (db): Promise<Explanation> => {
        const person = await personOf(db, call, userId);
        const [module] = await db.query<AskedModule>('select key, name, status, actions from module where key = $1', [
          key,
        ]);
        if (!module) throw refuse.badInput({ module: 'Not a module' });
        const record = recordId === undefined ? null : await recordOf(db, kit, call, key, recordId);
        // What the person sees may lie beyond what the asker does; only whether it is this record is told.
        const found = await overall(db, scope, () => explain(db, kit, person, module, action, record));
        return {
          person: { id: person.id, name: person.name, roleId: person.roleId, roleName: person.roleName },
          module: { key, name: module.name },
          action,
          record: record && { id: record.id, title: record.title },
          ...found,
        };
      });
      return { message: 'OK', data };
    },
  });
}

function readQuery({ query }: Call): { userId: string; key: string; action: Action; recordId: string | undefined } {
  const messages: Record<string, string> = {};
  const text = (name: string) => (typeof query[name] === 'string' && query[name] !== '' ? query[name] : undefined);
  const id = (name: string) => {
    const given = text(name)?.toLowerCase();
    if (query[name] !== undefined && query[name] !== '' && !isId(given)) messages[name] = 'Must be an id';
    return given;
  };
  const [userId, recordId] = [id('userId'), id('recordId')];
  const key = text('module');
  const action = actions.find((one) => one === query['action']);
  if (userId === undefined) messages['userId'] ??= 'Choose a user';
  if (key === undefined) messages['module'] = 'Choose a module';
  if (action === undefined) messages['action'] = 'Must be one of the actions';
  if (userId === undefined || key === undefined || action === undefined || Object.keys(messages).length > 0)
    throw refuse.badInput(messages);
  return { userId, key, action, recordId };
}

/** @throws 404 for an account that the asker does not see, 403 for one that does not stand below the asker. */
async function personOf(db: Queryable, { session }: Call, userId: string): Promise<Person> {
  const params: Param[] = [userId];
  const scope = scopeOf(session);
  const tenantSql = tenantFilterOrUnowned('explained-person', scope, 'a.org_id', params);
  const [person] = await db.query<Person>(
    `select a.id, a.kind, a.name, a.status, a.has_password as "hasPassword", a.org_id as "orgId", o.name as "orgName",
       o.status = 1 and o.deleted_at is null as "orgIsActive", r.id as "roleId", r.name as "roleName", r.level as "roleLevel",
       r.status = 1 and r.deleted_at is null as "roleIsActive", r.all_rights as "allRights", ${dataScopeSql} as reach,
       ${grantsSql('r')} as grants
     from identity_person a join role r on r.id = a.role_id left join people_organisation o on o.id = a.org_id
     where a.id = $1 and a.deleted_at is null${tenantSql}`,
    params,
  );
  const module = person?.kind === 'client' ? 'app-user' : 'user';
  const isSelf = person?.id === session.user.id;
  if (!person || (!isSelf && !can(session.grants, module, 'view'))) throw refuse.notFound('Person not found');
  if (!isSelf && person.roleLevel <= session.user.roleLevel)
    throw refuse.forbidden('This user is at or above your own level');
  return person;
}

/** A record that the asker sees as well; for everybody else it is not there. */
async function recordOf(db: Queryable, kit: CatalogueKit, { session }: Call, key: string, id: string): Promise<AnyRow> {
  const definition = kit.registry.find(key);
  if (!definition) throw refuse.badInput({ recordId: 'This module has no records' });
  const json = can(session.grants, key, 'view')
    ? await catalogueReads(kit, definition).one(scopeOf(session), id, db)
    : undefined;
  if (json === undefined) throw refuse.notFound(`${definition.one} not found`);
  return JSON.parse(json) as AnyRow;
}
