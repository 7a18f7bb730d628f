import writeXlsxFile from 'write-excel-file/node';
import { serveIsolated } from '#kit/server/isolated/child.ts';
import type { Cell } from './columns.ts';

export interface Table {
  sheet: string;
  head: readonly string[];
}

/** Takes the rows of a table in lines, each the JSON of a list of some of them; gives the bytes of the workbook. */
serveIsolated((content, { sheet, head }: Table): Promise<Buffer> => {
  const body = content
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) =>
      (JSON.parse(line) as Cell[][]).map((row) =>
        row.map((value) => {
          if (value === null) return null;
          return typeof value === 'number' ? { value, type: Number } : { value, type: String };
        }),
      ),
    );
  const bold = head.map((value) => ({ value, fontWeight: 'bold' as const }));
  return writeXlsxFile([bold, ...body], { sheet, stickyRowsCount: 1 }).toBuffer();
});
