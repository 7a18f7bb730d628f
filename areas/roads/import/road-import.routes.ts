import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import { pageParameters } from '#kit/contract/page.ts';
import type { ProductParts } from '#kit/server/area.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { everything, type Queryable, transact } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { importSchema, faultSchema, oneImportSchema, originSchema } from './import-answers.ts';
import {
  dataSets,
  faultsOf,
  type ImportRow,
  listImports,
  lockImport,
  oneImport,
  originsOf,
  setState,
  waitsForLater,
} from './imports.store.ts';
import { jobName } from './reading.ts';

const limits = { maxSkip: 9_999, maxTake: 100, take: 25 };
const module = 'road-import';
export const importTag = 'Road imports';
const named = { one: 'Road import', fields: {}, unique: [], base: 'road_import' };
const common = { tag: importTag, scope: 'global' } as const;
const notFound = () => refuse.notFound('Import not found');

export const importId = ({ params }: Call): string => {
  const id = params['id']?.toLowerCase() ?? '';
  if (!isId(id)) throw notFound();
  return id;
};

/** The calls about imports that are there: lists, faults, and those of a road. */
export function addImportRoutes(app: FastifyInstance, { db: database, clock }: ProductParts): void {
  const read = <T>(work: (db: Queryable) => Promise<T>) => transact(database, everything, work);

  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/road-import',
    summary: 'Imports of roads, the latest first, and the names of data sets there are',
    access: { module, action: 'view' },
    query: pageParameters(limits),
    answer: z.array(importSchema),
    beside: { count: z.int(), dataSets: z.array(z.string()) },
    handle: async ({ query }) => {
      const { skip, take } = queryReader(query).page(limits);
      const [{ rows, count }, names] = await read(
        async (db) => [await listImports(db, clock.now(), skip, take), await dataSets(db)] as const,
      );
      return { message: 'OK', data: rows, count, dataSets: names };
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/road-import/{id}',
    summary: 'An import of roads: how far it is, what would become of the roads of its file, and its faults by kind',
    access: { module, action: 'view' },
    answer: oneImportSchema,
    handle: async (call) => {
      const data = await read((db) => oneImport(db, clock.now(), importId(call)));
      if (!data) throw notFound();
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/road-import/{id}/fault',
    summary: 'Faults of a file in their order; of each kind at least the first 2,000',
    access: { module, action: 'view' },
    query: {
      code: { about: 'Of this kind', schema: { type: 'string' } },
      ...pageParameters({ ...limits, maxSkip: 99_999 }),
    },
    answer: z.array(faultSchema),
    beside: { count: z.int() },
    handle: async (call) => {
      const reader = queryReader(call.query);
      const code = reader.text('code');
      const { skip, take } = reader.page({ ...limits, maxSkip: 99_999 });
      const id = importId(call);
      const { rows, count } = await read(async (db) => {
        if (!(await oneImport(db, clock.now(), id))) throw notFound();
        return faultsOf(db, id, { code, skip, take });
      });
      return { message: 'OK', data: rows, count };
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/road/{id}/import',
    summary: 'Imports that made, changed or deactivated a road, the latest first',
    access: { module: 'road', action: 'view' },
    answer: z.array(originSchema),
    handle: async (call) => ({ message: 'OK', data: await read((db) => originsOf(db, importId(call))) }),
  });
}

/** The calls that change what becomes of an import: start, cancel and undo. */
export function addImportActs(
  app: FastifyInstance,
  { clock, jobs, kit }: Pick<ProductParts, 'clock' | 'jobs' | 'kit'>,
): void {
  /** Changes the state of an import and leaves the rest to its job. */
  const act = (
    path: string,
    summary: string,
    body: z.ZodMiniType | undefined,
    change: (db: Queryable, row: ImportRow, call: Call) => Promise<string>,
  ) =>
    addRoute(app, {
      ...common,
      method: 'POST',
      path: `/road-import/{id}/${path}`,
      summary,
      access: { module, action: 'create' },
      ...(body ? { body } : {}),
      once: true,
      answer: oneImportSchema,
      handle: async (call) => {
        const id = importId(call);
        const input = { values: { id, path, ...(call.body as object | undefined) }, files: {} };
        const answer = await writeAnswer(kit, named, call, input, async (db) => {
          const row = await lockImport(db, id);
          if (!row) throw notFound();
          const message = await change(db, row, call);
          await jobs.add(db, { name: jobName, tenant: jobName, payload: { importId: id } });
          return { status: 200, message, data: JSON.stringify(await oneImport(db, clock.now(), id)) };
        });
        jobs.wake();
        return answer;
      },
    });

  act(
    'start',
    'Import a file that was checked',
    z.strictObject({ withoutFaulty: z._default(z.optional(z.boolean()), false) }),
    async (db, row, { body }) => {
      if (row.state !== 'CHECKED') throw refuse.conflict('Only a file that was checked can be imported');
      const now = await oneImport(db, clock.now(), row.id);
      if (now && now.errors > 0 && !(body as { withoutFaulty: boolean }).withoutFaulty)
        throw refuse.badInput({
          withoutFaulty: `${now.errors} features of the file cannot be imported. Confirm that the others are imported without them`,
        });
      await mustBeFree(db);
      await setState(db, row.id, 'IMPORTING', { started_at: clock.now().toISOString(), done: 0, next_no: 0 });
      return 'Import started.';
    },
  );
  act('cancel', 'Cancel an import; what it has written is taken back', undefined, async (db, row) => {
    if (row.state === 'IMPORTING') {
      await setState(db, row.id, 'UNDOING', { is_stopped: true, total: row.done, done: 0 });
      return 'Import cancelled. Its roads are taken back.';
    }
    if (!['UPLOADING', 'READING', 'CHECKED'].includes(row.state))
      throw refuse.conflict('This import has ended already');
    await setState(db, row.id, 'CANCELLED', { finished_at: clock.now().toISOString(), worker: null });
    return 'Import cancelled.';
  });
  act('undo', 'Take a whole import back; roads that were edited since are left', undefined, async (db, row) => {
    // A later file of the same data set counts on what this one brought.
    if (await waitsForLater(db, clock.now(), row.id))
      throw refuse.conflict('A later import of this data set has been taken in. Undo that one first');
    const one = await oneImport(db, clock.now(), row.id);
    if (!one?.canUndo) throw refuse.conflict('This import cannot be undone');
    await mustBeFree(db);
    await setState(db, row.id, 'UNDOING', { total: row.done, done: 0, undo_left: 0, message: null });
    return 'Undo started.';
  });
}

async function mustBeFree(db: Queryable): Promise<void> {
  const [other] = await db.query(`select 1 from road_import where state in ('IMPORTING', 'UNDOING') limit 1`);
  if (other) throw refuse.conflict('Another import is being written. Wait until it has ended', undefined, 30);
}
