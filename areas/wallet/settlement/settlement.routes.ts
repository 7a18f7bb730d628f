import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { fieldMessages } from '#kit/contract/input.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { runWrite } from '#kit/server/catalogue/write/run-write.ts';
import { transact } from '#kit/server/db/database.ts';
import { recordChange, writerOf } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { listPage, queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { readCsv } from '#kit/server/import/sheet/read-csv.ts';
import { refuse } from '#kit/server/refusals.ts';
import { idIn, module, tag } from '../money/calls.ts';
import { settlement, settlementOne, walletLimits } from '../wallet-answers.contract.ts';
import { paymentsOf } from './settlement.rules.ts';
import { addSettlement, readSettlement, readSettlements } from './settlement.store.ts';

const named = { one: 'Settlement file', fields: {}, unique: [], base: 'wallet_settlement' };
const most = walletLimits.settlementLines;
/** Besides its heads. */
const tooLong = () => refuse.badInput({ content: `At most ${most.toLocaleString('en-IN')} lines` });
const body = z.strictObject({
  fileName: z
    .string({ error: 'Must be a text' })
    .check(z.minLength(1, { error: 'Choose a file' }), z.maxLength(200, { error: 'At most 200 characters' })),
  content: z.string({ error: 'Choose a file' }).check(z.minLength(1, { error: 'The file is empty' })),
});

/** The body as it came. @throws 400 */
async function readFile(content: unknown): Promise<z.infer<typeof body>> {
  let sent: unknown;
  try {
    sent = Buffer.isBuffer(content) ? JSON.parse(content.toString('utf8')) : {};
  } catch {
    throw refuse.badInput({ '': 'The body is not valid JSON' });
  }
  const parsed = body.safeParse(sent);
  if (!parsed.success) throw refuse.badInput(fieldMessages(parsed.error));
  return parsed.data;
}

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
    summary: `Import a settlement file (CSV, up to ${most.toLocaleString('en-IN')} lines) and compare it with the wallets; no money moves`,
    status: 201,
    body,
    // A file is longer than any text of other calls.
    readBody: readFile,
    bodyLimit: 2 * 1024 * 1024,
    answer: settlementOne,
    handle: async (call) => {
      const given = call.body as z.infer<typeof body>;
      const scope = wholeScope(call);
      const lines = paymentsOf(readCsv(Buffer.from(given.content, 'utf8'), most + 2, tooLong));
      const { session, request } = call;
      const writer = writerOf(session, request, kit.clock.now());
      const id = uuidv7();
      const digest = createHash('sha256').update(given.content).digest('hex');
      const data = await runWrite(kit, call, { scope, writer, definition: named, input: null }, async (db) => {
        const isNew = await addSettlement(db, { id, fileName: given.fileName, digest, lines }, session.user, writer);
        if (!isNew) throw refuse.conflict('This file was imported before');
        await recordChange(db, writer, {
          action: 'create',
          module,
          recordId: id,
          recordTitle: given.fileName,
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
