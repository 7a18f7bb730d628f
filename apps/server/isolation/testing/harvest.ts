import type { RouteSpec } from '#kit/server/http/route.ts';
import { ask, rowsOf } from './call.ts';
import { addressOf, catalogueOf, lets, parametersOf, patternOf } from './routes.ts';
import { organisationOf, type Caller } from './callers.ts';
import type { World } from './world.ts';

/** Finds what a route's path can name, as somebody sees it. */
export interface Harvest {
  /** A right id for each parameter of the path, where something can be named at all. */
  idsFor(spec: RouteSpec, caller: Caller): Promise<Record<string, string> | undefined>;
  /** To be told after a call that may have written: what was seen before may be gone. */
  wrote(spec: RouteSpec): void;
  /** The oldest live record of a catalogue. */
  firstOf(path: string, caller: Caller): Promise<string | undefined>;
  /** Somebody else of the walker's side who stands below them. */
  belowOf(caller: Caller): Promise<string | undefined>;
  /** Ids of live records in the list of a route's catalogue, newest first. */
  recordsOf(path: string, caller: Caller, count: number): Promise<string[]>;
}

/** Somebody else of the same side who stands below the walker, latest first. */
const below = `from account a join role r on r.id = a.role_id, account me join role mine on mine.id = me.role_id
  where me.id = $1 and r.level > mine.level and a.org_id is not distinct from me.org_id and a.deleted_at is null and a.status = 1`;
const person =
  (select: string, join = '') =>
  (caller: Caller) =>
    [
      `select ${select} ${below.replace(', account me', `${join}, account me`)} order by a.id desc`,
      [caller.accountId],
    ] as const;

/** Routes whose ids no list gives, with where they come from: columns are called after the parameters. */
const byHand: Readonly<
  Record<string, (caller: Caller, module: string) => readonly [sql: string, params: readonly unknown[]]>
