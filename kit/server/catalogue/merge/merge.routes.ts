import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { inSentence, oneOf } from '#kit/contract/catalogue.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { transact } from '#kit/server/db/database.ts';
import { need, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { merge, type MergeRow, mergesInto, undoMerge } from './merge.ts';
import { type CatalogueParts, idOf, onBehalfIn } from '../parts.ts';
import { type CatalogueKit, mustRead } from '../store.ts';
import { writeAnswer } from '../write/write-answer.ts';

const id = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .check(z.toLowerCase(), z.refine(isId, { error: `${label} must be the id of a record` }));
const mergeBody = z.strictObject({ fromId: id('The record to merge'), intoId: id('The record to keep') });

const movedSchema = z.strictObject({ path: z.string(), label: z.string(), count: z.int() });
const mergeSchema = z.strictObject({
  id: z.string(),
  fromId: z.string(),
  fromTitle: z.string(),
  intoId: z.string(),
  at: z.string(),
  actorName: z.string(),
  moved: z.array(movedSchema),
});

/** What a merge did, in numbers. */
const summary = (kit: CatalogueKit, row: MergeRow) => ({
  id: row.id,
  fromId: row.fromId,
  fromTitle: row.fromTitle,
  intoId: row.intoId,
  at: row.at,
  actorName: row.actorName,
  moved: row.moved.map(({ path, ids }) => {
    const target = kit.registry.get(path);
    return { path, label: ids.length === 1 ? target.one : target.many, count: ids.length };
  }),
});

/** Merging duplicates of a catalogue, taking a merge back, and what was merged into a record. */
export function addMergeRoutes(app: FastifyInstance, kit: CatalogueKit, parts: CatalogueParts): void {
  const { definition, reads } = parts;
  const { path, one, many, scope } = definition;
  const common = { tag: many, scope } as const;
  const whileImpersonating = onBehalfIn(definition);
  const referring = kit.registry.referrers(path).map((referrer) => referrer.definition);
  const touched = referring.map((one) => one.table);
  const needAll = (session: Parameters<typeof need>[0]) => {
    need(session, path, 'delete');
    for (const one of referring) need(session, one.path, 'edit');
  };

  addRoute(app, {
    ...common,
    method: 'POST',
    path: `/${path}/merge`,
    summary: `Merge two ${inSentence(many)} that are one: references move, and the first goes to the trash`,
    access: { module: path, action: 'edit' },
    body: mergeBody,
    once: true,
    whileImpersonating,
    answer: mergeSchema,
    handle: async (call) => {
      needAll(call.session);
      const { fromId, intoId } = call.body as z.infer<typeof mergeBody>;
      const content = { values: { fromId, intoId }, files: {} };
      return writeAnswer(
        kit,
        definition,
        call,
        content,
        async (db, writer) => {
          const { merged, into } = await merge(db, kit, parts, scopeOf(call.session), writer, fromId, intoId);
          const message = `${merged.fromTitle} merged into ${into.title}.`;
          return { status: 200, message, data: JSON.stringify(summary(kit, merged)) };
        },
        touched,
      );
    },
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    path: `/${path}/unmerge/{id}`,
    summary: `Undo a merge of ${inSentence(many)}`,
    access: { module: path, action: 'edit' },
    once: true,
    whileImpersonating,
    answer: z.strictObject({ id: z.string(), back: z.int(), left: z.int() }),
    handle: async (call) => {
      needAll(call.session);
      const mergeId = call.params['id']?.toLowerCase();
      if (!isId(mergeId)) throw refuse.notFound('This merge does not exist, or it was already undone');
      return writeAnswer(
        kit,
        definition,
        call,
        null,
        async (db, writer) => {
          const { back, left, from } = await undoMerge(db, kit, parts, scopeOf(call.session), writer, mergeId);
          const message =
            left === 0
              ? `${from.title} restored.`
              : `${from.title} restored; ${left} records were changed since and are kept.`;
          return { status: 200, message, data: JSON.stringify({ id: from.id, back, left }) };
        },
        touched,
      );
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: `/${path}/{id}/merges`,
    summary: `Records merged into ${oneOf(one)} whose merge can be undone`,
    access: { module: path, action: 'view' },
    answer: z.array(mergeSchema),
    handle: async (call) => {
      const intoId = idOf(call, definition);
      // Who of the staff keeps everybody's records is no client's business.
      if (scope === 'global' && call.session.user.kind === 'client') throw refuse.forbidden();
      const own = scopeOf(call.session);
      await mustRead(reads, own, intoId);
      const rows = await transact(kit.db, own, (db) => mergesInto(db, definition, intoId));
      return { message: 'OK', data: rows.map((row) => summary(kit, row)) };
    },
  });
}
