import type { AnyCatalogue } from './catalogue.ts';
import { type AnyField, isRange, isSortable } from './fields.ts';
import { isDay, isId } from './input.ts';

/** A list request after parsing. Values are typed and known to belong to the catalogue. */
export interface ListQuery {
  skip: number;
  take: number;
  after?: string;
  q?: string;
  /** API name of the field, and whether the order is descending. */
  sort: { name: string; descending: boolean };
  status?: 0 | 1;
  filters: Filter[];
  /** Deleted rows instead of live ones. */
  trash: boolean;
  /** ?option=true: active rows only, all of them when `take` is absent. */
  option: boolean;
  takeGiven: boolean;
}
export type Filter =
  | { name: string; in: (string | boolean)[] }
  | { name: string; from?: string | number; to?: string | number };

export const listLimits = {
  take: 25,
  maxTake: 100,
  maxOptions: 10_000,
  maxSkip: 1_000_000,
  maxQuery: 100,
  maxValues: 100,
};

const timeRanges = ['createdAt', 'updatedAt'] as const;

/** Names that `sort` accepts, without the minus of a descending order. */
export const sortNames = (definition: AnyCatalogue): string[] => [
  ...Object.entries<AnyField>(definition.fields)
    .filter(([, field]) => isSortable(field))
    .map(([name]) => name),
  'status',
  'createdAt',
  'updatedAt',
];

/** Every query parameter the list of a catalogue understands, with a line for the documentation. */
export function listParameters(definition: AnyCatalogue): Record<string, string> {
  const parameters: Record<string, string> = {
    skip: 'Rows to leave out, from 0',
    take: `Rows to answer, 1 to ${listLimits.maxTake}, default ${listLimits.take}`,
    after: 'Cursor from `next` of the page before; replaces skip',
    q: 'Words to search for',
    sort: `One of ${sortNames(definition).join(', ')}; a leading minus turns the order round`,
    status: '1 or true for active rows, 0 or false for inactive ones',
    option: 'true answers id, name, label and value of active rows',
    trash: 'true answers deleted rows',
  };
  for (const [name, field] of Object.entries<AnyField>(definition.fields)) {
    if (!field.filter) continue;
    if (isRange(field)) {
      parameters[`${name}From`] = `${field.label}, at least`;
      parameters[`${name}To`] = `${field.label}, at most`;
    } else {
      parameters[name] = `${field.label}; several values are separated by commas`;
    }
  }
  for (const name of timeRanges) {
    parameters[`${name}From`] = 'ISO time, at or after';
    parameters[`${name}To`] = 'ISO time, at or before';
  }
  return parameters;
}

const isTrue = (value: string) => value === 'true' || value === '1';
const isFalse = (value: string) => value === 'false' || value === '0';

/**
 * Reads the query string of a list. Nothing is ignored: an unknown parameter or a value of the wrong kind is a message.
 * @returns the parsed query, or one message per parameter.
 */
