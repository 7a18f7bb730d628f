import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { runWrite } from '#kit/server/catalogue/write/run-write.ts';
import { transact } from '#kit/server/db/database.ts';
import { recordChange, writerOf } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { listPage, queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { idIn, module, tag } from '../money/calls.ts';
import { settlement, settlementOne } from '../wallet-answers.contract.ts';
import { readSettlementBody } from './read-settlement.ts';
import { mostLines, settlementBody, type SettlementFile } from './settlement-file.ts';
import { addSettlement, readSettlement, readSettlements } from './settlement.store.ts';

const named = { one: 'Settlement file', fields: {}, unique: [], base: 'wallet_settlement' };

/** What is settled is everybody's money in one file. */
function wholeScope({ session }: Call) {
  const scope = scopeOf(session);
  if (scope.orgId !== null || scope.orgIds)
    throw refuse.forbidden('Only users who see all organisations reconcile settlements');
  return scope;
}

/** Reconciliation: settlement files of the payment gateway beside what the wallets were credited. */
export function addSettlementRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  const common = { tag, scope: 'global', access: { module, action: 'approve' } } as const;
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/wallet/settlement',
    summary: 'Settlement files that were imported, the latest first',
    query: listPage,
    answer: z.array(settlement),
    beside: { count: z.int() },
    handle: async (call) => {
      const read = queryReader(call.query);
      const terms = ['true', ...read.words('s.file_name')];
      const page = read.page();
      return transact(kit.db, wholeScope(call), async (db) => ({
        message: 'OK',
        ...(await readSettlements(db, terms.join(' and '), read.params, page)),
      }));
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/wallet/settlement/{id}',
    summary: 'A settlement file, line by line, those that do not agree first',
    answer: settlementOne,
    handle: async (call) => {
      const id = idIn(call, 'Settlement file');
      const data = await transact(kit.db, wholeScope(call), (db) => readSettlement(db, id));
      if (!data) throw refuse.notFound('Settlement file not found');
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/wallet/settlement',
    summary: `Import a settlement file (CSV, up to ${mostLines} lines) and compare it with the wallets; no money moves`,
    status: 201,
    body: settlementBody,
    // A file is longer than any text of other calls.
    readBody: readSettlementBody,
    bodyLimit: 2 * 1024 * 1024,
    deadlineMs: 10_000,
    answer: settlementOne,
    handle: async (call) => {
      const { fileName, digest, lines } = call.body as SettlementFile;
      const scope = wholeScope(call);
      const { session, request } = call;
      const writer = writerOf(session, request, kit.clock.now());
      const id = uuidv7();
      const data = await runWrite(kit, call, { scope, writer, definition: named, input: null }, async (db) => {
        const isNew = await addSettlement(db, { id, fileName, digest, lines }, session.user, writer);
        if (!isNew) throw refuse.conflict('This file was imported before');
        await recordChange(db, writer, {
          action: 'create',
          module,
          recordId: id,
          recordTitle: fileName,
          orgId: null,
          before: null,
          after: { lines: lines.length },
          fields: ['lines'],
        });
        return readSettlement(db, id);
      });
      return { message: 'Settlement file imported.', data };
    },
  });
}
