import type { RouteSpec } from '#kit/server/http/route.ts';
import { ask, rowsOf } from './caller.ts';
import { addressOf, catalogueOf, lets, parametersOf, patternOf } from './routes.ts';
import { organisationOf, type Walker } from './walkers.ts';
import type { World } from './world.ts';

/** Finds what a route's path can name, as somebody sees it. */
export interface Harvest {
  /** A right id for each parameter of the path, where something can be named at all. */
  idsFor(spec: RouteSpec, walker: Walker): Promise<Record<string, string> | undefined>;
  /** To be told after a call that may have written: what was seen before may be gone. */
  wrote(spec: RouteSpec): void;
  /** The oldest live record of a catalogue. */
  firstOf(path: string, walker: Walker): Promise<string | undefined>;
  /** Somebody else of the walker's side who stands below them. */
  belowOf(walker: Walker): Promise<string | undefined>;
  /** Ids of live records in the list of a route's catalogue, newest first. */
  recordsOf(path: string, walker: Walker, count: number): Promise<string[]>;
}

/** Somebody else of the same side who stands below the walker, latest first. */
const below = `from account a join role r on r.id = a.role_id, account me join role mine on mine.id = me.role_id
  where me.id = $1 and r.level > mine.level and a.org_id is not distinct from me.org_id and a.deleted_at is null and a.status = 1`;
const person =
  (select: string, join = '') =>
  (walker: Walker) =>
    [
      `select ${select} ${below.replace(', account me', `${join}, account me`)} order by a.id desc`,
      [walker.accountId],
    ] as const;

/** Routes whose ids no list gives, with where they come from: columns are called after the parameters. */
const byHand: Readonly<
  Record<string, (walker: Walker, module: string) => readonly [sql: string, params: readonly unknown[]]>
> = {
  'GET /file/{id}': (walker) => [
    `select id from file where attached_at is not null and doomed_at is null and (org_id = $1 or $1::uuid is null) order by id desc`,
    [organisationOf(walker)],
  ],
  'GET /client/vehicle-doc/{id}': (walker) => [
    'select id from vehicle where deleted_at is null and (org_id = $1 or $1::uuid is null) order by id',
    [organisationOf(walker)],
  ],
  'GET /client/driver-doc/{id}': (walker) => [
    'select id from driver where deleted_at is null and (org_id = $1 or $1::uuid is null) order by id',
    [organisationOf(walker)],
  ],
  'POST /{catalogue}/unmerge/{id}': (_, module) => [
    'select id from merge where module = $1 and undone_at is null order by id desc',
    [module],
  ],
  'GET /{catalogue}/app-user/{id}': (walker) => [
    `select id from account where kind = 'client' and deleted_at is null and (org_id = $1 or $1::uuid is null) order by id desc`,
    [organisationOf(walker)],
  ],
  ...Object.fromEntries(
    ['GET /client/driver-on-boarding/{id}', 'POST /doctor-report/remind/{id}'].map((pattern) => [
      pattern,
      (walker: Walker) => [
        // Of those whose fitness ends soon, as examinations are due then.
        `select id from driver where deleted_at is null and (org_id = $1 or $1::uuid is null)
         order by medical_upto is not distinct from date '2026-11-25' desc, id desc`,
        [organisationOf(walker)],
      ],
    ]),
  ),
  // The first was somebody else's once, and will be.
  'POST /{catalogue}/driver-end/{id}': (walker) => [
    'select id from vehicle where deleted_at is null and (org_id = $1 or $1::uuid is null) order by id',
    [organisationOf(walker)],
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
  const free = (rows: readonly Record<string, unknown>[], walker: Walker) =>
    rows
      // What somebody else keeps for themselves or shares is not to be changed.
      .filter((row) => row['ownerId'] === undefined || row['ownerId'] === walker.accountId)
      .map((row) => row['id'])
      .filter((id): id is string => typeof id === 'string' && !spared.has(id));
  const known = new Map<string, { of: string; ids: Promise<string[]> }>();
  const listed = (spec: RouteSpec, walker: Walker, query: Record<string, string>): Promise<string[]> => {
    const taken = Object.entries(query).filter(([name]) => spec.query?.[name]);
    const url = `${spec.path}?${new URLSearchParams(taken).toString()}`.replace(/\?$/, '');
    const key = `${walker.accountId} ${walker.orgId} ${url}`;
    const found = known.get(key);
    if (found) return found.ids;
    const ids = ask(test, walker, { method: 'GET', url }).then((answer) => free(rowsOf(answer), walker));
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
    async idsFor(spec, walker) {
      const names = parametersOf(spec);
      if (names.length === 0) return {};
      const pattern = patternOf(spec, world.definitions);
      const sql = byHand[pattern];
      if (sql !== undefined) {
        const [text, params] = sql(walker, spec.path.split('/')[1] ?? '');
        const rows = await world.behind.query<Record<string, string>>(text, params, walker.orgId ?? '');
        return rows.find((row) => !spared.has(row['id'] ?? ''));
      }
      const list = listOf(spec.path);
      if (!list) return undefined;
      const trash = spec.path.includes('/restore/') ? { trash: 'true' } : {};
      // The keeper of everything finds what the walker may not list.
      const as = lets(list, world.grantsOf(walker.role)) ? walker : { ...world.admin, orgId: walker.orgId };
      const [id] = await listed(list, as, { take: '20', ...order(list), ...trash });
      return id === undefined ? undefined : Object.fromEntries(names.map((name) => [name, id]));
    },
    async firstOf(path, walker) {
      const list = lists.get(`/${path}`);
      return list && (await listed(list, walker, { take: '20', sort: 'createdAt' }))[0];
    },
    async belowOf(walker) {
      const [text, params] = person('a.id')(walker);
      const rows = await world.behind.query<{ id: string }>(text, params, walker.orgId ?? '');
      return rows.find(({ id }) => !spared.has(id))?.id;
    },
    async recordsOf(path, walker, count) {
      const list = lists.get(`/${path}`);
      if (!list) return [];
      return (await listed(list, walker, { take: '20', ...order(list) })).slice(0, count);
    },
  };
}

/** Somebody's own address of a route, or one that names nothing. */
export async function urlOf(harvest: Harvest, spec: RouteSpec, walker: Walker, otherwise: string): Promise<string> {
  const ids = await harvest.idsFor(spec, walker);
  return addressOf(spec, ids ?? Object.fromEntries(parametersOf(spec).map((name) => [name, otherwise])));
}
