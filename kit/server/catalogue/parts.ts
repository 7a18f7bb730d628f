import type { FastifyInstance } from 'fastify';
import { type AnyCatalogue } from '#kit/contract/catalogue.ts';
import { openTo } from '#kit/contract/reader/seen-by.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { type ListQuery, parseListQuery } from '#kit/contract/list-query.ts';
import type { IsLive } from '#kit/server/files/route.ts';
import { type Call, need } from '#kit/server/http/call.ts';
import { addRoute, type RouteSpec } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { type CatalogueKit, type CatalogueReads, catalogueReads } from './store.ts';
import { type CatalogueWrites, catalogueWrites } from './write/writes.ts';

/** One catalogue with its reads and writes: what its routes, and hand-written code beside them, are made of. */
export interface CatalogueParts<D extends AnyCatalogue = AnyCatalogue> {
  definition: D;
  reads: CatalogueReads<D>;
  writes: CatalogueWrites<D>;
}

export function catalogueParts<D extends AnyCatalogue>(kit: CatalogueKit, definition: D): CatalogueParts<D> {
  const reads = catalogueReads(kit, definition);
  return { definition, reads, writes: catalogueWrites(kit, reads) };
}

/** For the file route: whether the record of a file is live, deleted (false) or not there (undefined). */
export const isLiveIn =
  (all: readonly CatalogueParts[]): IsLive =>
  async (scope, { module, recordId }) => {
    const reads = all.find((one) => one.definition.path === module)?.reads;
    if (!reads) return undefined;
    if ((await reads.one(scope, recordId)) !== undefined) return true;
    return (await reads.one(scope, recordId, undefined, true)) === undefined ? undefined : false;
  };

/** Writes of a catalogue name both people in its history; where rights hang on its rows, nobody writes for somebody else. */
export const onBehalfIn = (definition: AnyCatalogue): 'allowed' | 'refused' =>
  definition.sensitive ? 'refused' : 'allowed';

/** The id of the path; anything that is no id is answered like an id that does not exist. */
export function idOf(call: Call, definition: AnyCatalogue): string {
  const id = call.params['id']?.toLowerCase();
  if (!isId(id)) throw refuse.notFound(`${definition.one} not found`);
  return id;
}

export const ifMatchOf = (call: Call): string | undefined => call.request.headers['if-match'];

/** Deleted rows are for those who may bring them back: 403 for everybody else. */
export function needTrash(session: Session, definition: AnyCatalogue, query: ListQuery): void {
  if (query.trash) need(session, definition.path, 'delete');
}

/** Parses list parameters or refuses with a message for each that is wrong; what is for staff alone clients do not ask for. */
export function readListQuery(
  definition: AnyCatalogue,
  raw: Record<string, unknown>,
  { user }: Pick<Session, 'user'>,
): ListQuery {
  const parsed = parseListQuery(openTo(definition, user.kind), raw);
  if ('messages' in parsed) throw refuse.badInput(parsed.messages);
  return parsed.query;
}

/** Adds a call of a catalogue, and its twin under /client where the specification has one. */
export function addTwin(app: FastifyInstance, { clientCalls }: AnyCatalogue, spec: RouteSpec): void {
  addRoute(app, spec);
  if (clientCalls) addRoute(app, { ...spec, path: `/client${spec.path}` });
}
