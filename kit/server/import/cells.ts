import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { type AnyField, isMany } from '#kit/contract/fields.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import { splitMany } from '#kit/server/export/many.ts';

/** Finds the record a cell names: by id, or by what its pickers show. */
export type FindRef = (path: string, words: string) => { id: string } | { problem: string };

/** Cells of a row as values of its fields, and what could not be understood. Fields without a cell are left out. */
export interface Converted {
  values: Record<string, unknown>;
  messages: Record<string, string>;
  /** From a Status column, when there is one. */
  status?: 0 | 1;
}

/** A latitude or longitude as it is written. */
const degrees = /^-?\d+(?:\.\d+)?$/;

/** Reads the cells of a row. Values that cannot be read stay texts where the field's own check will say what is wrong. */
export function convertCells(
  definition: AnyCatalogue,
  cells: Readonly<Record<string, string>>,
  findRef: FindRef,
): Converted {
  const converted: Converted = { values: {}, messages: {} };
  for (const [name, text] of Object.entries(cells)) {
    const cell = text.trim();
    if (name === 'id') continue;
    if (name === 'status') {
      if (/^(active|1|yes|true)$/i.test(cell)) converted.status = 1;
      else if (/^(inactive|0|no|false)$/i.test(cell)) converted.status = 0;
      else if (cell !== '') converted.messages['status'] = 'Must be Active or Inactive';
      continue;
    }
    const field: AnyField = definition.fields[name];
    if (field.kind === 'file') continue;
    const result = valueOf(field, cell, findRef);
    if ('problem' in result) converted.messages[name] = result.problem;
    else converted.values[name] = result.value;
  }
  return converted;
}

function valueOf(field: AnyField, cell: string, findRef: FindRef): { value: unknown } | { problem: string } {
  if (cell === '' || cell === '–') return { value: isMany(field) ? [] : null };
  const label = field.label;
  if (isMany(field)) {
    if (field.kind === 'choice') return { value: choicesOf(field, cell) };
    return { value: splitMany(cell).map((part) => part.text) };
  }
  switch (field.kind) {
    case 'choice':
      return { value: choiceOf(field, cell) };
    case 'flag': {
      const [on, off] = field.words ?? ['Yes', 'No'];
      const word = cell.toLowerCase();
      if ([on.toLowerCase(), 'yes', 'true', '1', 'y'].includes(word)) return { value: true };
      if ([off.toLowerCase(), 'no', 'false', '0', 'n'].includes(word)) return { value: false };
      return { problem: `${label} must be ${on} or ${off}` };
    }
    case 'integer':
    case 'decimal':
    case 'money': {
      const number = numberOf(cell);
      if (number === undefined)
        return {
          problem: `${label} must be a number${cell.includes(',') ? '; write decimals with a point, like 45.5' : ''}`,
        };
      // Amounts in files are rupees.
      return { value: field.kind === 'money' ? Math.round(number * 100) : number };
    }
    case 'date': {
      const day = dayOf(cell);
      return day ? { value: day } : { problem: `${label} must be a date, like 2026-11-21 or 21/11/2026` };
    }
    case 'ref': {
      const found = findRef(field.to, cell);
      return 'id' in found ? { value: found.id } : { problem: `${label}: ${found.problem}` };
    }
    case 'place': {
      const [lat, lon, ...more] = cell.split(cell.includes(',') ? ',' : cell.includes(';') ? ';' : /\s+/);
      const pair = [lat ?? '', lon ?? ''].map((part) => part.trim());
      if (more.length > 0 || !pair.every((part) => degrees.test(part)))
        return { problem: `${label} must be a latitude and a longitude, like 18.52, 73.85` };
      return { value: { lat: Number(pair[0]), lon: Number(pair[1]) } };
    }
    default:
      return { value: cell };
  }
}

/**
 * A number with a point, perhaps with thousands set apart by commas as in 1,234,567.5 or 12,34,567.5. A comma that stands
 * anywhere else may be meant as a point, and a value must not become a hundred times too large.
 */
function numberOf(cell: string): number | undefined {
  const bare = cell
    .replace(/^(-?)\s*(?:₹|Rs\.?)\s*/i, '$1')
    .replace(/₹$/, '')
    .trim();
  const isPlain = /^-?\d+(\.\d+)?$/.test(bare);
  const isWestern = /^-?\d{1,3}((,\d{3})+|(\s\d{3})+)(\.\d+)?$/.test(bare);
  const isIndian = /^-?\d{1,2}(,\d{2})*,\d{3}(\.\d+)?$/.test(bare);
  return isPlain || isWestern || isIndian ? Number(bare.replaceAll(/[,\s]/g, '')) : undefined;
}

type Choice = Extract<AnyField, { kind: 'choice' }>;

/** The choice with this value or label, whatever the case and the spaces around commas. */
function findChoice(field: Choice, word: string): string | undefined {
  const bare = (text: string) =>
    text
      .toLowerCase()
      .split(',')
      .map((part) => part.trim())
      .join(',');
  const sought = bare(word);
  return field.choices.find((one) => bare(one.value) === sought || bare(one.label) === sought)?.value;
}
const piecesOf = (text: string): number => text.split(',').length;
const choiceOf = (field: Choice, word: string): string => findChoice(field, word) ?? word;

/** Labels may hold commas: of the pieces between commas, as many as can be are one choice. */
function choicesOf(field: Choice, cell: string): string[] {
  const most = Math.max(...field.choices.flatMap(({ value, label }) => [value, label]).map(piecesOf));
  return splitMany(cell, [';', '\n']).flatMap((part) => {
    if (part.whole) return [choiceOf(field, part.text)];
    const pieces = splitMany(part.text, [',']);
    const found: string[] = [];
    for (let at = 0; at < pieces.length; ) {
      let length = Math.min(pieces.length - at, most);
      const words = () => pieces.slice(at, at + length).map((piece) => piece.text);
      while (length > 1 && findChoice(field, words().join(',')) === undefined) length -= 1;
      found.push(choiceOf(field, words().join(',')));
      at += length;
    }
    return found;
  });
}

/** ISO, or day, month and year as India writes them. */
function dayOf(cell: string): string | undefined {
  const iso = /^(\d{4}-\d\d-\d\d)(T.*)?$/.exec(cell)?.[1];
  if (iso) return isDay(iso) ? iso : undefined;
  const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(cell);
  if (!parts) return undefined;
  const day = `${parts[3]}-${parts[2]?.padStart(2, '0')}-${parts[1]?.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}
