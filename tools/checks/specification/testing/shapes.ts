import * as z from 'zod/mini';
import type { Form, Shape } from '../call.ts';

const row = z.looseObject({ id: z.string() });
const text = z.string().check(z.minLength(1));
const option = z
  .looseObject({ id: text, name: text, label: text, value: text })
  .check(z.refine(({ id, value }) => value === id, { error: 'value is not the id' }));
const namedOption = option.check(z.refine(({ name, label }) => label === name, { error: 'label is not the name' }));
const position = z.looseObject({ vehicleId: text, lat: z.number(), lon: z.number() });
const message = text;
const user = z.looseObject({ id: z.string(), name: z.string(), roleName: z.string() });
const answer = <T extends z.ZodMiniType>(data: T) => z.looseObject({ message, data });

/** What answers look like. More than the specification names may stand in them. */
const schemas: Readonly<Record<Shape, z.ZodMiniType>> = {
  rows: z.looseObject({ message, data: z.array(row), count: z.int() }),
  list: answer(z.array(z.unknown())),
  options: answer(z.array(option)),
  'named options': answer(z.array(namedOption)),
  positions: z.looseObject({ message, data: z.array(position), count: z.int() }),
  'data.rows': answer(z.looseObject({ rows: z.array(row), count: z.int() })),
  'option rows': answer(z.looseObject({ rows: z.array(option), count: z.int() })),
  record: answer(row),
  status: answer(z.looseObject({ id: z.string(), status: z.enum({ inactive: 0, active: 1 }) })),
  id: answer(z.looseObject({ id: z.string() })),
  documents: answer(z.looseObject({ kinds: z.array(z.looseObject({ type: row, current: z.nullable(row) })) })),
  levels: answer(z.array(z.looseObject({ id: z.string(), level: z.int() }))),
  onboarding: answer(z.looseObject({ driverId: z.string(), steps: z.array(z.looseObject({ key: z.string() })) })),
  found: answer(z.looseObject({ found: z.boolean(), name: z.nullable(z.string()) })),
  session: z.looseObject({ message, accessToken: z.string(), userData: user }),
  user: z.looseObject({ message, userData: user }),
  modules: answer(z.array(z.looseObject({ key: z.string(), actions: z.array(z.string()) }))),
  done: z.looseObject({ message }),
};

/** What is wrong with an answer that was successful, one line each. */
export function shapeProblems(shape: Shape, json: unknown): string[] {
  const parsed = schemas[shape].safeParse(json);
  if (parsed.success) return [];
  const [issue] = parsed.error.issues;
  return [`is not ${shape}: ${issue?.path.join('.')} ${issue?.message}`];
}

interface Rows {
  data: Record<string, unknown>[] | { rows: Record<string, unknown>[]; count: number };
  count?: number;
}

const rowsOf = ({ data }: Rows) => (Array.isArray(data) ? data : data.rows);
export const countOf = ({ data, count }: Rows): number => (Array.isArray(data) ? count : data.count) ?? 0;

/** What is wrong with the rows that a query of the specification was answered with. */
export function formProblems({ every = {}, most, contains, none }: Form, json: Rows): string[] {
  const rows = rowsOf(json);
  const count = countOf(json);
  const problems: string[] = [];
  if (none) return rows.length + count > 0 ? [`answered ${rows.length} rows of ${count}, and none matches`] : [];
  if (rows.length === 0) problems.push('answered no row, so that nothing is shown by it');
  for (const [name, value] of Object.entries(every))
    if (rows.some((one) => one[name] !== value))
      problems.push(`has rows whose ${name} is not ${JSON.stringify(value)}: ${JSON.stringify(rows[0]?.[name])}`);
  const without = rows.find(
    (one) =>
      !JSON.stringify(one)
        .toLowerCase()
        .includes((contains ?? '').toLowerCase()),
  );
  if (without) problems.push(`has a row without ${contains}: ${JSON.stringify(without)}`);
  const expected = most === undefined ? count : Math.min(most, count);
  if (rows.length !== expected) problems.push(`answered ${rows.length} rows of ${count}`);
  return problems;
}

/** Parameters that choose a page or a form of the rows, and leave none out. */
const noFilters = new Set(['option', 'skip', 'take']);

/** What only further calls show of a query: that its filters do what they are called. @param get answers a path */
export async function effectProblems(
  path: string,
  form: Form,
  json: Rows,
  get: (path: string) => Promise<Rows>,
): Promise<string[]> {
  const { query, reads = {}, narrows } = form;
  const problems: string[] = [];
  for (const { id } of Object.keys(reads).length > 0 ? rowsOf(json).slice(0, 10) : []) {
    const record = (await get(`${path}/${String(id)}`)).data as unknown as Record<string, unknown>;
    for (const [name, value] of Object.entries(reads))
      if (record[name] !== value)
        problems.push(`has a record whose ${name} is not ${JSON.stringify(value)}: ${JSON.stringify(record[name])}`);
  }
  if (narrows) {
    const plain = [...new URLSearchParams(query)].filter(([name]) => noFilters.has(name));
    const all = countOf(await get(`${path}?${new URLSearchParams(plain).toString()}`));
    if (countOf(json) >= all) problems.push(`leaves nothing out: ${countOf(json)} of ${all}`);
  }
  return problems;
}
