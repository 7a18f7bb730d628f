import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { readProofs, startProof } from '#areas/ledger/ledger.server.ts';
import { bookProof } from '#areas/ledger/proof-answers.contract.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { runWrite } from '#kit/server/catalogue/write/run-write.ts';
import { transact } from '#kit/server/db/database.ts';
import { writerOf } from '#kit/server/history.ts';
import { addRoute } from '#kit/server/http/route.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import { module, tag } from '../money/calls.ts';
import { wholeScope } from '../whole-scope.ts';

const named = { one: 'Proof', fields: {}, unique: [], base: 'ledger_proof' };
const houseAccount = z.strictObject({ code: z.string(), balancePaise: z.int(), entries: z.int() });
const books = z.strictObject({
  proofs: z.array(bookProof),
  /** Accounts of the house, and all wallets together. */
  accounts: z.array(houseAccount),
  walletsPaise: z.int(),
  heldPaise: z.int(),
  wallets: z.int(),
  sumPaise: z.int(),
});

/** Whether all of it balances: sums as they are, and the proofs of the past. */
export function addBookRoutes(app: FastifyInstance, kit: CatalogueKit, jobs: Jobs): void {
  const common = { tag, access: { module, action: 'approve' }, scope: 'global' } as const;
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/wallet/books',
    summary: 'The books: balances of the accounts of the house and of all wallets, their sum, and the latest proofs',
    answer: books,
    handle: async (call) => {
      const scope = wholeScope(call);
      const data = await transact(kit.db, scope, async (db) => {
        const accounts = await db.query<z.infer<typeof houseAccount>>(
          `select a.code, a.balance_paise as "balancePaise", a.entries from ledger_account a where a.org_id is null order by a.code`,
        );
        const [sums] = await db.query<{ walletsPaise: number; heldPaise: number; wallets: number; sumPaise: number }>(
          `select coalesce(sum(a.balance_paise) filter (where a.org_id is not null), 0) as "walletsPaise",
             coalesce(sum(a.held_paise), 0) as "heldPaise", count(*) filter (where a.org_id is not null) as wallets,
             coalesce(sum(a.balance_paise), 0) as "sumPaise" from ledger_account a`,
        );
        if (!sums) throw new Error('There is no sum');
        return { proofs: await readProofs(db, 10), accounts, ...sums };
      });
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    path: '/wallet/books/proof',
    summary: 'Prove the books now: every posting, balance and chain is checked',
    answer: null,
    handle: async (call) => {
      const scope = wholeScope(call);
      const writer = writerOf(call.session, call.request, kit.clock.now());
      await runWrite(kit, call, { scope, writer, definition: named, input: null }, async (db) => {
        await startProof(db, jobs, call.session.user.id, writer.now);
      });
      jobs.wake();
      return { message: 'The books are being checked.' };
    },
  });
}
