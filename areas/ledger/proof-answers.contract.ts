import * as z from 'zod/mini';

// What is told of the checks of the books. Times are ISO UTC, money is whole paise.

const proofStates = ['RUNNING', 'WHOLE', 'BROKEN', 'FAILED'] as const;

/** What can be wrong with a posting, an account, or all of them together. */
const bookFaults = ['SUM', 'BALANCE', 'HELD', 'CHAIN', 'AMOUNT', 'ORDER', 'OTHER_SIDE'] as const;

const bookFault = z.strictObject({
  kind: z.enum(bookFaults),
  /** What the account is called; null for all of them. */
  account: z.nullable(z.string()),
  /** Number of the posting in its account. */
  seq: z.nullable(z.int()),
});
export type BookFault = z.infer<typeof bookFault>;

export const bookProof = z.strictObject({
  id: z.string(),
  state: z.enum(proofStates),
  startedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  accounts: z.int(),
  postings: z.int(),
  /** Of all balances; null while it is not known. */
  sumPaise: z.nullable(z.int()),
  /** Hash over the ends of all chains and the proof before. */
  root: z.nullable(z.string()),
  faults: z.array(bookFault),
});
export type BookProof = z.infer<typeof bookProof>;
