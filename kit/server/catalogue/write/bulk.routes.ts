import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { BulkReport } from '#kit/contract/answers.ts';
import { type AnyCatalogue, inSentence } from '#kit/contract/catalogue.ts';
import { fieldSchema } from '#kit/contract/input.ts';
import { bulkLimit, type ListQuery, canSetMany } from '#kit/contract/list-query.ts';
import { type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { type Writer, writerOf } from '#kit/server/history.ts';
import { need, scopeOf } from '#kit/server/http/call.ts';
import { recordId } from '#kit/server/http/body-fields.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { Refusal, refuse } from '#kit/server/refusals.ts';
import { type Progress, runResumable, TakenOver } from '#kit/server/resumable.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { bulkReportSchema } from '../answer-schemas.ts';
import { inputCheck } from './check-input.ts';
import { type CatalogueParts, needTrash, onBehalfIn, readListQuery } from '../parts.ts';
import { bumpAll, markAll } from '#kit/server/versions.ts';
import type { CatalogueKit, CatalogueReads } from '../store.ts';
import { translateWriteError } from './write-checks.ts';
import type { CatalogueWrites } from './writes.ts';
import { writableOf } from './write-values.ts';

/** Which rows a bulk call or an export means: named ones, or all that a list filter matches. */
export const selectionShape = {
  ids: z.optional(
    z
      .array(recordId, { error: 'Choose records: a list of their ids' })
      .check(z.maxLength(bulkLimit, { error: `At most ${bulkLimit} records` })),
  ),
  filter: z.optional(
    z.record(z.string(), z.string({ error: 'Filter values are written as in a list’s address' }), {
      error: 'Must be values by filter',
    }),
  ),
};

/** Says that a filter which narrows nothing is meant: every record. */
export const everyRecord = z.optional(z.boolean({ error: 'Must be true or false' }));

/** Parameters that narrow nothing. */
const narrowsNothing = new Set(['sort', 'trash']);

const bulkBody = z.strictObject({
  action: z.enum(['activate', 'deactivate', 'delete', 'restore', 'edit'], {
    error: 'Must be activate, deactivate, delete, restore or edit',
  }),
  ...selectionShape,
  /** What `edit` gives every record: values by field. */
  set: z.optional(z.record(z.string(), z.unknown(), { error: 'Must be values by field' })),
  all: everyRecord,
});
type Action = z.infer<typeof bulkBody>['action'];
const rightFor = {
  activate: 'status',
  deactivate: 'status',
  delete: 'delete',
  restore: 'delete',
  edit: 'edit',
} as const;

/**
 * Reads a selection's filter as the list would, without its page.
 * @throws 403 where it asks for deleted rows without the right to bring them back.
 */
export function filterOf(
  session: Session,
  definition: AnyCatalogue,
  filter: Record<string, string> | undefined,
): ListQuery {
  const given = filter ?? {};
  const paging = ['skip', 'take', 'after', 'option'].filter((name) => Object.hasOwn(given, name));
  if (paging.length > 0)
    throw refuse.badInput({ filter: `A selection has no ${paging.join(', ')}: it is all that the filter matches` });
  const query = readListQuery(definition, given, session);
  needTrash(session, definition, query);
  return query;
}

interface Selected {
  ids?: readonly string[] | undefined;
  filter?: Readonly<Record<string, string>> | undefined;
  all?: boolean | undefined;
}
/** @throws 400 where a selection is none, both ways at once, or every record without saying so */
export function checkSelection({ ids, filter, all }: Selected): void {
  if ((ids === undefined) === (filter === undefined)) throw refuse.badInput({ ids: 'Give either ids or a filter' });
  if (filter && !all && Object.keys(filter).every((name) => narrowsNothing.has(name)))
    throw refuse.badInput({ filter: 'This is every record. Say so with "all": true' });
}

/** Ids that a selection names, or that its filter matches, each once. @throws 400 where too many match */
export async function chosenIds(
  reads: Pick<CatalogueReads, 'ids'>,
  scope: Scope,
  ids: readonly string[] | undefined,
  query: ListQuery,
): Promise<string[]> {
  const chosen = ids ?? (await reads.ids(scope, query, bulkLimit + 1));
  if (chosen.length > bulkLimit)
    throw refuse.badInput({ filter: `More than ${bulkLimit} records match. Narrow the filter` });
  return [...new Set(chosen)];
}

/** Status, trash or fields of many rows: each row is a write of its own, and the report says what became of each that failed. */
export function addBulkRoute(
  app: FastifyInstance,
  kit: CatalogueKit,
  { definition, reads, writes }: CatalogueParts,
): void {
  addRoute(app, {
    method: 'POST',
    path: `/${definition.path}/bulk`,
    summary: `Activate, deactivate, delete, restore or edit many ${inSentence(definition.many)}, by ids or by filter`,
    tag: definition.many,
    access: { module: definition.path, action: 'view' },
    scope: definition.scope,
    whileImpersonating: onBehalfIn(definition),
    body: bulkBody,
    // Ten thousand ids fill about 400 KB.
    bodyLimit: 512 * 1024,
    once: true,
    answer: bulkReportSchema,
    long: true,
    handle: async (call) => {
      const { action, ids, filter, all, set } = call.body as z.infer<typeof bulkBody>;
      need(call.session, definition.path, rightFor[action]);
      checkSelection({ ids, filter, all });
      if (action === 'edit' && definition.ownWrites)
        throw refuse.badInput({ action: `${definition.many} are changed one at a time` });
      if ((action === 'edit') !== (set !== undefined))
        throw refuse.badInput({ set: 'Goes with the action edit, and with no other' });
      if (set && definition.ownWrites)
        throw refuse.badInput({ action: 'Fields of these records are not set in many at once' });
      const values = set && settable(definition, set);
      const scope = scopeOf(call.session);
      const query = filterOf(call.session, definition, filter);
      if (action === 'restore') query.trash = true;
      const choose = () => chosenIds(reads, scope, ids, query);
      return runResumable(kit, call, choose, async (progress) => {
        const writer = writerOf(call.session, call.request, kit.clock.now(), 'bulk');
        const step = stepOf(kit, reads, writes, scope, writer, action, values);
        const { report, complete } = await runBulk(kit, reads, scope, writer, step, action === 'restore', progress);
        return {
          answer: { message: `${report.done} done, ${report.failed.length} failed`, data: report },
          complete,
        };
      });
    },
  });
}

/**
 * Values that may be given to many records at once.
 * @throws 400 where a field is not there, holds a file or tells one record from another, or a value is wrong by itself.
 */
function settable(definition: AnyCatalogue, set: Record<string, unknown>): Record<string, unknown> {
  const messages: Record<string, string> = {};
  const entries = Object.entries(set);
  if (entries.length === 0) messages['set'] = 'Name a field to set';
  for (const [name, value] of entries) {
    if (!canSetMany(definition, name)) messages[name] = 'Not a field that many records can be given at once';
    else {
      const checked = fieldSchema(definition.fields[name]).safeParse(value);
      if (!checked.success) messages[name] = checked.error.issues[0]?.message ?? 'Not right';
    }
  }
  if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
  return Object.fromEntries(entries);
}

type Step = (db: Queryable, id: string) => Promise<unknown>;

function stepOf(
  kit: CatalogueKit,
  { definition }: CatalogueReads,
  writes: CatalogueWrites,
  scope: Scope,
  writer: Writer,
  action: Action,
  set: Record<string, unknown> | undefined,
): Step {
  if (action === 'delete') return (db, id) => writes.remove(db, scope, writer, id);
  if (action === 'restore') return (db, id) => writes.restore(db, scope, writer, id);
  if (action !== 'edit') return (db, id) => writes.setStatus(db, scope, writer, id, action === 'activate' ? 1 : 0);
  const check = inputCheck(kit, definition);
  return (db, id) =>
    writes.update(db, scope, writer, id, (before) => {
      const { values, messages } = check({ ...writableOf(definition, before), ...set }, scope);
      const first = Object.values(messages)[0];
      if (first !== undefined) throw refuse.badInput(messages, first);
      return { values, files: {} };
    });
}

async function runBulk(
  kit: CatalogueKit,
  reads: CatalogueReads,
  scope: Scope,
  writer: Writer,
  step: Step,
  deleted: boolean,
  { ids, isDone, markDone }: Progress,
): Promise<{ report: BulkReport; complete: boolean }> {
  const report: BulkReport = { done: 0, failed: [] };
  const { definition } = reads;
  for (const [index, id] of ids.entries()) {
    if (isDone(index)) {
      report.done += 1;
      continue;
    }
    try {
      await transact(kit.db, scope, async (db) => {
        await step(db, id);
        await markAll(kit.versions, db, writer.touched);
        await markDone(db, index);
      })
        // After a failure too: a commit whose answer was lost may have been done all the same.
        .finally(() => bumpAll(kit.versions, writer.touched.splice(0)));
      report.done += 1;
    } catch (thrown) {
      const error = translateWriteError(thrown, definition);
      if (!(error instanceof Refusal) || error instanceof TakenOver) throw error;
      // Nothing done yet and no database: the caller may simply try again. Later, the report must tell what was done.
      if (error.code === 'unavailable') {
        if (report.done === 0) throw error;
        for (let rest = index; rest < ids.length; rest += 1) {
          const left = ids[rest] as string;
          if (isDone(rest)) report.done += 1;
          else report.failed.push({ id: left, label: left, message: error.message });
        }
        return { report, complete: false };
      }
      const json = await reads.one(scope, id, undefined, deleted);
      report.failed.push({
        id,
        label: json ? (JSON.parse(json) as { title: string }).title : id,
        message: error.message,
      });
    }
  }
  return { report, complete: true };
}