> = {
  'GET /file/{id}': (caller) => [
    `select id from file where attached_at is not null and doomed_at is null and (org_id = $1 or $1::uuid is null) order by id desc`,
    [organisationOf(caller)],
  ],
  'GET /client/vehicle-doc/{id}': (caller) => [
    'select id from vehicle where deleted_at is null and (org_id = $1 or $1::uuid is null) order by id',
    [organisationOf(caller)],
  ],
  ...Object.fromEntries(
    ['GET /client/{catalogue}/{vehicleId}', 'GET /client/history-app-user-policy/{vehicleId}'].map((pattern) => [
      pattern,
      (caller: Caller) => [
        'select id as "vehicleId" from vehicle where deleted_at is null and (org_id = $1 or $1::uuid is null) order by id',
        [organisationOf(caller)],
      ],
    ]),
  ),
  'GET /client/driver-doc/{id}': (caller) => [
    'select id from driver where deleted_at is null and (org_id = $1 or $1::uuid is null) order by id',
    [organisationOf(caller)],
  ],
  'GET /client/organisation-doc/{id}': (caller) => [
    'select id from organisation where deleted_at is null and (id = $1 or $1::uuid is null) order by id',
    [organisationOf(caller)],
  ],
  'GET /client/app-user-doc/{id}': (caller) => [
    `select id from account where kind = 'client' and deleted_at is null and (org_id = $1 or $1::uuid is null) order by id desc`,
    [organisationOf(caller)],
  ],
  'GET /trip/{id}/match': (caller) => [
    'select trip_id as id from trip_match where org_id = $1 or $1::uuid is null order by trip_id',
    [organisationOf(caller)],
  ],
  'POST /{catalogue}/from-violation/{id}': (caller) => [
    'select id from violation where org_id = $1 or $1::uuid is null order by id',
    [organisationOf(caller)],
  ],
  'GET /{catalogue}/letter/{id}/{kind}': (caller) => [
    `select id, 'notice' as kind from challan where deleted_at is null and (org_id = $1 or $1::uuid is null) order by id`,
    [organisationOf(caller)],
  ],
  'GET /evidence/{id}/file': (caller) => [
    'select id from evidence_bundle where org_id = $1 or $1::uuid is null order by id',
    [organisationOf(caller)],
  ],
  'GET /safety-score/driver/{id}': (caller) => [
    'select id from driver where deleted_at is null and (org_id = $1 or $1::uuid is null) order by id',
    [organisationOf(caller)],
  ],
  'GET /safety-score/vehicle/{id}': (caller) => [
    'select id from vehicle where deleted_at is null and (org_id = $1 or $1::uuid is null) order by id',
    [organisationOf(caller)],
  ],
  'POST /{catalogue}/unmerge/{id}': (_, module) => [
    'select id from merge where module = $1 and undone_at is null order by id desc',
    [module],
  ],
  'GET /{catalogue}/app-user/{id}': (caller) => [
    `select id from account where kind = 'client' and deleted_at is null and (org_id = $1 or $1::uuid is null) order by id desc`,
    [organisationOf(caller)],
  ],
  ...Object.fromEntries(
    ['GET /client/driver-on-boarding/{id}', 'POST /doctor-report/remind/{id}'].map((pattern) => [
      pattern,
      (caller: Caller) => [
        // Of those whose fitness ends soon, as examinations are due then.
        `select id from driver where deleted_at is null and (org_id = $1 or $1::uuid is null)
         order by medical_upto is not distinct from date '2026-11-25' desc, id desc`,
        [organisationOf(caller)],
      ],
    ]),
  ),
  // Of those that wait for a reviewer one with a page, where there is any.
  ...Object.fromEntries(
    ['viewed', 'numbers'].map((word) => [
      `POST /{catalogue}/${word}/{id}`,
      (caller: Caller) => [
        `select id from vehicle_kyc_doc where deleted_at is null and status = 1 and (org_id = $1 or $1::uuid is null)
         order by review_state in ('PENDING', 'UNDER_REVIEW') desc, front_id is null, id desc`,
        [organisationOf(caller)],
      ],
    ]),
  ),
  // The first was somebody else's once, and will be.
  // Whoever votes, or was answered, reads the answer: a draft is nobody's to rate.
  ...Object.fromEntries(
    ['vote', 'deflected'].map((word) => [
      `POST /{catalogue}/{id}/${word}`,
      () => [
        `select id from faq where state = 'PUBLISHED' and deleted_at is null and 'APP' = any(audience) order by id`,
        [],
      ],
    ]),
  ),
  'POST /{catalogue}/driver-end/{id}': (caller) => [
    'select id from vehicle where deleted_at is null and (org_id = $1 or $1::uuid is null) order by id',
    [organisationOf(caller)],
  ],
  'GET /{catalogue}/{id}/permissions/{entryId}': () => [
    `select h.record_id as id, h.id as "entryId" from history h join role r on r.id = h.record_id where h.module = 'role' order by h.id desc`,
    [],
  ],
  'DELETE /notification/browser/{id}': ({ accountId }) => [
    'select id from push_subscription where account_id = $1 order by id desc',
    [accountId],
  ],
  'DELETE /session/{id}': ({ accountId }) => [
    'select id from session where account_id = $1 and revoked_at is null order by id desc',
    [accountId],
  ],
  'PUT /admin/user-reset-password/{id}': person('a.id'),
  'DELETE /admin/user-two-step/{id}': person('a.id'),
  'GET /user-wise-login/{id}': person('a.id'),
  'GET /{catalogue}/{id}/scope': person('a.id'),
  'PUT /{catalogue}/{id}/scope': person('a.id'),
  'GET /{catalogue}/{id}/sessions': person('a.id'),
  'DELETE /{catalogue}/{id}/sessions': person('a.id'),
  'DELETE /{catalogue}/{id}/sessions/{sessionId}': person(
    'a.id, s.id as "sessionId"',
    ' join session s on s.account_id = a.id and s.revoked_at is null',
  ),
};

/**
 * @param spared ids that no call may be about: the walkers themselves, and what they stand on.
 */
