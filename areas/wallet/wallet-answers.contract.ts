import * as z from 'zod/mini';

// What the calls about wallets answer. Money is whole paise, times are ISO UTC.

/** The specification's numbers: 1 adds to the wallet, 2 takes from it. */
export const transactionTypes = { credit: 1, debit: 2 } as const;
/** The specification knows 1, success. */
export const transactionStatuses = { pending: 0, success: 1, failed: 2, reversed: 3, void: 4 } as const;

export const reasons = ['TOPUP', 'CHALLAN', 'PREMIUM', 'FEE', 'REFUND', 'REVERSAL', 'ADJUSTMENT'] as const;
export type Reason = (typeof reasons)[number];
/** What can be paid from a wallet. */
export const paidReasons = ['CHALLAN', 'PREMIUM', 'FEE'] as const;
/** What is paid by naming it; a premium is paid with its policy, which then knows of it. */
export const namedReasons = ['CHALLAN', 'FEE'] as const;
export type PaidReason = (typeof paidReasons)[number];

export const walletLimits = {
  /** Paise of one transaction: a rupee to a million rupees. */
  paise: { least: 100, most: 100_000_000 },
  note: 500,
  subject: 100,
  /** Hours that money may be held. */
  holdHours: { least: 1, most: 24 * 30 },
  /** Lines of a settlement file. */
  settlementLines: 5_000,
} as const;

export const wallet = z.strictObject({
  id: z.string(),
  orgId: z.string(),
  org: z.string(),
  /** Null: the organisation's own. */
  appUserId: z.nullable(z.string()),
  appUser: z.nullable(z.string()),
  balancePaise: z.int(),
  heldPaise: z.int(),
  /** What can be spent. */
  availablePaise: z.int(),
  /** Below which amount of what can be spent it counts as low; 0: never. */
  lowPaise: z.int(),
  isLow: z.boolean(),
  entries: z.int(),
  createdAt: z.string(),
  lastAt: z.nullable(z.string()),
});
export type Wallet = z.infer<typeof wallet>;

export const walletTransaction = z.strictObject({
  id: z.string(),
  ref: z.string(),
  walletId: z.string(),
  orgId: z.string(),
  org: z.string(),
  appUser: z.nullable(z.string()),
  transactionType: z.union([z.literal(1), z.literal(2)]),
  status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  amountPaise: z.int(),
  /** Of a hold, what was taken of it. */
  capturedPaise: z.nullable(z.int()),
  /** What was given back of it. */
  refundedPaise: z.int(),
  reason: z.enum(reasons),
  subject: z.nullable(z.string()),
  note: z.nullable(z.string()),
  ofId: z.nullable(z.string()),
  /** The record that it pays, or gives back the payment of. */
  about: z.nullable(z.strictObject({ module: z.string(), id: z.string() })),
  isHold: z.boolean(),
  holdUntil: z.nullable(z.string()),
  needsApproval: z.boolean(),
  why: z.nullable(z.string()),
  /** Of the wallet, right after it; null until the money has moved. */
  balancePaise: z.nullable(z.int()),
  /** Null in the eyes of clients where it was somebody of the staff; so is who decided. */
  madeBy: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  createdAt: z.string(),
  settledAt: z.nullable(z.string()),
});
export type WalletTransaction = z.infer<typeof walletTransaction>;

/** One side of a transfer in the books. */
export const bookPosting = z.strictObject({
  /** What the account is: the wallet, or an account of the house. */
  account: z.string(),
  isWallet: z.boolean(),
  paise: z.int(),
  /** What the account held then, the posting's place in its chain, and its hash; null for accounts of the house in the eyes of clients. */
  balancePaise: z.nullable(z.int()),
  seq: z.nullable(z.int()),
  hash: z.nullable(z.string()),
});
export type BookPosting = z.infer<typeof bookPosting>;

export const transactionOne = z.extend(walletTransaction, {
  postings: z.array(bookPosting),
  /** Refunds and reversals of it, the latest first. */
  returns: z.array(walletTransaction),
  /** What it gives back. */
  of: z.nullable(walletTransaction),
  /** What may be done with it by who asks. */
  can: z.strictObject({
    capture: z.boolean(),
    void: z.boolean(),
    refund: z.boolean(),
    reverse: z.boolean(),
    decide: z.boolean(),
  }),
});
export type TransactionOne = z.infer<typeof transactionOne>;

export const statementLine = z.strictObject({
  seq: z.int(),
  at: z.string(),
  transactionId: z.nullable(z.string()),
  ref: z.nullable(z.string()),
  reason: z.string(),
  subject: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** More than nothing came in, less went out. */
  paise: z.int(),
  balancePaise: z.int(),
});
export type StatementLine = z.infer<typeof statementLine>;

export const statement = z.strictObject({
  walletId: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  openingPaise: z.int(),
  closingPaise: z.int(),
  /** How many lines the period has. */
  entries: z.int(),
  lines: z.array(statementLine),
});
export type Statement = z.infer<typeof statement>;

/** A top-up that waits for the payment gateway. */
export const startedTopUp = z.extend(walletTransaction, {
  orderId: z.string(),
  /** Where it is paid; null where the gateway is this machine's own, for demonstrations. */
  payUrl: z.nullable(z.string()),
  isDemo: z.boolean(),
});
export type StartedTopUp = z.infer<typeof startedTopUp>;

export const settlementStates = ['MATCHED', 'WRONG_AMOUNT', 'UNKNOWN', 'NOT_CREDITED', 'REPEATED'] as const;
export const settlement = z.strictObject({
  id: z.string(),
  fileName: z.string(),
  lines: z.int(),
  matched: z.int(),
  /** Lines that do not agree with the wallets. */
  wrong: z.int(),
  paise: z.int(),
  feePaise: z.int(),
  madeBy: z.string(),
  createdAt: z.string(),
});
export type Settlement = z.infer<typeof settlement>;
export const settlementLine = z.strictObject({
  line: z.int(),
  paymentId: z.string(),
  orderId: z.nullable(z.string()),
  paise: z.int(),
  feePaise: z.int(),
  state: z.enum(settlementStates),
  transactionId: z.nullable(z.string()),
  ref: z.nullable(z.string()),
  /** What the wallet was credited; null where nothing was. */
  creditedPaise: z.nullable(z.int()),
});
export type SettlementLine = z.infer<typeof settlementLine>;
export const settlementOne = z.extend(settlement, {
  /** Those that do not agree first. */
  found: z.array(settlementLine),
  /** Top-ups that were credited between the first and the last day of the file's payments, and are in no file. */
  missing: z.int(),
});
export type SettlementOne = z.infer<typeof settlementOne>;

/** Up to which amount one person adjusts a wallet alone; null: there is no limit. */
export const adjustmentLimit = z.strictObject({
  alonePaise: z.nullable(z.int()),
  /** The same for the caller: lower for who raised it, until another person confirms it. */
  ownPaise: z.nullable(z.int()),
});
export type AdjustmentLimit = z.infer<typeof adjustmentLimit>;
