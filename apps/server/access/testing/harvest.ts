import type { RouteSpec } from '#kit/server/http/route.ts';
import { ask, rowsOf } from './caller.ts';
import { addressOf, catalogueOf, lets, parametersOf, patternOf } from './routes.ts';
import type { Walker } from './walkers.ts';
import type { World } from './world.ts';

/** Finds what a route's path can name, as somebody sees it. */
export interface Harvest {
  /** A right id for each parameter of the path, where something can be named at all. */
  idsFor(spec: RouteSpec, walker: Walker): Promise<Record<string, string> | undefined>;
  /** To be told after a call that may have written: what was seen before may be gone. */
  wrote(spec: RouteSpec): void;
  /** The oldest live record of a catalogue. */
  firstOf(path: string, walker: Walker): Promise<string | undefined>;
  /** Ids of live records in the list of a route's catalogue, newest first. */
  recordsOf(path: string, walker: Walker, count: number): Promise<string[]>;
}

/** Routes whose ids no list gives, with where they come from. */
const byHand: Readonly<Record<string, string>> = {
  'GET /file/{id}': `select id from file where attached_at is not null and doomed_at is null and (org_id = $1 or $1::uuid is null) order by id desc`,
  'POST /{catalogue}/unmerge/{id}':
    'select id from merge where module = $2 and undone_at is null and ($1::uuid is null or true) order by id desc',
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
        const module = spec.path.split('/')[1] ?? '';
        const rows = await world.behind.query<{ id: string }>(
          sql,
          sql.includes('$2') ? [walker.orgId, module] : [walker.orgId],
          walker.orgId ?? '',
        );
        return rows[0] && { id: rows[0].id };
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
