import { toJSONSchema, type ZodMiniType } from 'zod/mini';

/** JSON Schema as far as values are made from it. */
interface Schema {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  minItems?: number;
  minimum?: number;
  format?: string;
  default?: unknown;
}

/** Values to try for a property before anything else, by its name. */
export type Hints = Readonly<Record<string, readonly unknown[]>>;

const words = [
  'Sample words',
  'sample@example.in',
  '',
  '2026-01-15',
  '9822012345',
  'A sentence of several words 2026!',
  '123456',
  '{}',
];

/** How often each value, by its place in the whole, was refused. */
type Refused = Map<string, number>;

function candidates(
  schema: Schema,
  name: string,
  hints: Hints,
  path: string,
  refused: Refused,
  full: boolean,
): unknown[] {
  const hinted = hints[name] ?? [];
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return [...hinted.filter((one) => schema.enum?.includes(one)), ...schema.enum];
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.flatMap((one) => candidates(one, name, hints, path, refused, full));
  switch (schema.type) {
    case 'object':
      return [
        ...hinted,
        Object.fromEntries(
          Object.entries(schema.properties ?? {})
            .filter(([key]) => full || schema.required?.includes(key))
            .map(([key, one]) => [key, value(one, key, hints, `${path}/${key}`, refused, full)]),
        ),
      ];
    case 'array': {
      const item = schema.items ? value(schema.items, name.replace(/s$/, ''), hints, `${path}/0`, refused, full) : 1;
      return [...hinted, [item], []];
    }
    case 'integer':
    case 'number':
      return [...hinted, schema.minimum ?? 1, 1, 0];
    case 'boolean':
      return [...hinted, false, true];
    case 'null':
      return [null];
    default: {
      const ids = (hints['id'] ?? []).filter((one) => typeof one === 'string');
      return /id$/i.test(name) || schema.format === 'uuid'
        ? [...hinted, ...ids, ...words]
        : [...hinted, ...words, ...ids];
    }
  }
}

function value(schema: Schema, name: string, hints: Hints, path: string, refused: Refused, full: boolean): unknown {
  const offered = candidates(schema, name, hints, path, refused, full);
  return offered[Math.min(refused.get(path) ?? 0, offered.length - 1)];
}

/**
 * A value that a schema takes, found by trying: where the schema refuses one, the next is offered. With `full` what may be
 * left out is given as well.
 * @returns undefined when none was found.
 */
export function valueOf(schema: ZodMiniType, hints: Hints = {}, full = false): unknown {
  const json = toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const refused: Refused = new Map();
  const left: string[] = [];
  for (let round = 0; round < 40; round += 1) {
    const made = value(json, '', hints, '', refused, full);
    for (const path of left) drop(made, path);
    const parsed = schema.safeParse(made);
    if (parsed.success) return made;
    for (const issue of parsed.error.issues) {
      const path = issue.path.map((step) => `/${String(step)}`).join('');
      const tries = (refused.get(path) ?? 0) + 1;
      refused.set(path, tries);
      // What nothing fits is left out, where that is allowed.
      if (tries > 12) left.push(path);
    }
  }
  return undefined;
}

function drop(whole: unknown, path: string): void {
  const steps = path.split('/').slice(1);
  const last = steps.pop();
  let at = whole as Record<string, unknown> | undefined;
  for (const step of steps) at = at?.[step] as Record<string, unknown> | undefined;
  if (at && last !== undefined) delete at[last];
}

const uuid = '01a1fc17-27e9-7627-921e-d6ed735c0000';

/** Every string inside a value, by the steps that lead to it. */
export function* stringsIn(made: unknown, path: readonly (string | number)[] = []): Generator<(string | number)[]> {
  if (typeof made === 'string') yield [...path];
  else if (Array.isArray(made)) for (const [at, one] of made.entries()) yield* stringsIn(one, [...path, at]);
  else if (typeof made === 'object' && made !== null)
    for (const [key, one] of Object.entries(made)) yield* stringsIn(one, [...path, key]);
}

/** A value with another string at one place. */
export function withAt(made: unknown, [step, ...rest]: readonly (string | number)[], put: unknown): unknown {
  if (step === undefined) return put;
  if (Array.isArray(made)) return made.map((one, at) => (at === step ? withAt(one, rest, put) : one));
  const from = (made ?? {}) as Record<string, unknown>;
  return { ...from, [step]: withAt(from[step], rest, put) };
}

/** As long as an id: what asks for a length takes it as well. */
const word = 'word'.repeat(9);

/** Places of a body where an id is wanted: what takes an id and no word, or is called after one. */
export function idSlots(schema: ZodMiniType, made: unknown): (string | number)[][] {
  return [...stringsIn(made)].filter((path) => {
    if (!schema.safeParse(withAt(made, path, uuid)).success) return false;
    const name = path.findLast((step) => typeof step === 'string') ?? '';
    return /(^|[a-z])ids?$/i.test(name) || !schema.safeParse(withAt(made, path, word)).success;
  });
}
