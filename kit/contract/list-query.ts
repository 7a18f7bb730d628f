import { plainDigits } from './normal-form.ts';
import { type AnyCatalogue, filterFields, shownFields } from './catalogue.ts';
import { type AnyField, isOpaque, isRange, isSortable } from './fields.ts';
import { isDay, isId } from './ids-and-days.ts';
import { afterParameter, type Page, pageOf, pageParameters } from './page.ts';

/** A list request after parsing. Values are typed and known to belong to the catalogue. */
export interface ListQuery extends Page {
  q?: string;
  /** API name of the field, and whether the order is descending. */
  sort: { name: string; descending: boolean };
  status?: 0 | 1;
  filters: Filter[];
  /** Deleted rows instead of live ones. */
  trash: boolean;
  /** ?option=true: active rows only, as { id, name, label, value }. */
  option: boolean;
  /** Every matching row is asked for: options, or active rows, without a page. `take` is then one more than may be answered. */
  whole: boolean;
  sortGiven: boolean;
}
export type Filter =
  | { name: string; in: (string | boolean)[] }
  | { name: string; from?: string | number; to?: string | number };

export const listLimits = {
  take: 25,
  maxTake: 100,
  maxOptions: 10_000,
  /** Active rows, as ?status=1 without a page asks for. */
  maxActive: 2_000,
  /** Whoever goes further follows the cursor: rows that are left out are read one by one. */
  maxSkip: 10_000,
  /** A search counts as far as this, and says that there are more. */
  maxFound: 10_000,
  maxQuery: 100,
  maxValues: 100,
};

/** Rows one call for many records may touch. */
export const bulkLimit = 10_000;

/** True when several records may be given the same value of a field: not a file, its place in an order, or what tells records apart. */
export function canSetMany(definition: AnyCatalogue, name: string): boolean {
  const field: AnyField | undefined = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined;
  if (!field || definition.ownWrites || field.kind === 'file' || name === 'position' || name === 'orgId') return false;
  if (field.kind === 'text' && (field.sealed !== undefined || field.opaque)) return false;
  return !definition.unique.some((set: readonly string[]) => set.length === 1 && set[0] === name);
}

/** Rows a page of a list may have on screen. */
export const listSizes = [10, 25, 50, 100];

const timeRanges = ['createdAt', 'updatedAt'] as const;

/** Names that `sort` accepts, without the minus of a descending order. */
export const sortNames = (definition: AnyCatalogue): string[] => [
  ...Object.entries<AnyField>(shownFields(definition))
    .filter(([, field]) => isSortable(field))
    .map(([name]) => name),
  'status',
  'createdAt',
  'updatedAt',
];

/** A query parameter as documentation shows it; `schema` is JSON Schema of its value. */
export interface Parameter {
  about: string;
  schema: Readonly<Record<string, unknown>>;
}
const optionPages = pageParameters({ ...listLimits, maxTake: listLimits.maxOptions });

