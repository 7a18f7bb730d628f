import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { inSentence } from '#kit/contract/catalogue.ts';
import { fieldMessages, inputSchema, orderMessages } from '#kit/contract/input.ts';
import { can } from '#kit/contract/rights.ts';
import { listLimits, listParameters } from '#kit/contract/list-query.ts';
import { transact } from '#kit/server/db/database.ts';
import { readMultipart } from '#kit/server/files/multipart.ts';
import { historyOf } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { addBulkRoute } from './bulk.ts';
import { addExportRoute } from './export.ts';
import { type CatalogueParts, idOf, ifMatchOf, needTrash, readListQuery } from './parts.ts';
import { rowSchema } from './row-schema.ts';
import { type CatalogueKit, type CatalogueReads, mustRead } from './store.ts';
import { writeAnswer } from './write-answer.ts';
import { referencesTo, versionTag } from './write-checks.ts';
import type { Input } from './writes.ts';

/** Adds the calls of one catalogue: list, one, create, update, delete, status, restore, history, usage, bulk and export. */
export function addCatalogueRoutes(app: FastifyInstance, kit: CatalogueKit, parts: CatalogueParts): void {
  const { definition, reads, writes } = parts;
  const { path, one, many } = definition;
  const scope = definition.scope;
  const tag = many;
  const right = (action: 'view' | 'create' | 'edit' | 'delete' | 'status') => ({ module: path, action });
  const body = inputSchema(definition);
  const answer = rowSchema(kit.registry, definition);
  const parameters = listParameters(definition);

  addRoute(app, {
    method: 'GET',
    path: `/${path}`,
    summary: `List ${inSentence(many)}`,
    tag,
    access: right('view'),
    scope,
    query: parameters,
    answer: z.array(answer),
    handle: (call) => answerList(kit, reads, call),
  });

  const readOne = (url: string) =>
    addRoute(app, {
      method: 'GET',
      path: url,
      summary: `Read one ${inSentence(one)}`,
      tag,
      access: right('view'),
      scope,
      answer,
      handle: async (call) => {
        const { json, row } = await mustRead(reads, scopeOf(call.session), idOf(call, definition));
        call.reply.type('application/json; charset=utf-8').header('etag', versionTag(row.version));
        return `{"message":"OK","data":${json}}`;
      },
    });
  readOne(`/${path}/{id}`);
  if (definition.clientTwin) readOne(`/client/${path}/{id}`);

  const readInput = async (call: Call): Promise<Input> => {
    let sent: Input = { values: {}, files: {} };
    if (call.request.isMultipart()) {
      if (!definition.multipart) throw refuse.wrongType('This call takes application/json');
      sent = await readMultipart(call.request, definition, kit.files, {
        orgId: scope === 'organisation' ? call.session.orgId : null,
        actorId: call.session.user.id,
      });
    } else {
      if (call.body !== undefined && (typeof call.body !== 'object' || call.body === null || Array.isArray(call.body)))
        throw refuse.badInput({ '': 'The body must be an object' });
      sent.values = (call.body ?? {}) as Record<string, unknown>;
      for (const [name, value] of Object.entries(sent.values))
        if (definition.fields[name]?.kind === 'file' && value === null) sent.files[name] = null;
    }
    const parsed = body.safeParse(sent.values);
    const messages = parsed.success ? orderMessages(definition, parsed.data) : fieldMessages(parsed.error);
    for (const [name, file] of Object.entries(sent.files))
      if (file === null && !definition.fields[name].optional)
        messages[name] ??= `${definition.fields[name].label} is required`;
    if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
    return { values: parsed.data as Record<string, unknown>, files: sent.files };
  };

  addRoute(app, {
    method: 'POST',
    path: `/${path}`,
    summary: `Create a ${inSentence(one)}`,
    tag,
    access: right('create'),
    scope,
    multipart: definition.multipart,
    answer,
    status: 201,
    handle: async (call) => {
      const input = await readInput(call);
      return writeAnswer(kit, definition, call, input, async (db, writer) => {
        const { json, row } = await writes.create(db, scopeOf(call.session), writer, input);
        return { status: 201, message: `${one} created successfully.`, data: json, version: row.version };
      });
    },
  });
  addRoute(app, {
    method: 'PUT',
    path: `/${path}/{id}`,
    summary: `Replace all writable fields of a ${inSentence(one)}`,
    tag,
    access: right('edit'),
    scope,
    multipart: definition.multipart,
    answer,
    handle: async (call) => {
      const id = idOf(call, definition);
      const input = await readInput(call);
      return writeAnswer(kit, definition, call, input, async (db, writer) => {
        const { json, row } = await writes.update(db, scopeOf(call.session), writer, id, input, ifMatchOf(call));
        return { status: 200, message: `${one} updated successfully.`, data: json, version: row.version };
      });
    },
  });
  addRoute(app, {
    method: 'PUT',
    path: `/${path}/status/{id}`,
    summary: `Turn a ${inSentence(one)} from active to inactive or back; takes no body`,
    tag,
    access: right('status'),
    scope,
    handle: async (call) => {
      const id = idOf(call, definition);
      if (call.body !== undefined) throw refuse.badInput({ '': 'This call takes no body' });
      return writeAnswer(kit, definition, call, null, async (db, writer) => {
        const row = await writes.setStatus(db, scopeOf(call.session), writer, id, undefined, ifMatchOf(call));
        const data = JSON.stringify({ id: row.id, status: row.status, version: row.version });
        return { status: 200, message: 'Status updated successfully.', data, version: row.version };
      });
    },
  });
  addRoute(app, {
    method: 'DELETE',
    path: `/${path}/{id}`,
    summary: `Move a ${inSentence(one)} to the trash; refused while something refers to it`,
    tag,
    access: right('delete'),
    scope,
    handle: async (call) => {
      const id = idOf(call, definition);
      return writeAnswer(kit, definition, call, null, async (db, writer) => {
        const row = await writes.remove(db, scopeOf(call.session), writer, id, ifMatchOf(call));
        return { status: 200, message: `${one} deleted successfully.`, data: JSON.stringify({ id: row.id }) };
      });
    },
  });
  addRoute(app, {
    method: 'POST',
    path: `/${path}/restore/{id}`,
    summary: `Bring a ${inSentence(one)} back from the trash`,
    tag,
    access: right('delete'),
    scope,
    answer,
    handle: async (call) => {
      const id = idOf(call, definition);
      return writeAnswer(kit, definition, call, null, async (db, writer) => {
        const { json, row } = await writes.restore(db, scopeOf(call.session), writer, id, ifMatchOf(call));
        return { status: 200, message: `${one} restored.`, data: json, version: row.version };
      });
    },
  });
  addRoute(app, {
    method: 'GET',
    path: `/${path}/{id}/usage`,
    summary: `How many live records refer to a ${inSentence(one)}`,
    tag,
    access: right('view'),
    scope,
    handle: async (call) => {
      const id = idOf(call, definition);
      const own = scopeOf(call.session);
      await mustRead(reads, own, id);
      const data = await transact(kit.db, own, (db) => referencesTo(db, kit.registry, definition, id));
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    method: 'GET',
    path: `/${path}/{id}/history`,
    summary: `Who changed a ${inSentence(one)}, newest first`,
    tag,
    access: right('view'),
    scope,
    query: { skip: 'Rows to leave out', take: 'Rows to answer, 1 to 100' },
    handle: async (call) => {
      const id = idOf(call, definition);
      const page = readPage(call);
      const own = scopeOf(call.session);
      const mayRestore = can(call.session.grants, path, 'delete');
      const seen = (await reads.one(own, id)) ?? (mayRestore ? await reads.one(own, id, undefined, true) : undefined);
      if (seen === undefined) throw refuse.notFound(`${one} not found`);
      const { rows, count } = await transact(kit.db, { orgId: null }, (db) => historyOf(db, path, id, page));
      return { message: 'OK', data: rows, count };
    },
  });
  addBulkRoute(app, kit, parts);
  addExportRoute(app, kit, parts);
}

const pageSchema = z.object({
  skip: z.optional(z.string().check(z.regex(/^\d{1,7}$/))),
  take: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/))),
});
function readPage(call: Call): { skip: number; take: number } {
  const parsed = pageSchema.safeParse(call.query);
  if (!parsed.success)
    throw refuse.badInput(
      Object.fromEntries(Object.keys(fieldMessages(parsed.error)).map((key) => [key, 'Out of range'])),
    );
  return { skip: Number(parsed.data.skip ?? 0), take: Number(parsed.data.take ?? 25) };
}

