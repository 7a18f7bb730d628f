import { serveIsolated } from '#kit/server/isolated/child.ts';
import { Refusal } from '#kit/server/refusals.ts';
import { readTable } from './read-table.ts';

/** A sheet as it leaves the process: its rows and their lines are JSON already, which the product only hands on. */
export interface ReadSheet {
  headings: string[];
  rows: Uint8Array;
  lines: Uint8Array;
  read: string;
}
/** The sheet, or why it cannot be read. */
export type ReadAnswer = ReadSheet | { problem: string };

serveIsolated(async (content): Promise<ReadAnswer> => {
  try {
    const { headings, rows, lines, read } = await readTable(content);
    return { headings, read, rows: asJson(rows), lines: asJson(lines) };
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
});

const asJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
