import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { fieldMessages } from '#kit/contract/input.ts';
import { readCsv } from '#kit/server/import/sheet/read-csv.ts';
import { refuse } from '#kit/server/refusals.ts';
import { walletLimits } from '../wallet-answers.contract.ts';
import { type FileLine, paymentsOf } from './settlement.rules.ts';

export const mostLines = walletLimits.settlementLines.toLocaleString('en-IN');
const tooLong = () => refuse.badInput({ content: `At most ${mostLines} lines` });

export const settlementBody = z.strictObject({
  fileName: z
    .string({ error: 'Must be a text' })
    .check(z.minLength(1, { error: 'Choose a file' }), z.maxLength(200, { error: 'At most 200 characters' })),
  content: z.string({ error: 'Choose a file' }).check(z.minLength(1, { error: 'The file is empty' })),
});

/** A settlement file as it was read. */
export interface SettlementFile {
  fileName: string;
  /** SHA-256 of what it holds. */
  digest: string;
  lines: FileLine[];
}

/** Reads the body of a call that brings a settlement file. @throws 400 */
export function settlementOf(body: Buffer): SettlementFile {
  let sent: unknown;
  try {
    sent = JSON.parse(body.toString('utf8'));
  } catch {
    throw refuse.badInput({ '': 'The body is not valid JSON' });
  }
  const parsed = settlementBody.safeParse(sent);
  if (!parsed.success) throw refuse.badInput(fieldMessages(parsed.error));
  const { fileName, content } = parsed.data;
  // Besides its heads, and one more than there may be.
  const lines = paymentsOf(readCsv(Buffer.from(content, 'utf8'), walletLimits.settlementLines + 2, tooLong));
  return { fileName, digest: createHash('sha256').update(content).digest('hex'), lines };
}
