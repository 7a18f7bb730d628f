import { type Table, tooMuch, wrong } from '../table.ts';
import { openArchive, TooLarge } from './archive.ts';
import { readOutline, readStyles, readTexts } from './parts.ts';
import { readCells } from './read-cells.ts';

/** The first sheet of a workbook, at most `most` rows of it. @throws 400 for what is no workbook, or is more than is read. */
export async function readXlsx(content: Buffer, most: number): Promise<Table> {
  try {
    const archive = await openArchive(content);
    const { sheet, styles, texts, is1904 } = await readOutline(archive);
    const areDates = await readStyles(archive, styles);
    const meanings = { areDates, texts: await readTexts(archive, texts), is1904 };
    return { rows: await readCells(archive, sheet, meanings, most), read: 'XLSX' };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw wrong('This workbook cannot be read. Save it as XLSX or CSV and try again');
    switch (error.message) {
      case 'letters':
        throw wrong('This workbook holds more text than one import takes. Divide it into several files');
      case 'unpacked':
      case 'files':
        throw wrong('This workbook unpacks to more than is read. Save its sheet as CSV and try again');
      default:
        throw tooMuch();
    }
  }
}
