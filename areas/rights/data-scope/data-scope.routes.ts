import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { catalogueParts, idOf, ifMatchOf } from '#kit/server/catalogue/parts.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import { lockRows, touchRow } from '#kit/server/catalogue/write/lock-rows.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { checkVersion, versionTag } from '#kit/server/catalogue/write/write-checks.ts';
import { type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { type Change, recordChanges, type Writer } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { rowScopes, user } from '#areas/identity/identity.contract.ts';
import { rto } from '#areas/offices/offices.contract.ts';
import { organisation } from '#areas/people/people.contract.ts';
import type { UserScope } from '../permissions.contract.ts';
import { clientRows, rtoRows } from './data-scope.store.ts';
import { authorityOf } from '../roles/authority.ts';

interface Named {
  id: string;
  label: string;
}
const named = z.strictObject({ id: z.string(), label: z.string() });
const scopeSchema = z.strictObject({
  rowScope: z.enum(rowScopes.map(({ value }) => value)),
  offices: z.array(named),
  clients: z.array(named),
  version: z.int(),
});
const ids = (what: string) =>
  z
    .array(z.string({ error: what }).check(z.toLowerCase(), z.refine(isId, { error: what })), { error: what })
    .check(z.maxLength(500, { error: 'At most 500' }));
const scopeBody = z.strictObject({
  rtoIds: ids('Must be a list of ids of offices'),
  organisationIds: ids('Must be a list of ids of organisations'),
});

/** GET and PUT /user/{id}/scope: the offices and clients that a member of staff works on, where the role says so. */
export function addUserScopeRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  const { reads } = catalogueParts(kit, user);
  const common = { tag: user.many, scope: 'organisation', path: '/user/{id}/scope', answer: scopeSchema } as const;

  addRoute(app, {
    ...common,
    method: 'GET',
    summary: 'Assigned offices and clients of a user, of those that the reader may see',
    access: { module: 'user', action: 'view' },
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const { row } = await mustRead(reads, scope, idOf(call, user));
      const data = await transact(kit.db, scope, (db) => scopeOfUser(db, scope, row));
      call.reply.header('etag', versionTag(data.version));
      return { message: 'OK', data };
    },
  });

  addRoute(app, {
    ...common,
    method: 'PUT',
    summary: 'Assign offices and clients to a user; applies from their next request',
    access: { module: 'user', action: 'edit' },
    body: scopeBody,
    once: true,
    versioned: true,
    handle: async (call) => {
      const id = idOf(call, user);
      const { rtoIds, organisationIds } = call.body as z.infer<typeof scopeBody>;
      const scope = scopeOf(call.session);
      const content = { values: { rtoIds, organisationIds }, files: {} };
      return writeAnswer(kit, user, call, content, async (db, writer) => {
        await lockRows(db, user, { strength: 'no key update' }, '', [[id]]);
        const { row } = await mustRead(reads, scope, id, db);
        checkVersion(ifMatchOf(call), row);
        const actor = await authorityOf(db, writer);
        if (actor && row.roleLevel <= actor.level) throw refuse.forbidden('This user is at or above your own level');
        const before = await scopeOfUser(db, scope, row);
        const offices = await liveOffices(db, rtoIds);
        const clients = await liveClients(db, scope, organisationIds);
        const foreign = changed(before.offices, offices).find(({ id }) => actor?.rtoIds && !actor.rtoIds.includes(id));
        if (foreign)
          throw refuse.badInput({
            rtoIds: `${foreign.label} is not assigned to you, so you cannot assign or remove it`,
          });
        await replace(db, rtoRows, id, before.offices, offices);
        await replace(db, clientRows, id, before.clients, clients);
        const changes = changesBetween(row, before, { offices, clients });
        if (changes.length > 0) await store(db, writer, id, changes);
        const data = await scopeOfUser(db, scope, { ...row, version: row.version + (changes.length > 0 ? 1 : 0) });
        return {
          status: 200,
          message: 'User updated successfully.',
          data: JSON.stringify(data),
          version: data.version,
        };
      });
    },
  });
}