/** Every query parameter the list of a catalogue understands. */
export function listParameters(definition: AnyCatalogue): Record<string, Parameter> {
  const sorts = sortNames(definition);
  const flag = { type: 'boolean' };
  const parameters: Record<string, Parameter> = {
    ...optionPages,
    take: {
      ...optionPages.take,
      about: `Rows to answer, up to ${listLimits.maxTake}; an option list takes up to ${listLimits.maxOptions}. Without a page, options and active rows (status=1) are answered all, up to ${listLimits.maxOptions} and ${listLimits.maxActive}; more of them are refused`,
    },
    after: afterParameter,
    q: { about: 'Words to search for', schema: { type: 'string', maxLength: listLimits.maxQuery } },
    sort: {
      about: 'Order; a leading minus turns it round',
      schema: { type: 'string', enum: sorts.flatMap((name) => [name, `-${name}`]), default: definition.sort },
    },
    status: { about: '1 active rows, 0 inactive ones; true and false are understood as well', schema: statusSchema },
    id: {
      about: 'These rows only; several ids are separated by commas. As options, inactive ones too',
      schema: { type: 'string' },
    },
    option: { about: 'true answers id, name, label and value of active rows', schema: flag },
    trash: { about: 'true answers deleted rows', schema: flag },
  };
  for (const [name, field] of Object.entries<AnyField>(filterFields(definition))) {
    if (!field.filter) continue;
    if (field.kind === 'time') {
      Object.assign(parameters, timeParameters(name, field.label));
    } else if (isRange(field)) {
      const schema = field.kind === 'date' ? { type: 'string', format: 'date' } : { type: 'number' };
      parameters[`${name}From`] = { about: `${field.label}, at least`, schema };
      parameters[`${name}To`] = { about: `${field.label}, at most`, schema };
    } else if (field.kind === 'flag') {
      parameters[name] = { about: field.label, schema: flag };
    } else if (field.kind === 'text') {
      const how = field.sealed === undefined ? 'whatever the case' : 'the whole of it';
      parameters[name] = { about: `${field.label}, ${how}`, schema: { type: 'string' } };
    } else {
      parameters[name] = {
        about: `${field.label}; several ${field.kind === 'ref' ? 'ids' : 'values'} are separated by commas${
          field.kind === 'choice' ? `: ${field.choices.map((one) => one.value).join(', ')}` : ''
        }`,
        schema: { type: 'string' },
      };
    }
  }
  for (const name of timeRanges) Object.assign(parameters, timeParameters(name));
  return parameters;
}
function timeParameters(name: string, label?: string): Record<string, Parameter> {
  const schema = { type: 'string', examples: ['2026-11-21', '2026-11-21T06:00:00Z'] };
  const head = label ? `${label}: day (of India)` : 'Day (of India)';
  return {
    [`${name}From`]: { about: `${head} or ISO time, at or after`, schema },
    [`${name}To`]: { about: `${head} or ISO time, at or before; a day counts whole`, schema },
  };
}
const statusSchema = { type: 'string', enum: ['1', '0', 'true', 'false'] };

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
    whole: false,
    sortGiven: false,
  };
  const ranges = new Map<string, { from?: string | number; to?: string | number }>();
  const paging = new Map<string, string>();

  for (const [key, value] of Object.entries(raw)) {
    if (typeof value !== 'string') {
      messages[key] = 'Enter this parameter once';
      continue;
    }
    if (value.includes('\0')) {
      messages[key] = 'Contains characters that cannot be used';
      continue;
    }
    switch (key) {
      case 'skip':
      case 'take':
      case 'after':
        paging.set(key, value);
        continue;
      case 'q':
        if (value.length > listLimits.maxQuery) messages[key] = `At most ${listLimits.maxQuery} characters`;
        if (value.trim() !== '') query.q = plainDigits(value.trim());
        continue;
      case 'sort':
        query.sort = parseSort(value);
        query.sortGiven = true;
        if (!sortNames(definition).includes(query.sort.name)) messages[key] = 'Not a field this list can be sorted by';
        continue;
      case 'status':
        if (isTrue(value)) query.status = 1;
        else if (isFalse(value)) query.status = 0;
        else messages[key] = 'Must be 1 or 0';
        continue;
      case 'id': {
        const ids = value.split(',');
        if (!ids.every(isId)) messages[key] = 'Must be ids of records';
        else if (ids.length > listLimits.maxValues) messages[key] = `At most ${listLimits.maxValues} values`;
        query.filters.push({ name: key, in: ids });
        continue;
      }
      case 'trash':
      case 'option':
        if (!isTrue(value) && !isFalse(value)) messages[key] = 'Must be true or false';
        query[key] = isTrue(value);
        continue;
    }
    const problem = parseFilter(definition, key, value, query.filters, ranges);
    if (problem) messages[key] = problem;
  }
  if (query.option && paging.has('after')) messages['after'] ??= 'An option list has no cursor; use skip and take';
  const wrong = (name: string, message: string) => {
    messages[name] ??= message;
  };
  const maxTake = query.option ? listLimits.maxOptions : listLimits.maxTake;
  Object.assign(
    query,
    pageOf((name) => paging.get(name), wrong, { ...listLimits, maxTake }),
  );
  query.whole = paging.size === 0 && !query.trash && (query.option || query.status === 1);
  if (query.whole) query.take = (query.option ? listLimits.maxOptions : listLimits.maxActive) + 1;
  else if (query.option && !paging.has('take')) query.take = listLimits.maxOptions;
  if (definition.hidesInactive && !query.trash && !query.filters.some(({ name }) => name === 'id')) query.status ??= 1;
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
  const fields = filterFields(definition);
  const field: AnyField | undefined = fields[key];
  if (field?.filter && !isRange(field)) return parseValues(field, key, value, filters);
  const ranged: AnyField | undefined = fields[rangeName];
  const isTime =
    (timeRanges as readonly string[]).includes(rangeName) || (ranged?.kind === 'time' && ranged.filter === true);
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
    // A day is one of India, as everybody reads the times of rows; "to a day" means its end.
    const whole = side === 'to' ? 'T23:59:59.999+05:30' : 'T00:00:00+05:30';
    parsed = new Date(value.length === 10 ? `${value}${whole}` : value).toISOString();
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
  const given = field.kind === 'text' ? [value] : value.split(',');
  const readAs = field.kind === 'choice' ? (field.readAs ?? {}) : {};
  const values = [...new Set(given.map((one) => readAs[one] ?? one))];
  if (values.length > listLimits.maxValues) return `At most ${listLimits.maxValues} values`;
  if (field.kind === 'flag') {
    if (!values.every((one) => isTrue(one) || isFalse(one))) return 'Must be true or false';
    filters.push({ name, in: values.map(isTrue) });
    return undefined;
  }
  if ((field.kind === 'ref' || isOpaque(field)) && !values.every(isId)) return 'Must be the id of a record';
  if (field.kind === 'choice' && !values.every((one) => field.choices.some((offered) => offered.value === one)))
    return 'Must be one of the offered values';
  if (value.length > 4000) return 'Too long';
  filters.push({ name, in: values });
  return undefined;
}
