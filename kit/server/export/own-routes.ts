import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { type ExportFile, isUnfinished } from '#kit/contract/export.ts';
import { idSchema } from '#kit/server/catalogue/answer-schemas.ts';
import { transact } from '#kit/server/db/database.ts';
import { type Call, need, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { exportSchema } from './answer-schema.ts';
import { mediaTypes, rawTypes } from './order.ts';
import { partPieces } from './parts.ts';
import { type ExportKit, ownExport, ownExports } from './store.ts';
import { begun } from '#kit/server/http/clients/pieces.ts';

const common = { tag: 'Exports', access: 'session', scope: 'organisation' } as const;

/** What people do with the exports they started: see how far they are, fetch them, remove them. Others' are not there. */
export function addOwnExportRoutes(app: FastifyInstance, kit: ExportKit): void {
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/export',
    summary: 'The caller’s exports, latest first, at most a hundred',
    answer: z.array(exportSchema),
    beside: { count: z.int() },
    handle: async ({ session }) => {
      const { rows, count } = await transact(kit.db, scopeOf(session), (db) =>
        ownExports(db, session.user.id, kit.clock.now()),
      );
      return { message: 'OK', data: rows, count };
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/export/{id}',
    summary: 'How far an export is',
    answer: exportSchema,
    handle: async (call) => ({ message: 'OK', data: await ownOf(kit, call) }),
  });
  addRoute(app, {
    ...common,
    method: 'DELETE',
    path: '/export/{id}',
    summary: 'Cancel an export that is being made, or remove one with its file',
    answer: idSchema,
    handle: async (call) => {
      const { session } = call;
      const file = await transact(kit.db, scopeOf(session), async (db) => {
        const found = await ownExport(db, session.user.id, call.params['id'], kit.clock.now());
        await db.query('delete from export_file where id = $1', [found.id]);
        return found;
      });
      return { message: isUnfinished(file) ? 'Export cancelled.' : 'Export removed.', data: { id: file.id } };
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/export/{id}/file',
    summary: 'Fetch the file of an export; needs the permission to export its records. 404 once it has expired',
    whileImpersonating: 'refused',
    raw: rawTypes,
    long: true,
    handle: async (call) => {
      const file = await ownOf(kit, call);
      // Rights may have been taken away since it was started.
      need(call.session, file.module, 'export');
      if (file.trash) need(call.session, file.module, 'delete');
      if (isUnfinished(file)) throw refuse.conflict('This export is still in progress');
      if (file.state === 'failed') throw refuse.conflict('This export failed and has no file');
      if (file.state === 'expired') throw refuse.notFound('This export has expired. Start it again');
      const body = await begun(piecesOf(kit, call, file), 1);
      if (!body) throw refuse.notFound('Export not found');
      call.reply
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .header('content-length', file.bytes)
        .type(mediaTypes[file.format]);
      return body;
    },
  });
}

const ownOf = (kit: ExportKit, { session, params }: Call) =>
  transact(kit.db, scopeOf(session), (db) => ownExport(db, session.user.id, params['id'], kit.clock.now()));

/** A file part by part, as whoever fetches it takes them. */
async function* piecesOf(kit: ExportKit, { session }: Call, file: ExportFile): AsyncGenerator<Buffer> {
  let sent = 0;
  for (let part = 0; sent < file.bytes; part += 1) {
    const pieces = await partPieces(kit.db, scopeOf(session), kit.masterKey, file.id, part);
    if (!pieces && part > 0) throw new Error('An export was removed while it was fetched');
    if (!pieces) return;
    for await (const piece of pieces) {
      sent += piece.length;
      yield piece;
    }
  }
}
