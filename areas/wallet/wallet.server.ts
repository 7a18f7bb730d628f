import { walletApproval, walletCredited, walletLow } from './wallet.topics.ts';
import type { WithIdentity } from '#areas/identity/identity.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { productWriter } from '#kit/server/history.ts';
import type { WithPayments } from './gateway/payments.ts';
import { addTopUpRoutes } from './gateway/top-up.routes.ts';
import { addBookRoutes } from './lists/books.routes.ts';
import { addStatementRoutes } from './lists/statement.routes.ts';
import { addTransactionList } from './lists/transaction-list.routes.ts';
import { addTransactionRoute } from './lists/transaction.routes.ts';
import { addWalletRoutes } from './lists/wallet-list.routes.ts';
import { adjustmentsToApprove, walletsLow } from './lists/work.store.ts';
import { addAdjustRoutes } from './money/adjust.routes.ts';
import { addLimitRoutes } from './money/limit.routes.ts';
import { addLowRoutes } from './money/low.routes.ts';
import { addPayRoutes } from './money/pay.routes.ts';
import { addReturnRoutes } from './money/return.routes.ts';
import { voidExpired } from './money/transactions.store.ts';
import { addSettlementRoutes } from './settlement/settlement.routes.ts';
import { foundTransactions } from './lists/found-transactions.store.ts';
import { walletFlow } from './lists/charts.store.ts';
import { contract } from './wallet.contract.ts';

export type { PaymentOptions } from './gateway/payment-options.ts';
export { type Moving, payBill, readBillTransaction, refundBill } from './bills/bills.ts';
export { transactionRefs } from './lists/transaction-refs.store.ts';
export { type BillMoved, billMoved } from './wallet.events.ts';
export { openPayments, type WithPayments } from './gateway/payments.ts';

/** Wallets of organisations and their users: what comes in, is paid, held, given back and corrected, over the ledger. */
export const area: AreaServer<WithPayments & WithIdentity> = {
  contract,
  topics: [walletCredited, walletLow, walletApproval],
  charts: [walletFlow],
  finds: [foundTransactions],
  routes: (app, { kit, jobs, payments, identity }) => {
    addBookRoutes(app, kit, jobs);
    addSettlementRoutes(app, kit);
    addTransactionList(app, kit);
    addTransactionRoute(app, kit);
    addWalletRoutes(app, kit);
    addStatementRoutes(app, kit);
    addTopUpRoutes(app, kit, payments, identity.publicBase);
    addPayRoutes(app, kit);
    addReturnRoutes(app, kit);
    addAdjustRoutes(app, kit);
    addLimitRoutes(app, kit);
    addLowRoutes(app, kit);
  },
  work: [walletsLow, adjustmentsToApprove],
  // Behind that of the ledger, which has freed the money.
  sweeps: () => [{ name: 'expired wallet holds', order: 62, run: (db, now) => voidExpired(db, productWriter(now)) }],
};
