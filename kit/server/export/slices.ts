import type { AnyRow } from '#kit/contract/catalogue.ts';
import { createBreath } from '#kit/server/turns/breath.ts';

/** Rows that are read, or written as cells, before others may have their turn. */
const sliceRows = 10;

/** Rows in small slices, with others going in between. */
export async function* inSlices<Row>(rows: readonly Row[]): AsyncGenerator<Row[]> {
  const breathe = createBreath();
  for (let at = 0; at < rows.length; at += sliceRows) {
    await breathe();
    yield rows.slice(at, at + sliceRows);
  }
}

/** The same of rows as the database gives them. */
export async function* parsedRows(rows: readonly string[]): AsyncGenerator<AnyRow[]> {
  for await (const slice of inSlices(rows)) yield slice.map((json) => JSON.parse(json) as AnyRow);
}
