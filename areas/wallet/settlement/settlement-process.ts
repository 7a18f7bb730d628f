import { serveIsolated } from '#kit/server/isolated/child.ts';
import { Refusal } from '#kit/server/refusals.ts';
import { type SettlementFile, settlementOf } from './settlement-file.ts';

/** A settlement file, or what is wrong with it. */
export type SettlementAnswer = { file: SettlementFile } | { problems: Record<string, string> };

serveIsolated((content): SettlementAnswer => {
  try {
    return { file: settlementOf(content) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { problems: error.details.fields ?? { '': error.message } };
  }
});
