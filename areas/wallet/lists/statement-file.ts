import * as z from 'zod/mini';
import { dayInWords, indiaDay } from '#kit/contract/days.ts';
import { moneyText } from '#kit/contract/formats/money.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Scope, transact } from '#kit/server/db/database.ts';
import { csvLine } from '#kit/server/export/csv.ts';
import { recordAct, writerOf } from '#kit/server/history.ts';
import { type Call, need, scopeOf } from '#kit/server/http/call.ts';
import { begun } from '#kit/server/http/clients/pieces.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { inIndia } from '#kit/server/india-time.ts';
import type { Column, Row } from '#kit/server/pdf/table.ts';
import { writePdf } from '#kit/server/pdf/paper.ts';
import { refuse } from '#kit/server/refusals.ts';
import { idIn, module } from '../money/calls.ts';
import { mustFindWallet } from '../money/wallets.store.ts';
import type { Statement, StatementLine, Wallet } from '../wallet-answers.contract.ts';
import { nameOfReason } from '../wallet.rules.ts';
import { mustFollow } from './statement-days.ts';
import { readStatement } from './statement.store.ts';

export const exportBody = z.strictObject({
  format: z.enum(['csv', 'pdf'], { error: 'Must be csv or pdf' }),
  from: z.optional(z.string({ error: 'Must be a date' })),
  to: z.optional(z.string({ error: 'Must be a date' })),
});
const [chunk, mostOnPaper] = [500, 2_000];

interface Asked {
  from: string | null;
  to: string | null;
}

/** The statement of a wallet as a file. @throws 409 for a PDF of more lines than anybody reads on paper */
export async function exportStatement(kit: CatalogueKit, call: Call): Promise<unknown> {
  const { session, request, reply } = call;
  need(session, module, 'view');
  const id = idIn(call, 'Wallet');
  const { format, from, to } = call.body as z.infer<typeof exportBody>;
  const read = queryReader({ ...(from ? { from } : {}), ...(to ? { to } : {}) });
  const asked = { from: read.instant('from')?.at ?? null, to: read.instant('to', true)?.at ?? null };
  read.done();
  mustFollow(asked.from, asked.to);
  const scope = scopeOf(session);
  const now = kit.clock.now();
  const { wallet, first } = await transact(kit.db, scope, async (db) => {
    const found = await mustFindWallet(db, scope, id);
    const begins = await readStatement(db, id, { ...asked, before: null, take: chunk });
    const lines = begins.entries;
    if (format === 'pdf' && lines > mostOnPaper)
      throw refuse.conflict(
        `These days have ${lines.toLocaleString('en-IN')} lines. Choose fewer days for a PDF (up to ${mostOnPaper.toLocaleString('en-IN')} lines), or export as CSV`,
      );
    await recordAct(db, writerOf(session, request, now), {
      action: 'export',
      module,
      recordId: id,
      recordTitle: found.appUser ?? found.org,
      orgId: found.orgId,
      after: { format, from: from ?? null, to: to ?? null },
      fields: ['format', 'from', 'to'],
    });
    return { wallet: found, first: begins };
  });
  const pages = pagesOf(kit, scope, id, asked, first);
  const name = `statement-${indiaDay(now)}.${format}`;
  reply.header('content-disposition', `attachment; filename="${name}"`);
  if (format === 'csv') {
    const file = await begun(csvOf(pages), 2);
    reply.type('text/csv; charset=utf-8');
    return file;
  }
  const file = await paperOf(wallet, first, { from: from ?? null, to: to ?? null }, pages, now);
  reply.type('application/pdf');
  return file;
}

async function* pagesOf(
  kit: CatalogueKit,
  scope: Scope,
  walletId: string,
  asked: Asked,
  first: Statement,
): AsyncGenerator<readonly StatementLine[]> {
  for (let page = first; ; ) {
    const { lines } = page;
    if (lines.length > 0) yield lines;
    const before = lines.at(-1)?.seq;
    if (lines.length < chunk || before === undefined) return;
    page = await transact(kit.db, scope, (db) => readStatement(db, walletId, { ...asked, before, take: chunk }));
  }
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
          `${csvLine([seq, inIndia(at), ref, nameOfReason(reason), subject, note, paise > 0 ? rupees(paise) : null, paise < 0 ? rupees(-paise) : null, rupees(balancePaise)])}\r\n`,
      )
      .join('');
}

const columns: readonly Column[] = [
  { name: 'No.', share: 1, isNumber: true },
  { name: 'Date and time', share: 2.3 },
  { name: 'Reference', share: 2.1 },
  { name: 'What for', share: 4 },
  { name: 'Credit', share: 2.1, isNumber: true },
  { name: 'Debit', share: 2.1, isNumber: true },
  { name: 'Balance', share: 2.3, isNumber: true },
];

function paperOf(
  wallet: Wallet,
  { openingPaise, closingPaise, entries }: Statement,
  { from, to }: Asked,
  pages: AsyncIterable<readonly StatementLine[]>,
  now: Date,
): Promise<Buffer> {
  const owner = wallet.appUser ? `${wallet.appUser}, ${wallet.org}` : wallet.org;
  const days = `${from ? `from ${dayText(from)}` : 'from the beginning'} to ${to ? dayText(to) : inIndia(now.toISOString())}`;
  return writePdf(
    { title: 'Wallet statement', subtitle: `${owner} · ${days}`, reference: `Wallet of ${owner}`, madeAt: now },
    async (paper) => {
      paper.facts([
        ['Opening balance', moneyText(openingPaise)],
        ['Closing balance', moneyText(closingPaise)],
        ['Lines', entries.toLocaleString('en-IN')],
      ]);
      paper.paragraph('The latest line comes first. Times are Indian Standard Time, amounts are Indian rupees.');
      await paper.table(columns, rowsOf(pages));
    },
  );
}

/** The day of what was asked for, which is a day or a moment. */
const dayText = (asked: string): string => dayInWords(isDay(asked) ? asked : indiaDay(new Date(asked)));

async function* rowsOf(pages: AsyncIterable<readonly StatementLine[]>): AsyncGenerator<readonly Row[]> {
  const onceWritten = 25;
  for await (const lines of pages)
    for (let at = 0; at < lines.length; at += onceWritten)
      yield lines
        .slice(at, at + onceWritten)
        .map(
          ({ seq, at: time, ref, reason, subject, note, paise, balancePaise }): Row => [
            String(seq),
            inIndia(time),
            ref,
            [nameOfReason(reason), subject, note].filter(Boolean).join(' · '),
            paise > 0 ? moneyText(paise) : null,
            paise < 0 ? moneyText(-paise) : null,
            moneyText(balancePaise),
          ],
        );
}
