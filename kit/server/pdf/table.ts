import { setImmediate as others } from 'node:timers/promises';
import { faces, inks, sizes } from './style.ts';

export interface Column {
  name: string;
  /** Its part of the width; all of them together are the whole. */
  share: number;
  /** Numbers stand at the end. */
  isNumber?: boolean;
}
/** What stands in the columns; null: nothing. */
export type Row = readonly (string | null)[];

type Document = PDFKit.PDFDocument;
const [padX, padY] = [4, 3];

/** Rows below each other, each as high as its longest cell. Rows are never cut in two, unless one is higher than a page. */
export async function addTable(
  document: Document,
  root: PDFKit.PDFStructureElement,
  columns: readonly Column[],
  pieces: AsyncIterable<readonly Row[]>,
): Promise<void> {
  const total = document.page.width - 2 * sizes.margin;
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const widths = columns.map(({ share }) => (total * share) / shares);
  const lefts = widths.map((_, at) => sizes.margin + widths.slice(0, at).reduce((sum, width) => sum + width, 0));
  const table = document.struct('Table');
  root.add(table);
  const bottom = () => document.page.height - document.page.margins.bottom;
  const heightOf = (cells: Row) =>
    2 * padY +
    Math.max(
      ...cells.map((cell, at) => document.heightOfString(cell || ' ', { width: (widths[at] as number) - 2 * padX })),
    );
  const put = (cells: Row, kind: 'TH' | 'TD', isShaded: boolean) => {
    document.font(kind === 'TH' ? faces.bold : faces.plain).fontSize(sizes.small);
    const height = heightOf(cells);
    const top = document.y;
    document.markContent('Artifact', { type: 'Layout' });
    if (isShaded) document.rect(sizes.margin, top, total, height).fill(inks.shade);
    else
      document
        .moveTo(sizes.margin, top + height)
        .lineTo(sizes.margin + total, top + height)
        .lineWidth(0.4)
        .stroke(inks.line);
    document.endMarkedContent();
    const row = document.struct('TR');
    table.add(row);
    document.fillColor(kind === 'TH' ? inks.soft : inks.text);
    for (const [at, cell] of cells.entries())
      row.add(
        document.struct(kind, {}, () =>
          document.text(cell ?? '', (lefts[at] as number) + padX, top + padY, {
            width: (widths[at] as number) - 2 * padX,
            align: columns[at]?.isNumber ? 'right' : 'left',
          }),
        ),
      );
    row.end();
    document.x = sizes.margin;
    document.y = top + height;
  };
  const heads = columns.map(({ name }) => name);
  const roomForRow = 40;
  if (document.y + roomForRow > bottom()) document.addPage();
  put(heads, 'TH', true);
  for await (const rows of pieces) {
    for (const row of rows) {
      document.font(faces.plain).fontSize(sizes.small);
      if (document.y + heightOf(row) > bottom()) {
        document.addPage();
        put(heads, 'TH', true);
      }
      put(row, 'TD', false);
    }
    // A page takes tens of milliseconds, in which nobody else would be answered.
    await others();
  }
  table.end();
  document.y += 8;
}
