import { createIsolated, Ended, tooBusy } from '#kit/server/isolated/isolated.ts';
import { refuse } from '#kit/server/refusals.ts';
import { type SettlementFile, settlementOf } from './settlement-file.ts';
import type { SettlementAnswer } from './settlement-process.ts';

/** A file of more bytes is read in a process of its own. To start one takes longer than to read less, whatever it holds: empty lines take longest. */
const inPlaceBytes = 8 * 1024;

const settlements = createIsolated<null, SettlementAnswer>(
  new URL('./settlement-process.ts', import.meta.url),
  { timeMs: 10_000, memoryBytes: 400 * 1024 * 1024, mostWaiting: 4 },
  { full: tooBusy },
);

/**
 * Reads the body of a call that brings a settlement file, a long one in a process of its own, so that others are answered meanwhile.
 * @throws 400; 503 when the machine has no time for it
 */
export async function readSettlementBody(content: unknown): Promise<SettlementFile> {
  if (!Buffer.isBuffer(content)) return settlementOf(Buffer.from('{}'));
  if (content.length <= inPlaceBytes) return settlementOf(content);
  const answer = await settlements.run(content, null).catch((error: unknown) => {
    if (!(error instanceof Ended)) throw error;
    throw error.why === 'time' || error.why === 'memory' ? refuse.tooLarge('The request is too large') : tooBusy();
  });
  if ('problems' in answer) throw refuse.badInput(answer.problems);
  return answer.file;
}
