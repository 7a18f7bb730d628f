import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { nameOf } from '../name-of.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { MenuFacts } from '#kit/contract/menu.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { runWrite } from '#kit/server/catalogue/write/run-write.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { transact } from '#kit/server/db/database.ts';
import { tenantFilterOrUnowned } from '#kit/server/db/tenant-filter.ts';
import { writerOf } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { listPage, queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { SessionStore } from '#kit/server/sessions/session.ts';
import { needRecentProof } from '#kit/server/sessions/step-up.ts';
import { permittedModules } from '#areas/rights/rights.server.ts';
import { mustSeeOrganisation } from '../organisation.store.ts';
import { apiKey, keyKinds, keyLimits, keyScopes, keyStates, madeKey, scopeChoice } from './key-answers.contract.ts';
import { actionNames, beyond, giveable } from './key-scopes.rules.ts';
import { createKey, readKeys, oneSees, revokeKey, stateSql } from './keys.store.ts';

const module = 'api-key';
const common = { tag: 'API keys', scope: 'organisation' } as const;
const named = { one: 'API key', fields: {}, unique: [], base: 'api_key' };
const limits = { maxSkip: 9_999, maxTake: 100, take: 25 };

const { name, days } = keyLimits;
const newKey = z.strictObject({
  name: nameOf(name),
  kind: z.enum(keyKinds, { error: 'Must be PERSONAL or ORGANISATION' }),
  /** Whose key it is, where staff make one of an organisation. */
  orgId: z.optional(z.uuid({ error: 'Must be the id of an organisation' })),
  scopes: keyScopes,
  days: z
    .int({ error: 'Must be a whole number of days' })
    .check(z.minimum(1, { error: 'At least 1 day' }), z.maximum(days, { error: `At most ${days} days` })),
});

export interface KeyParts {
  sessions: SessionStore;
  /** Keys of modules that no API key reaches. */
  never: ReadonlySet<string>;
  facts: MenuFacts;
}

/** API keys as those make and revoke them who may. */
export function addKeyRoutes(app: FastifyInstance, kit: CatalogueKit, { sessions, never, facts }: KeyParts): void {
  addList(app, kit);
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/api-key/scopes',
    summary: 'What the caller may let an API key do',
    access: { module, action: 'create' },
    answer: z.array(scopeChoice),
    handle: async ({ session }) => {
      const given = giveable(session.grants, never);
      const modules = await permittedModules(kit.db, session.user.kind, session.grants, facts);
      return {
        message: 'OK',
        data: modules.flatMap(({ key, name }) => (given[key] ? [{ module: key, name, actions: [...given[key]] }] : [])),
      };
    },
  });
  addCreate(app, kit, never);
  addRoute(app, {
    ...common,
    method: 'DELETE',
    path: '/api-key/{id}',
    summary: 'Revoke an API key: its next call is refused',
    access: { module, action: 'delete' },
    once: true,
    answer: z.strictObject({ id: z.string() }),
    handle: async (call) => {
      const id = call.params['id']?.toLowerCase();
      if (!isId(id)) throw refuse.notFound('API key not found');
      const { session } = call;
      const answer = await writeAnswer(kit, named, call, null, async (db, writer) => {
        await revokeKey(db, session, scopeOf(session), writer, id);
        return { status: 200, message: 'API key revoked.', data: JSON.stringify({ id }) };
      });
      sessions.forget(id);
      return answer;
    },
  });
}

function addList(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/api-key',
    summary: 'API keys, the latest first: one’s own, those of the organisation, and for staff those of organisations',
    access: { module, action: 'view' },
    query: {
      state: { about: 'State', schema: { type: 'string', enum: keyStates } },
      kind: { about: 'Whose rights it works with', schema: { type: 'string', enum: keyKinds } },
      orgId: { about: 'Of this organisation', schema: { type: 'string', format: 'uuid' } },
      ...listPage,
    },
    answer: z.array(apiKey),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      const read = queryReader(query);
      const at = `${read.bind(kit.clock.now().toISOString())}::timestamptz`;
      const terms = read.words(`concat_ws(' ', k.name, k.made_by_name, k.hint)`);
      const state = read.oneOf('state', keyStates);
      if (state) terms.push(`${stateSql(at)} = ${read.bind(state)}`);
      const kind = read.oneOf('kind', keyKinds);
      if (kind) terms.push(`k.kind = ${read.bind(kind)}`);
      const orgIds = read.ids('orgId');
      if (orgIds) terms.push(`k.org_id = any(${read.bind(orgIds)}::uuid[])`);
      const { skip, take } = read.page(limits);
      const scope = scopeOf(session);
      const own = [...terms, oneSees(session, read.params)].join(' and ');
      const where = `${own}${tenantFilterOrUnowned('api-keys', scope, 'k.org_id', read.params)}`;
      return transact(kit.db, scope, async (db) => {
        const page = `${where} order by k.created_at desc, k.id desc limit ${take} offset ${skip}`;
        const data = await readKeys(db, at, page, read.params);
        const [total] = await db.query<{ count: number }>(
          `select count(*) from api_key k where ${at} is not null and ${where}`,
          read.params,
        );
        return { message: 'OK', data, count: total?.count ?? 0 };
      });
    },
  });
}

function addCreate(app: FastifyInstance, kit: CatalogueKit, never: ReadonlySet<string>): void {
  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/api-key',
    summary: 'Make an API key; the key itself is answered this once. Needs a password or code of the last ten minutes',
    access: { module, action: 'create' },
    status: 201,
    body: newKey,
    answer: madeKey,
    handle: async (call) => {
      const { session } = call;
      const given = call.body as z.infer<typeof newKey>;
      const now = kit.clock.now();
      needRecentProof(session, now);
      const isOfStaff = session.orgId === null;
      if (isOfStaff && given.kind === 'ORGANISATION' && given.orgId === undefined)
        throw refuse.badInput({ orgId: 'Choose the organisation' });
      if (given.orgId !== undefined && (!isOfStaff || given.kind === 'PERSONAL'))
        throw refuse.badInput({ orgId: 'Only where staff make a key of an organisation' });
      const asked = Object.entries(given.scopes).map(([key, actions]) => [key, [...new Set(actions)]] as const);
      const scopes = Object.fromEntries(asked.filter(([, actions]) => actions.length > 0));
      if (Object.keys(scopes).length === 0) throw refuse.badInput({ scopes: 'Choose what the key may do' });
      const excess = beyond(scopes, giveable(session.grants, never));
      if (excess !== undefined) {
        const what = kit.registry.all.find(({ path }) => path === excess.module)?.many ?? excess.module;
        throw refuse.badInput({
          scopes: `You cannot give a key the permission “${actionNames[excess.action]}” for ${what}`,
        });
      }
      const scope = scopeOf(session);
      const writer = writerOf(session, call.request, now);
      const orgId = given.orgId ?? session.orgId;
      const data = await runWrite(kit, call, { scope, writer, definition: named, input: null }, async (db) => {
        if (given.orgId !== undefined) await mustSeeOrganisation(db, scope, given.orgId);
        const by = { id: session.user.id, name: session.user.name };
        const { id, key } = await createKey(db, writer, by, { ...given, orgId, scopes });
        const [row] = await readKeys(db, '$2::timestamptz', 'k.id = $1', [id, now.toISOString()]);
        return { ...row, key };
      });
      return { message: 'API key created.', data };
    },
  });
}