async function scopeOfUser(db: Queryable, scope: Scope, row: AnyRow): Promise<UserScope> {
  const params: Param[] = [row.id];
  const [found] = await db.query<Omit<UserScope, 'version'>>(
    `select r.row_scope as "rowScope",
       (select coalesce(json_agg(json_build_object('id', o.id, 'label', concat_ws(' ', o.code, o.name)) order by o.code), '[]')
          from user_rto u join offices_rto o on o.id = u.rto_id and o.deleted_at is null where u.user_id = a.id) as offices,
       (select coalesce(json_agg(json_build_object('id', o.id, 'label', o.name) order by lower(o.name), o.id), '[]')
          from user_client u join people_organisation o on o.id = u.org_id and o.deleted_at is null
         where u.user_id = a.id${tenantFilter('user-clients', scope, 'u.org_id', params)}) as clients
     from identity_person a join role r on r.id = a.role_id where a.id = $1`,
    params,
  );
  if (!found) throw refuse.notFound('User not found');
  return { ...found, version: row.version };
}

async function liveOffices(db: Queryable, ids: readonly string[]): Promise<Named[]> {
  const lock = { strength: 'key share', fields: ['code', 'name'] } as const;
  const rows = await lockRows<{ code: string; name: string }>(db, rto, lock, ' and t.deleted_at is null', [[...ids]]);
  const missing = { rtoIds: 'One of these offices does not exist' };
  return allOf(
    rows.map(({ id, code, name }) => ({ id, label: `${code} ${name}` })),
    ids,
    missing,
  );
}

async function liveClients(db: Queryable, scope: Scope, ids: readonly string[]): Promise<Named[]> {
  const params: Param[] = [[...ids]];
  const match = ` and t.deleted_at is null${tenantFilter('given-clients', scope, 't.id', params)}`;
  const lock = { strength: 'key share', fields: ['name'] } as const;
  const rows = await lockRows<{ name: string }>(db, organisation, lock, match, params);
  const missing = { organisationIds: 'One of these organisations does not exist' };
  return allOf(
    rows.map(({ id, name }) => ({ id, label: name })),
    ids,
    missing,
  );
}

/** @throws 400 when one of the ids gave no row. */
function allOf(rows: Named[], ids: readonly string[], missing: Record<string, string>): Named[] {
  if (rows.length < new Set(ids).size) throw refuse.badInput(missing);
  return rows.sort((a, b) => (a.label < b.label ? -1 : 1));
}

const without = (some: readonly Named[], others: readonly Named[]) =>
  some.filter(({ id }) => !others.some((other) => other.id === id));
const changed = (before: readonly Named[], after: readonly Named[]) => [
  ...without(before, after),
  ...without(after, before),
];

/** Takes away and adds what differs; what the writer does not see stays. */
async function replace(
  db: Queryable,
  { remove, add }: typeof rtoRows,
  userId: string,
  before: readonly Named[],
  after: readonly Named[],
): Promise<void> {
  const idsOf = (rows: readonly Named[]) => rows.map(({ id }) => id);
  await db.query(remove, [userId, idsOf(without(before, after))]);
  await db.query(add, [userId, idsOf(without(after, before))]);
}

/**
 * What changed, for the history. Which client somebody was given is that client's row: whoever does not work for it is not
 * told of it there either.
 */
function changesBetween(row: AnyRow, before: Pick<UserScope, 'offices' | 'clients'>, after: typeof before): Change[] {
  const common = { action: 'update', module: user.path, recordId: row.id, recordTitle: row.title } as const;
  const labels = (rows: readonly Named[]) => rows.map(({ label }) => label);
  const changes: Change[] =
    changed(before.offices, after.offices).length > 0
      ? [
          {
            ...common,
            orgId: null,
            before: { offices: labels(before.offices) },
            after: { offices: labels(after.offices) },
          },
        ]
      : [];
  for (const { id, label } of changed(before.clients, after.clients)) {
    const isGiven = after.clients.some((one) => one.id === id);
    const [had, has] = [isGiven ? [] : [label], isGiven ? [label] : []];
    changes.push({ ...common, orgId: id, before: { clients: had }, after: { clients: has } });
  }
  return changes;
}

async function store(db: Queryable, writer: Writer, id: string, changes: readonly Change[]): Promise<void> {
  await touchRow(db, user, id, writer);
  writer.touched.push([user.table, null], ['user_client', null], ['user_rto', null]);
  await recordChanges(db, writer, changes);
}
