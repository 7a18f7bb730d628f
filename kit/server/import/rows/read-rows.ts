import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import { importLimits, type ImportMode, type ImportRow } from '#kit/contract/import.ts';
import { fieldMessages } from '#kit/contract/input.ts';
import { withoutAadhaar } from '#kit/server/http/aadhaar.ts';
import { refuseExcess } from '#kit/server/http/body/excess.ts';
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

/** How deep a body goes, and a little more: the order, its list of rows, a row, its cells. */
const deepest = 8;
/** Values of all rows together, and names of cells: more than there can be. What is beyond is not taken apart. */
const mostValues = importLimits.rows * (importLimits.columns + 20);
const mostNames = 1_000;
const tooMany = `At most ${importLimits.rows} rows with ${importLimits.columns} columns`;

/**
 * Refuses what would take gigabytes to take apart, before it is: the parser keeps a note of each bracket that is open, and of each
 * value, outside of the heap that its process is held to.
 */
function refuseShape(content: Uint8Array): void {
  let [depth, values, inText] = [0, 0, false];
  for (let at = 0; at < content.length; at += 1) {
    const byte = content[at];
    if (inText) {
      if (byte === 0x5c) at += 1;
      else if (byte === 0x22) inText = false;
    } else if (byte === 0x22) inText = true;
    else if (byte === 0x2c) values += 1;
    else if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    if (depth > deepest) throw refuse.badInput({ '': 'The body is nested too deep' });
    if (values > mostValues) throw refuse.badInput({ rows: tooMany });
  }
}

/** The sum of the rows' JSON, without all of it as one text. */
function digestOf(rows: readonly ImportRow[]): string {
  const sum = createHash('sha256');
  for (const [at, row] of rows.entries()) sum.update((at === 0 ? '[' : ',') + JSON.stringify(row));
  return sum.update(']').digest('base64');
}

/**
 * Reads the JSON body of a call that brings rows, and checks its form. Aadhaar numbers in it are masked.
 * @throws 400 with a message at each value that is wrong.
 */
export function readRows(content: Uint8Array, call: RowsCall): RowsBody {
  refuseShape(content);
  let sent: unknown;
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString();
  try {
    sent = JSON.parse(text);
  } catch {
    throw refuse.badInput({ '': 'The body is not valid JSON' });
  }
  refuseExcess(sent);
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
    // To hand a million of them over would hold the event loop for seconds.
    if (names.size > mostNames) throw refuse.badInput({ rows: tooMany });
    if ((cells['status'] ?? '') !== '') hasStatus = true;
  }
  return {
    ...head,
    names: [...names],
    hasStatus,
    hasTwinLines: lines.size !== rows.length,
    digest: digestOf(rows),
    rows,
  };
}