export function harvestOf(world: World, spared: ReadonlySet<string>): Harvest {
  const { test } = world;
  const { specs } = test.product;
  const lists = new Map(
    specs.filter(({ method, path }) => method === 'GET' && !path.includes('{')).map((spec) => [spec.path, spec]),
  );
  /** The list that a path hangs below, from the longest start on. */
  const listOf = (path: string): RouteSpec | undefined => {
    const words = path.slice(0, path.indexOf('/{')).split('/');
    for (let length = words.length; length > 1; length -= 1) {
      const found = lists.get(words.slice(0, length).join('/'));
      if (found) return found;
    }
    const definition = catalogueOf({ path } as RouteSpec, world.definitions);
    return definition && lists.get(`/${definition.path}`);
  };
  const free = (rows: readonly Record<string, unknown>[], caller: Caller) =>
    rows
      // What somebody else keeps for themselves or shares is not to be changed.
      .filter((row) => row['ownerId'] === undefined || row['ownerId'] === caller.accountId)
      .map((row) => row['id'])
      .filter((id): id is string => typeof id === 'string' && !spared.has(id));
  const known = new Map<string, { of: string; ids: Promise<string[]> }>();
  const listed = (spec: RouteSpec, caller: Caller, query: Record<string, string>): Promise<string[]> => {
    const taken = Object.entries(query).filter(([name]) => spec.query?.[name]);
    const url = `${spec.path}?${new URLSearchParams(taken).toString()}`.replace(/\?$/, '');
    const key = `${caller.accountId} ${caller.orgId} ${url}`;
    const found = known.get(key);
    if (found) return found.ids;
    const ids = ask(test, caller, { method: 'GET', url }).then((answer) => free(rowsOf(answer), caller));
    known.set(key, { of: spec.path.split('/')[1] ?? '', ids });
    return ids;
  };
  const order = (spec: RouteSpec): Record<string, string> =>
    JSON.stringify(spec.query?.['sort']?.schema ?? '').includes('-createdAt') ? { sort: '-createdAt' } : {};

  return {
    wrote(spec) {
      // What refers to the written rows changes with them only in what it shows.
      const of = spec.path.split('/')[1] ?? '';
      for (const [key, one] of known) if (one.of === of || ['trash', 'export'].includes(one.of)) known.delete(key);
    },
    async idsFor(spec, caller) {
      const names = parametersOf(spec);
      if (names.length === 0) return {};
      const pattern = patternOf(spec, world.definitions);
      const sql = byHand[pattern];
      if (sql !== undefined) {
        const [text, params] = sql(caller, spec.path.split('/')[1] ?? '');
        const rows = await world.behind.query<Record<string, string>>(text, params, caller.orgId ?? '');
        return rows.find((row) => !spared.has(row['id'] ?? ''));
      }
      const list = listOf(spec.path);
      if (!list) return undefined;
      const trash = spec.path.includes('/restore/') ? { trash: 'true' } : {};
      // The keeper of everything finds what the walker may not list.
      const as = lets(list, world.grantsOf(caller.role)) ? caller : { ...world.admin, orgId: caller.orgId };
      const [id] = await listed(list, as, { take: '20', ...order(list), ...trash });
      return id === undefined ? undefined : Object.fromEntries(names.map((name) => [name, id]));
    },
    async firstOf(path, caller) {
      const list = lists.get(`/${path}`);
      return list && (await listed(list, caller, { take: '20', sort: 'createdAt' }))[0];
    },
    async belowOf(caller) {
      const [text, params] = person('a.id')(caller);
      const rows = await world.behind.query<{ id: string }>(text, params, caller.orgId ?? '');
      return rows.find(({ id }) => !spared.has(id))?.id;
    },
    async recordsOf(path, caller, count) {
      const list = lists.get(`/${path}`);
      if (!list) return [];
      return (await listed(list, caller, { take: '20', ...order(list) })).slice(0, count);
    },
  };
}

/** Somebody's own address of a route, or one that names nothing. */
export async function urlOf(harvest: Harvest, spec: RouteSpec, caller: Caller, otherwise: string): Promise<string> {
  const ids = await harvest.idsFor(spec, caller);
  return addressOf(spec, ids ?? Object.fromEntries(parametersOf(spec).map((name) => [name, otherwise])));
}
