import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { plainDigits } from '#kit/contract/normal-form.ts';
import { seenBy } from '#kit/contract/reader/seen-by.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { can } from '#kit/contract/rights.ts';
import { type FindSource, findElsewhere } from '#kit/server/areas/finds.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { matchesOf } from './found-match.ts';
import type { FoundRow } from '../records.contract.ts';
import { alikeTo } from './alike.ts';
import { grouped } from './found-groups.ts';
import { fromMemory } from './small-titles.ts';
import { namesIn } from './search-names.ts';
import { bareOf, type FoundTitle, perCatalogue, ranks } from './found-title.ts';
import { searchRecords } from './search-sql.ts';

/** Where fewer records have the words, and none is called so, names that sound like them are looked for as well. */
const enough = 5;

const found: z.ZodMiniType<FoundRow> = z.strictObject({
  id: z.string(),
  module: z.string(),
  moduleName: z.string(),
  title: z.string(),
  to: z.string(),
  match: z.nullable(z.strictObject({ label: z.string(), value: z.nullable(z.string()) })),
  alike: z.boolean(),
  more: z.boolean(),
});

/**
 * GET /search: records by the words of their title, over everything the caller may view. Spaces, hyphens, slashes and dots
 * do not matter, so that codes and plates are found however they are written; a whole plate finds its office as well. Where few are found, names
 * that sound like it follow.
 */
export function addSearchRoute(app: FastifyInstance, kit: CatalogueKit, finds: readonly FindSource[]): void {
  addRoute(app, {
    method: 'GET',
    path: '/search',
    summary: 'Records and more by words of their title, over all modules: the best few of each',
    tag: 'Records',
    access: 'session',
    scope: 'organisation',
    searches: true,
    // What a key finds is what its scopes let it view in lists.
    byKey: 'allowed',
    query: { q: { about: 'Words, at least two letters', schema: { type: 'string', minLength: 2, maxLength: 100 } } },
    answer: z.array(found),
    handle: async ({ session, query }) => {
      const q = typeof query['q'] === 'string' ? query['q'].trim() : '';
      if (q.length < 2 || q.length > 100 || q.includes('\0')) throw refuse.badInput({ q: 'Use 2 to 100 characters' });
      return { message: 'OK', data: await searchAll(kit, finds, session, plainDigits(q)) };
    },
  });
}

async function searchAll(
  kit: CatalogueKit,
  finds: readonly FindSource[],
  session: Session,
  q: string,
): Promise<FoundRow[]> {
  const scope = scopeOf(session);
  const visible = kit.registry.all.filter(({ path }) => can(session.grants, path, 'view'));
  return transact(kit.db, scope, async (db) => {
    const records = await recordsFound(kit, visible, scope, q, db);
    const isMeant = records.length >= enough || records.some(({ rank }) => rank <= ranks.words);
    const alike = isMeant ? [] : await alikeTo(kit, visible, scope, q, db);
    const ids = new Set(records.map(({ id }) => id));
    const reader = { db, scope, session, q, now: kit.clock.now(), places: kit.places };
    const elsewhere = await findElsewhere(finds, { ...reader, named: (path) => fewNamed(records, path) });
    const others = elsewhere.map(({ source, ...one }) => ({
      ...one,
      module: source.module,
      rank: source.fits === 'exact' ? ranks.exact : ranks.elsewhere,
    }));
    const rows = grouped([...records, ...others, ...alike.filter(({ id }) => !ids.has(id))]);
    const matches = await matchesOf(kit, scope, q, rows, db);
    const nameOf = (module: string) => {
      const source = finds.find((one) => one.module === module);
      return source?.one ?? seenBy(kit.registry.get(module), scope.client ? 'client' : 'staff').one;
    };
    return rows.map(({ rank, ...row }) => ({
      ...row,
      to: row.to ?? `/${row.module}/${row.id}`,
      moduleName: nameOf(row.module),
      match: matches.get(row.id) ?? null,
      alike: rank === ranks.alike,
    }));
  });
}

/** Records of catalogues that have the words. */
async function recordsFound(
  kit: CatalogueKit,
  visible: readonly AnyCatalogue[],
  scope: Scope,
  q: string,
  db: Queryable,
): Promise<FoundTitle[]> {
  const { found: small, others } = await fromMemory(kit, visible, scope.client === true, q, db);
  // Signs alone are in no name, and leave nothing out.
  if (others.length === 0 || !/[\p{L}\p{N}]/u.test(q)) return small;
  const named = await namesIn(kit, others, scope, q, bareOf(q), db);
  return [...small, ...(await searchRecords(kit, others, scope, q, named, db))];
}

/** Records of a catalogue whose names have what was typed, where it means these and not many. */
function fewNamed(records: readonly FoundTitle[], path: string): string[] {
  const named = records.filter(({ module, rank }) => module === path && rank <= ranks.inside);
  return named.length <= perCatalogue ? named.map(({ id }) => id) : [];
}
