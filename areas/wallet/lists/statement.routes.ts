import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { csvLine } from '#kit/server/export/csv.ts';
import { recordAct, writerOf } from '#kit/server/history.ts';
import { begun } from '#kit/server/http/clients/pieces.ts';
import { type Call, need, scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { inIndia } from '#kit/server/india-time.ts';
import { idIn, module, tag } from '../money/calls.ts';
import { mustFindWallet } from '../money/wallets.store.ts';
import { statement, type StatementLine } from '../wallet-answers.contract.ts';
import { readStatement } from './statement.store.ts';

const [usualTake, mostTake, chunk] = [50, 100, 500];
const day = (about: string) => ({
  about,
  schema: { type: 'string' as const, examples: ['2026-11-21', '2026-11-21T06:00:00Z'] },
});
const body = z.strictObject({
  format: z.enum(['csv'], { error: 'Must be csv' }),
  from: z.optional(z.string({ error: 'Must be a date' })),
  to: z.optional(z.string({ error: 'Must be a date' })),
});

/** What came into a wallet and went out of it, as its books say. */
export function addStatementRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/wallet/{id}/statement',
    summary: 'Statement of a wallet, the latest first, with its balances before and after',
    tag,
    access: { module, action: 'view' },
    scope: 'organisation',
    query: {
      from: day('From this day (of India) or ISO time on'),
      to: day('Until this day (of India), which is in it, or ISO time'),
      before: { about: 'Only postings before this number', schema: { type: 'integer', minimum: 1 } },
      take: {
        about: 'Lines of a page',
        schema: { type: 'integer', minimum: 1, maximum: mostTake, default: usualTake },
      },
    },
    answer: statement,
    handle: async (call) => {
      const read = queryReader(call.query);
      const asked = {
        from: read.instant('from')?.at ?? null,
        to: read.instant('to', true)?.at ?? null,
        before: read.whole('before', 1, Number.MAX_SAFE_INTEGER) ?? null,
        take: read.whole('take', 1, mostTake) ?? usualTake,
      };
      read.done();
      const id = idIn(call, 'Wallet');
      const scope = scopeOf(call.session);
      const data = await transact(kit.db, scope, async (db) => {
        await mustFindWallet(db, scope, id);
        return readStatement(db, id, asked);
      });
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    method: 'POST',
    path: '/wallet/{id}/statement/export',
    summary: 'Export the statement of a wallet as CSV, of any length',
    tag,
    access: { module, action: 'export' },
    scope: 'organisation',
    body,
    raw: ['text/csv'],
    long: true,
    handle: (call) => exported(kit, call),
  });
}

async function exported(kit: CatalogueKit, call: Call): Promise<unknown> {
  const { session, request, reply } = call;
  need(session, module, 'view');
  const id = idIn(call, 'Wallet');
  const { from, to } = call.body as z.infer<typeof body>;
  const read = queryReader({ ...(from ? { from } : {}), ...(to ? { to } : {}) });
  const asked = { from: read.instant('from')?.at ?? null, to: read.instant('to', true)?.at ?? null };
  read.done();
  const scope = scopeOf(session);
  const now = kit.clock.now();
  const wallet = await transact(kit.db, scope, async (db) => {
    const found = await mustFindWallet(db, scope, id);
    await recordAct(db, writerOf(session, request, now), {
      action: 'export',
      module,
      recordId: id,
      recordTitle: found.appUser ?? found.org,
      orgId: found.orgId,
      after: { format: 'csv', from: from ?? null, to: to ?? null },
      fields: ['format', 'from', 'to'],
    });
    return found;
  });
  const pages = async function* (): AsyncGenerator<readonly StatementLine[]> {
    for (let before: number | null = null; ; ) {
      const { lines } = await transact(kit.db, scope, (db) =>
        readStatement(db, wallet.id, { ...asked, before, take: chunk }),
      );
      if (lines.length > 0) yield lines;
      if (lines.length < chunk) return;
      before = lines.at(-1)?.seq ?? null;
    }
  };
  const file = await begun(csvOf(pages()), 2);
  reply
    .header('content-disposition', `attachment; filename="statement-${now.toISOString().slice(0, 10)}.csv"`)
    .type('text/csv; charset=utf-8');
  return file;
}

const rupees = (paise: number): string => (paise / 100).toFixed(2);
async function* csvOf(pages: AsyncIterable<readonly StatementLine[]>): AsyncGenerator<string> {
  const heads = [
    'No.',
    'Date and time (IST)',
    'Reference',
    'Reason',
    'Subject',
    'Note',
    'Credit (INR)',
    'Debit (INR)',
    'Balance (INR)',
  ];
  yield `\uFEFF${csvLine(heads)}\r\n`;
  for await (const lines of pages)
    yield lines
      .map(
        ({ seq, at, ref, reason, subject, note, paise, balancePaise }) =>
          `${csvLine([seq, inIndia(at), ref, reason, subject, note, paise > 0 ? rupees(paise) : null, paise < 0 ? rupees(-paise) : null, rupees(balancePaise)])}\r\n`,
      )
      .join('');
}