async function answerList(kit: CatalogueKit, reads: CatalogueReads, call: Call): Promise<unknown> {
  const { definition } = reads;
  const query = readListQuery(definition, call.query);
  needTrash(call.session, definition, query);
  const scope = scopeOf(call.session);
  const version = kit.versions.trusted ? reads.version(scope) : undefined;
  const { reply, request } = call;
  reply.type('application/json; charset=utf-8');
  if (version !== undefined) {
    const tag = `W/"${createHash('sha1')
      .update(`${version}\n${request.url}\n${scope.orgId ?? ''}`)
      .digest('base64url')}"`;
    reply.header('etag', tag).header('cache-control', 'private, no-cache');
    if (request.headers['if-none-match'] === tag) {
      reply.code(304);
      return '';
    }
  }
  if (query.option) {
    const [rows, count] = await Promise.all([
      reads.options(scope, query),
      query.takeGiven || query.skip > 0 ? reads.count(scope, query) : undefined,
    ]).then(
      async ([rows, count]) =>
        [
          rows,
          // Rows that do not fill the answer are all there are.
          count ?? (rows.length < listLimits.maxOptions ? rows.length : await reads.count(scope, query)),
        ] as const,
    );
    return `{"message":"OK","data":[${rows.join(',')}],"count":${count}}`;
  }
  const [page, count] = await Promise.all([reads.page(scope, query), reads.count(scope, query)]);
  const next = page.next === undefined ? '' : `,"next":"${page.next}"`;
  return `{"message":"OK","data":[${page.rows.join(',')}],"count":${count}${next}}`;
}
