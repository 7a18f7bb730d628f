import { hash } from 'node:crypto';
import type * as z from 'zod/mini';
import type { ImportMode, ImportRow } from '#kit/contract/import.ts';
import { fieldMessages } from '#kit/contract/input.ts';
import { refuseLongTexts, withoutAadhaar } from '#kit/server/http/aadhaar.ts';
import { refuse } from '#kit/server/refusals.ts';
import { checkBody, startBody } from '../schemas.ts';

/** The calls that bring rows. */
export type RowsCall = 'check' | 'start';

/** What a call says besides its rows, and what is to be known of them as a whole. */
export interface RowsHead {
  mode: ImportMode;
  key: string[];
  /** Of the call that starts an import. */
  fileName?: string;
  partial?: boolean;
  /** Names of all cells, each once. */
  names: string[];
  /** Whether a row says something of its status. */
  hasStatus: boolean;
  hasTwinLines: boolean;
  /** Tells whether the same rows are sent again. */
  digest: string;
}
export interface RowsBody extends RowsHead {
  rows: ImportRow[];
}

/**
 * Reads the JSON body of a call that brings rows, and checks its form. Aadhaar numbers in it are masked.
 * @throws 400 with a message at each value that is wrong.
 */
export function readRows(content: Uint8Array, call: RowsCall): RowsBody {
  let sent: unknown;
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString();
  try {
    sent = JSON.parse(text);
  } catch {
    throw refuse.badInput({ '': 'The body is not valid JSON' });
  }
  refuseLongTexts(sent);
  const parsed = (call === 'start' ? startBody : checkBody).safeParse(withoutAadhaar('mask', sent, {}) ?? {});
  if (!parsed.success) throw refuse.badInput(fieldMessages(parsed.error));
  const { rows, ...head } = parsed.data as z.infer<typeof startBody>;
  const names = new Set<string>();
  const lines = new Set<number>();
  let hasStatus = false;
  for (const { line, cells } of rows) {
    lines.add(line);
    // A cell of this name would be a property of every row.
    if (Object.getPrototypeOf(cells) !== Object.prototype) throw refuse.badInput({ rows: 'Not a field: __proto__' });
    for (const name in cells) names.add(name);
    if ((cells['status'] ?? '') !== '') hasStatus = true;
  }
  return {
    ...head,
    names: [...names],
    hasStatus,
    hasTwinLines: lines.size !== rows.length,
    digest: hash('sha256', JSON.stringify(rows), 'base64'),
    rows,
  };
}
