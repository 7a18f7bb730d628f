import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { type AnyField, isMany } from '#kit/contract/fields.ts';
import { isDay } from '#kit/contract/input.ts';

/** Finds the record a cell names: by id, or by what its pickers show. */
export type FindRef = (path: string, words: string) => { id: string } | { problem: string };

/** Cells of a row as values of its fields, and what could not be understood. Fields without a cell are left out. */
export interface Converted {
  values: Record<string, unknown>;
  messages: Record<string, string>;
  /** From a Status column, when there is one. */
  status?: 0 | 1;
}

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
    const parts = cell
      .split(/[,;\n]/)
      .map((part) => part.trim())
      .filter(Boolean);
    return { value: field.kind === 'choice' ? parts.map((part) => choiceOf(field, part)) : parts };
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
      const bare = cell.replaceAll(/[₹\s]|^Rs\.?/gi, '').replaceAll(',', '');
      if (!/^-?\d+(\.\d+)?$/.test(bare)) return { problem: `${label} must be a number` };
      const number = Number(bare);
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
      const pair = /^(-?\d+(?:\.\d+)?)\s*[,; ]\s*(-?\d+(?:\.\d+)?)$/.exec(cell);
      if (!pair) return { problem: `${label} must be a latitude and a longitude, like 18.52, 73.85` };
      return { value: { lat: Number(pair[1]), lon: Number(pair[2]) } };
    }
    default:
      return { value: cell };
  }
}

/** The value of a choice by its value or its label, whatever the case. */
function choiceOf(field: AnyField, word: string): string {
  if (field.kind !== 'choice') return word;
  const sought = word.toLowerCase();
  const found = field.choices.find((one) => one.value.toLowerCase() === sought || one.label.toLowerCase() === sought);
  return found?.value ?? word;
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
