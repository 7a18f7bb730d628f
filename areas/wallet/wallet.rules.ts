import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { PaidReason } from './wallet-answers.contract.ts';
import texts from './wallet.en.json' with { type: 'json' };

/** Accounts of the house, as the migration of the wallets has made them. */
export const house = {
  GATEWAY: '00000000-0000-7000-8000-000000000001',
  CHALLAN: '00000000-0000-7000-8000-000000000002',
  PREMIUM: '00000000-0000-7000-8000-000000000003',
  FEE: '00000000-0000-7000-8000-000000000004',
  ADJUSTMENT: '00000000-0000-7000-8000-000000000005',
} as const;

/** Where the money for something is kept until it is paid on. */
export const payableOf = (reason: PaidReason): string => house[reason];

/**
 * Id of a transaction. Whoever asks again with their key means the same one, also when what was answered is no longer known:
 * keys are remembered for a day, transactions for good.
 */
export function transactionId(actorId: string, key: string | undefined): string {
  return key === undefined ? uuidv7() : keyedId(`wallet\n${actorId}\n${key}`);
}

/** The id that a text stands for: the same one for the same text, whoever asks and when. */
export function keyedId(text: string): string {
  const hash = createHash('sha256').update(text).digest();
  // Version 8: bits of our own.
  hash[6] = ((hash[6] as number) & 0x0f) | 0x80;
  hash[8] = ((hash[8] as number) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** What people call a transaction: without letters and digits that look like others. */
export function refOf(id: string): string {
  const bytes = createHash('sha256').update(id).digest();
  return `W${[...bytes.subarray(0, 9)].map((byte) => letters[byte % letters.length]).join('')}`;
}

const reasonNames: Readonly<Record<string, string>> = texts.wallet.reasons;
/** A reason in the words of the screens, for files. */
export const nameOfReason = (reason: string): string => reasonNames[reason] ?? reason;
