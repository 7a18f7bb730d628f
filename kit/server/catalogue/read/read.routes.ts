import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type AnyCatalogue, inSentence, oneOf } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { historyActions, historySources } from '#kit/contract/history.ts';
import { listParameters, type ListQuery } from '#kit/contract/list-query.ts';
import { pageParameters } from '#kit/contract/page.ts';
import { can } from '#kit/contract/rights.ts';
import { type Scope, transact } from '#kit/server/db/database.ts';
import { historyOf, type RecordHistory } from '#kit/server/history-read.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { type ReadyAnswer, replyReady } from '#kit/server/http/ready.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { countShown, moreSchema, refuseCut } from './search.ts';
import { historySchema, optionSchema, referenceSchema } from '../answer-schemas.ts';
import { withRights } from '../policy.ts';
import { addTwin, type CatalogueParts, idOf, needTrash, readListQuery } from '../parts.ts';
import { rowSchema } from './row-schema.ts';
import { type CatalogueKit, type CatalogueReads, mustRead } from '../store.ts';
import { referencesTo, versionTag } from '../write/write-checks.ts';

/** The reading calls of one catalogue: list, one, usage and history. */
export function addReadRoutes(app: FastifyInstance, kit: CatalogueKit, { definition, reads }: CatalogueParts): void {
  const { path, one, many, scope } = definition;
  const common = { tag: many, access: { module: path, action: 'view' }, scope } as const;
  const answer = rowSchema(kit.registry, definition);
  const details = kit.policies[path]?.details;

  addTwin(app, definition, {
    ...common,
    method: 'GET',
    path: `/${path}`,
    summary: `List ${inSentence(many)}`,
    query: listParameters(definition),
    answer: z.union([z.array(answer), z.array(optionSchema)]),
    beside: { count: z.int(), more: moreSchema, next: z.optional(z.string()) },
    searches: true,
    ready: (request) => readyList(kit, reads, request),
    handle: (call) => answerList(kit, reads, call),
  });

  const { option: _, trash: __, ...optionParameters } = listParameters(definition);
  // Whoever fills in a record that names one of these must be able to choose it, whatever else of them they may see.
  const choosers = definition.staffOnly
    ? // Clients may fill in records that staff give to one of these.
      []
    : kit.registry.referrers(path).flatMap(({ definition: from }) => [
        { module: from.path, action: 'create' as const },
        { module: from.path, action: 'edit' as const },
      ]);
  // Records for staff alone show these by their names, and are narrowed by them.
  const readers = kit.registry.all
    .filter(
      (from) =>
        from.staffOnly &&
        Object.values<AnyField>(from.readOnly).some((field) => field.kind === 'ref' && field.to === path),
    )
    .map((from) => ({ module: from.path, action: 'view' as const }));
  addRoute(app, {
    ...common,
    access: { any: [common.access, ...choosers, ...readers] },
    method: 'GET',
    path: `/${path}/option`,
    summary: `Active ${inSentence(many)} as options`,
    query: optionParameters,
    answer: z.array(optionSchema),
    beside: { count: z.int(), more: moreSchema },
    searches: true,
    ready: (request) => readyList(kit, reads, request),
    handle: (call) =>
      answerList(kit, reads, { ...call, session: call.session, query: { ...call.query, option: 'true' } }),
  });
  for (const url of definition.clientTwin ? [`/${path}/{id}`, `/client/${path}/{id}`] : [`/${path}/{id}`])
    addRoute(app, {
      ...common,
      method: 'GET',
      path: url,
      summary: `Read one ${inSentence(one)}`,
      answer: details ? z.extend(answer, details.schema) : answer,
      handle: async (call) => {
        const own = scopeOf(call.session);
        const { json, row } = await mustRead(reads, own, idOf(call, definition));
        call.reply.type('application/json; charset=utf-8').header('etag', versionTag(row.version));
        const data = withRights(kit.policies, definition, call.session, json);
        if (!details) return `{"message":"OK","data":${data}}`;
        const more = await transact(kit.db, own, (db) => details.read(db, call.session, row));
        return { message: 'OK', data: { ...(JSON.parse(data) as object), ...more } };
      },
    });

  addRoute(app, {
    ...common,
    method: 'GET',
    path: `/${path}/{id}/usage`,
    summary: `How many live records refer to ${oneOf(one)}`,
    answer: z.array(referenceSchema),
    handle: async (call) => {
      const id = idOf(call, definition);
      const own = scopeOf(call.session);
      await mustRead(reads, own, id);
      const data = await transact(kit.db, own, (db) => referencesTo(db, kit.registry, definition, own, id));
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: `/${path}/{id}/history`,
    summary: `Who changed ${oneOf(one)}, newest first`,
    query: historyParameters,
    answer: z.array(historySchema),
    beside: { count: z.int() },
    handle: async (call) => {
      const id = idOf(call, definition);
      const page = readPage(call);
      // Who of the staff keeps everybody's records is no client's business.
      if (scope === 'global' && call.session.user.kind === 'client') throw refuse.forbidden();
      const own = scopeOf(call.session);
      const mayRestore = can(call.session.grants, path, 'delete');
      const seen = (await reads.one(own, id)) ?? (mayRestore ? await reads.one(own, id, undefined, true) : undefined);
      if (seen === undefined) throw refuse.notFound(`${one} not found`);
      const { rows, count } = await transact(kit.db, own, (db) => historyOf(db, own, path, id, page));
      return { message: 'OK', data: rows, count };
    },
  });
}

const historyLimits = { maxSkip: 9_999_999, maxTake: 100, take: 25 };
export const historyParameters = {
  ...pageParameters(historyLimits),
  action: { about: 'What was done', schema: { type: 'string', enum: historyActions } },
  source: { about: 'How it was done', schema: { type: 'string', enum: historySources } },
};
export function readPage({ query }: Call): RecordHistory {
  const read = queryReader(query);
  const chosen = { action: read.oneOf('action', historyActions), source: read.oneOf('source', historySources) };
  return { ...chosen, ...read.page(historyLimits) };
}

/** Lists of catalogues up to this many rows are answered from memory; longer ones come from the database every time. */
const mostInMemory = 20_000;

/** What a list answer depends on: who may see which rows, and every word of the question. */
const keyOf = ({ orgId, orgIds, client }: Scope, url: string) =>
  `${client ? 'client' : orgIds ? 'some' : 'staff'} ${orgId ?? orgIds?.join() ?? ''} ${url}`;

/** The answer from memory when it is there and its state is known without asking: the way most requests go. */
function readyList(kit: CatalogueKit, reads: CatalogueReads, request: FastifyRequest): ReadyAnswer | undefined {
  const { session } = request;
  if (!session) return undefined;
  const scope = scopeOf(session);
  const version = reads.version(scope);
  if (typeof version !== 'string') return undefined;
  const key = keyOf(scope, request.url);
  const reader = readerOf(kit, reads.definition, session);
  // Options of guarded catalogues lie without a reader.
  return kit.answers.get(key + reader, version) ?? (reader ? kit.answers.get(key, version) : undefined);
}

/** Rows say what the reader may do with them: a list is for those alone of whom they say the same. */
function readerOf(kit: CatalogueKit, definition: AnyCatalogue, session: Session): string {
  if (!definition.guarded) return '';
  const { user, rtoIds, grants } = session;
  const facts = kit.policies[definition.path]?.rightsBy?.(session) ?? `${user.id} ${user.roleLevel} ${rtoIds?.join()}`;
  return ` ${grants[definition.path]?.join()} ${facts}`;
}

async function answerList(kit: CatalogueKit, reads: CatalogueReads, call: Call): Promise<unknown> {
  const query = readListQuery(reads.definition, call.query, call.session);
  needTrash(call.session, reads.definition, query);
  const scope = scopeOf(call.session);
  const version = await reads.version(scope);
  const { definition } = reads;
  const reader = query.option ? '' : readerOf(kit, definition, call.session);
  const isOfOne = reader !== '' && !kit.policies[definition.path]?.rightsBy;
  const answer = await kit.answers.give(keyOf(scope, call.request.url) + reader, version, async () => {
    const shown = (json: string) => withRights(kit.policies, definition, call.session, json);
    const { text, count } = await (query.option
      ? optionList(reads, scope, query, version)
      : rowList(reads, scope, query, version, shown));
    // Deleted rows are for few: their answers never lie where the short cut looks.
    return { text, keep: !isOfOne && !query.trash && (query.option || count <= mostInMemory) };
  });
  return replyReady(call.request, call.reply, answer);
}

/** How many match, as JSON: see `more` in answers of lists. */
function countJson(query: ListQuery, found: number): string {
  const { count, more } = countShown(query, found);
  return `"count":${count}${more ? ',"more":true' : ''}`;
}

async function optionList(reads: CatalogueReads, scope: Scope, query: ListQuery, version: string) {
  const [rows, counted] = await Promise.all([
    reads.options(scope, query),
    query.whole ? undefined : reads.count(scope, query, version),
  ]);
  const count = counted ?? rows.length;
  refuseCut(reads.definition, query, count);
  return { text: `{"message":"OK","data":[${rows.join(',')}],${countJson(query, count)}}`, count };
}

async function rowList(
  reads: CatalogueReads,
  scope: Scope,
  query: ListQuery,
  version: string,
  shown: (json: string) => string,
) {
  // Many rows are not read only to be refused.
  if (query.whole) refuseCut(reads.definition, query, await reads.count(scope, query, version));
  const [page, count] = await Promise.all([reads.page(scope, query, version), reads.count(scope, query, version)]);
  const next = page.next === undefined ? '' : `,"next":"${page.next}"`;
  return {
    text: `{"message":"OK","data":[${page.rows.map(shown).join(',')}],${countJson(query, count)}${next}}`,
    count,
  };
}
