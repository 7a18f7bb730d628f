import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { maskAadhaar } from '#kit/contract/formats/find-aadhaar.ts';
import { oneLine, printable } from '#kit/contract/input.ts';
import type { ProductParts } from '#kit/server/area.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { readUpload } from '#kit/server/import/upload.ts';
import { refuse } from '#kit/server/refusals.ts';
import { states } from '#areas/offices/states.contract.ts';
import { oneImportSchema } from './import-answers.ts';
import { oneImport, setState } from './imports.store.ts';
import { jobName } from './reading.ts';
import { roadFileLimits } from './road-import.contract.ts';
import { importId, importTag } from './road-import.routes.ts';
import type { UploadFiles } from './upload-files.ts';

const access = { module: 'road-import', action: 'create' } as const;
const common = { tag: importTag, scope: 'global', access } as const;
const named = { one: 'Road import', fields: {}, unique: [], base: 'road_import' };
/** Files that one person has under way: each may be half a gigabyte. */
const mostOpen = 3;

const text = (label: string, max: number) =>
  z
    .string({ error: `${label} is required` })
    .check(
      z.trim(),
      z.minLength(1, `${label} is required`),
      z.maxLength(max, `At most ${max} characters`),
      printable,
      oneLine,
    );
const body = z.strictObject({
  fileName: text('File name', 200),
  bytes: z
    .int({ error: 'Must be the size of the file in bytes' })
    .check(z.minimum(1, 'The file is empty'), z.maximum(roadFileLimits.bytes, 'A file can have at most 512 MB')),
  dataSet: text('Data set', 80),
  elsewhere: z._default(
    z.nullable(
      z.enum(states.map(({ value }) => value) as [string, ...string[]], { error: 'Must be one of the offered values' }),
    ),
    null,
  ),
});

/** The calls that bring a file: what it is, then its bytes in pieces. The last piece begins the check. */
export function addUploadRoutes(
  app: FastifyInstance,
  { db: database, clock, jobs, kit }: ProductParts,
  files: UploadFiles,
): void {
  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/road-import',
    summary: 'Begin an import of roads: GeoJSON, Overpass JSON or .osm.pbf up to 512 MB, whose bytes follow in pieces',
    body,
    once: true,
    status: 201,
    answer: oneImportSchema,
    handle: async (call) => {
      const { fileName, bytes, dataSet, elsewhere } = call.body as z.infer<typeof body>;
      const input = { values: { fileName, bytes, dataSet, elsewhere }, files: {} };
      return writeAnswer(kit, named, call, input, async (db, writer) => {
        const [open] = await db.query<{ count: number }>(
          `select count(*) from road_import where actor_id = $1 and state in ('UPLOADING', 'READING', 'CHECKED')`,
          [writer.actorId],
        );
        if ((open?.count ?? 0) >= mostOpen)
          throw refuse.conflict(`You have ${mostOpen} files under way. Import or cancel one of them first`);
        const id = uuidv7();
        await db.query(
          `insert into road_import (id, file_name, data_set, elsewhere, bytes, state, actor_id, actor_name, ip, request_id, at)
           values ($1, $2, $3, $4, $5, 'UPLOADING', $6, $7, $8, $9, $10)`,
          [
            id,
            maskAadhaar(fileName),
            dataSet,
            elsewhere,
            bytes,
            writer.actorId,
            writer.actorName,
            writer.ip,
            writer.requestId,
            writer.now.toISOString(),
          ],
        );
        return { status: 201, message: 'Send the file.', data: JSON.stringify(await oneImport(db, writer.now, id)) };
      });
    },
  });
  addRoute(app, {
    ...common,
    method: 'PUT',
    path: '/road-import/{id}/piece',
    summary: 'The next piece of a file, at most 8 MB, from this byte on; after the last one the file is checked',
    query: { from: { about: 'The number of bytes before it', schema: { type: 'integer', minimum: 0 } } },
    bodyLimit: roadFileLimits.pieceBytes + 100_000,
    multipart: true,
    answer: oneImportSchema,
    handle: async (call) => {
      const id = importId(call);
      const reader = queryReader(call.query);
      const from = reader.whole('from', 0, roadFileLimits.bytes) ?? 0;
      reader.done();
      const find = () =>
        transact(database, everything, (db) =>
          db.query<{ received: number; bytes: number }>(
            `select received, bytes from road_import where id = $1 and actor_id = $2 and state = 'UPLOADING'`,
            [id, call.session.actor?.id ?? call.session.user.id],
          ),
        );
      const [row] = await find();
      if (!row) throw refuse.notFound('No file is awaited under this number');
      if (from !== row.received)
        throw refuse.conflict(`The next piece begins at byte ${row.received}`, { from: String(row.received) });
      const { content } = await readUpload(call.request);
      const end = from + content.length;
      if (content.length === 0 || content.length > roadFileLimits.pieceBytes || end > row.bytes)
        throw refuse.badInput({ file: 'A piece has at most 8 MB, and all of them as many bytes as the file' });
      await files.put(id, from, content);
      const data = await transact(database, everything, async (db) => {
        const [next] = await db.query(
          `update road_import set received = $2 where id = $1 and received = $3 and state = 'UPLOADING' returning id`,
          [id, end, from],
        );
        if (!next) throw refuse.conflict('This piece arrived twice');
        if (end === row.bytes) {
          await setState(db, id, 'READING');
          await jobs.add(db, { name: jobName, tenant: jobName, payload: { importId: id } });
        }
        return oneImport(db, clock.now(), id);
      });
      if (end === row.bytes) jobs.wake();
      return { message: 'OK', data };
    },
  });
}
