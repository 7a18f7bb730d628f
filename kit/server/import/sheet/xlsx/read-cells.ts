import { importLimits } from '#kit/contract/import.ts';
import { isBlank, type TableRow } from '../table.ts';
import { type Archive, Damaged, TooLarge } from './archive.ts';
import { workbookLimits } from './limits.ts';
import { timeOf } from './number-formats.ts';
import { TextOf, unescaped } from './parts.ts';
import { type Attributes, readXml } from './read-xml.ts';

/** What cells are read with. */
interface Meanings {
  texts: readonly string[];
  areDates: readonly boolean[];
  is1904: boolean;
}

/** The last row and the last column that a sheet can have. */
const lastRow = 1_048_576;
const lastColumn = 16_384;

/** Row and column of an address like 'AB12', from 1 on. */
function placeOf(address: string): [row: number, column: number] {
  const found = /^([A-Za-z]{1,3})([0-9]{1,7})$/.exec(address);
  if (!found) throw new Damaged(`a cell at ${address.slice(0, 20)}`);
  let column = 0;
  for (const letter of found[1]?.toUpperCase() ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return [Number(found[2]), column];
}

/** Text of a cell; days as '2026-11-21', times as ISO texts, blanks around it taken away. */
function textOf(type: string, style: string | undefined, value: string, inline: string, meanings: Meanings): string {
  switch (type) {
    case 'inlineStr':
      return inline.trim();
    case 'str':
      return unescaped(value).trim();
    case 's': {
      if (value === '') return '';
      const text = meanings.texts[Number(value)];
      if (text === undefined) throw new Damaged('a text that is not there');
      return text.trim();
    }
    case 'b':
      if (value !== '' && value !== '0' && value !== '1') throw new Damaged('neither true nor false');
      return value === '' ? '' : value === '1' ? 'Yes' : 'No';
    // What a formula could not reckon is no value.
    case 'e':
      return '';
    case 'd': {
      const time = value === '' ? undefined : new Date(value);
      if (time && Number.isNaN(time.getTime())) throw new Damaged('no date');
      return time ? dateText(time) : '';
    }
    case 'n': {
      if (value === '') return '';
      const number = Number(value);
      if (Number.isNaN(number)) throw new Damaged('no number');
      const time = meanings.areDates[Number(style ?? 0)] ? timeOf(number, meanings.is1904) : undefined;
      return time ? dateText(time) : String(number);
    }
    default:
      throw new Damaged('a cell of no known kind');
  }
}

const dateText = (time: Date): string =>
  time.getTime() % 86_400_000 === 0 ? time.toISOString().slice(0, 10) : time.toISOString();

/**
 * The rows of a sheet that are not blank, in its order. Of cells beyond the last column that an import takes, one is kept to
 * show that they are there.
 * @param most rows; the next one ends it.
 * @throws Damaged, TooLarge
 */
export async function readCells(archive: Archive, path: string, meanings: Meanings, most: number): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  const inline = new TextOf();
  let cells: string[] = [];
  let [row, before, column] = [0, 0, 0];
  let isNumbered = false;
  let cell: Attributes | undefined;
  let value = '';
  let part: 'v' | 'is' | undefined;
  let isData = false;
  let [count, letters] = [0, 0];

  const moveTo = (next: number) => {
    if (!Number.isInteger(next) || next <= row || next > lastRow) throw new Damaged('rows out of order');
    [row, column, cells] = [next, 0, []];
  };
  const beginRow = ({ r }: Attributes) => {
    before = row;
    moveTo(r === undefined ? row + 1 : Number(r));
    isNumbered = r !== undefined;
  };
  const beginCell = (attributes: Attributes) => {
    const { r } = attributes;
    const [ownRow, next] = r === undefined ? [row, column + 1] : placeOf(r);
    // A row without a number has that of its first cell.
    if (!isNumbered && column === 0 && ownRow > before) row = ownRow;
    if (ownRow !== row || next <= column || next > lastColumn) throw new Damaged('cells out of order');
    [cell, column, value, part] = [attributes, next, '', undefined];
    count += 1;
    if (count > workbookLimits.cells) throw new TooLarge('cells');
  };
  const endCell = ({ t = 'n', s }: Attributes) => {
    const whole = textOf(t, s, value, inline.take(), meanings);
    // Longer ones are refused with their line, which needs no more of them.
    const text = whole.length > importLimits.cell ? whole.slice(0, importLimits.cell + 1) : whole;
    cell = undefined;
    if (text === '') return;
    letters += text.length;
    if (letters > workbookLimits.letters) throw new TooLarge('letters');
    const at = Math.min(column, importLimits.columns + 1) - 1;
    while (cells.length < at) cells.push('');
    cells[at] ??= text;
  };
  const endRow = () => {
    if (!isBlank(cells)) rows.push({ line: row, cells });
    if (rows.length >= most) throw new TooLarge('rows');
  };

  await readXml(archive.text(path), {
    open(name, attributes) {
      if (name === 'sheetData') isData = true;
      if (!isData) return;
      if (name === 'row') beginRow(attributes);
      else if (name === 'c') beginCell(attributes);
      else if (cell && (name === 'v' || name === 'is')) part = name;
      else if (part === 'is') inline.open(name);
    },
    close(name) {
      if (name === 'sheetData') isData = false;
      if (!isData) return;
      if (name === 'row') endRow();
      else if (name === 'c' && cell) endCell(cell);
      else if (name === 'v' || name === 'is') part = undefined;
      else if (part === 'is') inline.close(name);
    },
    text(text) {
      if (part === 'v') value += text;
      else if (part === 'is') inline.add(text);
    },
  });
  return rows;
}