export function parseListQuery(
  definition: AnyCatalogue,
  raw: Readonly<Record<string, unknown>>,
): { query: ListQuery } | { messages: Record<string, string> } {
  const messages: Record<string, string> = {};
  const query: ListQuery = {
    skip: 0,
    take: listLimits.take,
    sort: parseSort(definition.sort),
    filters: [],
    trash: false,
    option: false,
    takeGiven: false,
  };
  const ranges = new Map<string, { from?: string | number; to?: string | number }>();

  for (const [key, value] of Object.entries(raw)) {
    if (typeof value !== 'string') {
      messages[key] = 'Give this parameter once';
      continue;
    }
    if (value.includes('\0')) {
      messages[key] = 'Contains characters that cannot be used';
      continue;
    }
    switch (key) {
      case 'skip':
      case 'take': {
        const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
        const [low, high] = key === 'skip' ? [0, listLimits.maxSkip] : [1, listLimits.maxOptions];
        if (!(number >= low && number <= high)) messages[key] = `Must be a whole number from ${low} to ${high}`;
        query[key] = number;
        if (key === 'take') query.takeGiven = true;
        continue;
      }
      case 'after':
        if (!/^[\w-]{1,2000}$/.test(value)) messages[key] = 'Not a cursor of this list';
        query.after = value;
        continue;
      case 'q':
        if (value.length > listLimits.maxQuery) messages[key] = `At most ${listLimits.maxQuery} characters`;
        if (value.trim() !== '') query.q = value.trim();
        continue;
      case 'sort':
        query.sort = parseSort(value);
        if (!sortNames(definition).includes(query.sort.name)) messages[key] = 'Not a field this list can be sorted by';
        continue;
      case 'status':
        if (isTrue(value)) query.status = 1;
        else if (isFalse(value)) query.status = 0;
        else messages[key] = 'Must be 1 or 0';
        continue;
      case 'trash':
      case 'option':
        if (!isTrue(value) && !isFalse(value)) messages[key] = 'Must be true or false';
        query[key] = isTrue(value);
        continue;
    }
    const problem = parseFilter(definition, key, value, query.filters, ranges);
    if (problem) messages[key] = problem;
  }
  if (!query.option && query.take > listLimits.maxTake)
    messages['take'] ??= `Must be a whole number from 1 to ${listLimits.maxTake}`;
  if (query.after !== undefined && query.skip > 0) messages['after'] ??= 'Use either skip or after';
  for (const [name, range] of ranges) query.filters.push({ name, ...range });
  return Object.keys(messages).length > 0 ? { messages } : { query };
}

const parseSort = (value: string) => ({ name: value.replace(/^-/, ''), descending: value.startsWith('-') });

function parseFilter(
  definition: AnyCatalogue,
  key: string,
  value: string,
  filters: Filter[],
  ranges: Map<string, { from?: string | number; to?: string | number }>,
): string | undefined {
  const end = /^(.+)(From|To)$/.exec(key);
  const rangeName = end?.[1] ?? '';
  const field: AnyField | undefined = definition.fields[key];
  if (field?.filter && !isRange(field)) return parseValues(field, key, value, filters);
  const ranged: AnyField | undefined = definition.fields[rangeName];
  const isTime = (timeRanges as readonly string[]).includes(rangeName);
  if (!end || !(isTime || (ranged?.filter && isRange(ranged)))) return 'Not a parameter of this list';
  const side = end[2] === 'From' ? 'from' : 'to';
  let parsed: string | number = value;
  if (isTime) {
    if (
      !isDay(value.slice(0, 10)) ||
      !/^(19|20|21)\d\d-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(value) ||
      Number.isNaN(Date.parse(value))
    )
      return 'Must be an ISO time';
    parsed = new Date(value).toISOString();
  } else if (ranged?.kind === 'date') {
    if (!isDay(value)) return 'Must be a date, like 2026-11-21';
  } else {
    parsed = Number(value);
    if (value.trim() === '' || !Number.isFinite(parsed) || Math.abs(parsed) > Number.MAX_SAFE_INTEGER)
      return 'Must be a number';
  }
  ranges.set(rangeName, { ...ranges.get(rangeName), [side]: parsed });
  return undefined;
}

function parseValues(field: AnyField, name: string, value: string, filters: Filter[]): string | undefined {
  const values = field.kind === 'text' ? [value] : value.split(',');
  if (values.length > listLimits.maxValues) return `At most ${listLimits.maxValues} values`;
  if (field.kind === 'flag') {
    if (!values.every((one) => isTrue(one) || isFalse(one))) return 'Must be true or false';
    filters.push({ name, in: values.map(isTrue) });
    return undefined;
  }
  if (field.kind === 'ref' && !values.every(isId)) return 'Must be the id of a record';
  if (field.kind === 'choice' && !values.every((one) => field.choices.some((offered) => offered.value === one)))
    return 'Must be one of the offered values';
  if (value.length > 4000) return 'Too long';
  filters.push({ name, in: values });
  return undefined;
}
