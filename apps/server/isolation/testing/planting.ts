import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { shownFields } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { encodeCursor } from '#kit/server/catalogue/read/list-sql.ts';
import type { RouteSpec } from '#kit/server/http/route.ts';
import type { Asked } from './call.ts';
import type { Case } from './cases/case.ts';
import { bodySchemaOf } from './cases/cases.ts';
import { onboardingForm } from './fleet-world.ts';
import { startsWork } from './outcome.ts';
import { addressOf, catalogueOf, parametersOf, patternOf } from './routes.ts';
import { idSlots, withAt } from './values.ts';
import type { World } from './world.ts';

/** A place of a request into which an id, or a word, can be put. */
export interface Slot {
  name: string;
  put: (planted: string) => Asked;
  /** All at once, where the place is in a list of which every entry is judged by itself. */
  putAll?: (planted: readonly string[]) => Asked;
  /** What is compared there; left out: a value like others. */
  kind?: 'path' | 'body' | 'cursor' | 'key' | 'tag';
  /** Words are put here, and not only ids. */
  takesWords?: boolean;
  /** Each call starts work that takes its time: few ids are put here. */
  isDear?: boolean;
  /** The planted text is part of the address, which the tag of a list is made from. */
  inAddress?: boolean;
}

/** Every place of a call into which somebody could put an id that is none of their business. */
export function slotsOf(world: World, spec: RouteSpec, { asked }: Case): Slot[] {
  const slots: Slot[] = [];
  const definition = catalogueOf(spec, world.definitions);
  const pattern = patternOf(spec, world.definitions);
  const query = asked.url.split('?')[1] ?? '';
  for (const name of parametersOf(spec))
    slots.push({
      name: `{${name}}`,
      kind: 'path',
      put: (planted) => {
        const url = addressOf(spec, Object.fromEntries(parametersOf(spec).map((one) => [one, planted])));
        return { ...asked, url: query ? `${url}?${query}` : url };
      },
    });
  for (const [name, value] of new URLSearchParams(query))
    if (isId(value))
      slots.push({ name: `?${name}`, inAddress: true, put: (id) => ({ ...asked, url: asked.url.replace(value, id) }) });
  // Another way to use the same list takes the same parameters.
  for (const [name, { schema }] of query ? [] : Object.entries(spec.query ?? {})) {
    if (schema['type'] !== 'string' || schema['enum'] || schema['format'] === 'date') continue;
    const url = asked.url.split('?')[0] ?? '';
    if (name === 'after' && definition)
      slots.push({
        name: '?after',
        kind: 'cursor',
        inAddress: true,
        put: (id) => ({ ...asked, url: `${url}?after=${cursorAt(definition, id)}` }),
      });
    else
      slots.push({
        name: `?${name}`,
        inAddress: true,
        takesWords: true,
        put: (planted) => ({ ...asked, url: `${url}?${name}=${encodeURIComponent(planted)}` }),
      });
  }
  const schema = bodySchemaOf(world, spec);
  // Everybody's catalogues all do alike what takes time: what one of them shows need not be shown twenty times.
  const isRepeated = definition?.scope === 'global' && definition !== world.definitions[0];
  if (isRepeated && startsWork.test(asked.url)) return slots;
  if (schema && asked.body !== undefined)
    for (const path of idSlots(schema, asked.body))
      slots.push({
        name: path.join('.'),
        kind: 'body',
        isDear: startsWork.test(asked.url),
        put: (planted) => ({ ...asked, body: withAt(asked.body, path, planted) }),
        ...listing(asked, pattern, path),
      });
  if (pattern === 'POST /client/driver-on-boarding')
    slots.push({ name: 'driverId', kind: 'body', put: (id) => ({ ...asked, ...onboardingForm(id) }) });
  if (definition) slots.push(...selectionSlots(definition, pattern, asked));
  if (spec.once)
    slots.push({
      name: 'Idempotency-Key',
      kind: 'key',
      put: (key) => ({ ...asked, headers: { ...asked.headers, 'idempotency-key': key } }),
    });
  if (spec.method === 'GET')
    slots.push({
      name: 'If-None-Match',
      kind: 'tag',
      put: (tag) => ({ ...asked, headers: { 'if-none-match': `"${tag}"` } }),
    });
  return slots;
}

/** Calls with a list of ids that do for each what they do for that one alone. */
const takesLists = new Set(['POST /{catalogue}/export', 'POST /{catalogue}/bulk']);

/** How ids are put together into the list that a place of a body is in. */
function listing(asked: Asked, pattern: string, path: readonly (string | number)[]): Pick<Slot, 'putAll'> {
  const [name, at] = path;
  const list = (asked.body as Record<string, unknown>)[String(name)];
  if (!takesLists.has(pattern) || typeof at !== 'number' || !Array.isArray(list)) return {};
  return {
    putAll: (planted) => ({ ...asked, body: withAt(asked.body, [String(name)], list.toSpliced(at, 1, ...planted)) }),
  };
}

/** A cursor of a list's default order that stands at an id. */
const cursorAt = (definition: AnyCatalogue, id: string): string => {
  const sort = { name: definition.sort.replace(/^-/, ''), descending: definition.sort.startsWith('-') };
  const field: AnyField | undefined = shownFields(definition)[sort.name];
  const isNumber = field !== undefined && ['integer', 'decimal', 'money'].includes(field.kind);
  return encodeCursor(sort, isNumber ? '5' : 'm', id);
};

/** Selections and rows of files: their keys are fields of the catalogue, which no schema tells. */
function selectionSlots(definition: AnyCatalogue, pattern: string, asked: Asked): Slot[] {
  const fields = Object.entries<AnyField>(definition.fields);
  const refs = fields.filter(([, field]) => field.kind === 'ref').map(([name]) => name);
  const filtered = fields.filter(([, field]) => field.filter && field.kind === 'ref').map(([name]) => name);
  const body = (asked.body ?? {}) as Record<string, unknown>;
  switch (pattern) {
    case 'POST /{catalogue}/bulk': {
      const { ids: _, ...rest } = body;
      if (body['action'] === 'edit')
        return refs.map((name) =>
          put(`set.${name}`, (planted) => ({ action: 'edit', ids: body['ids'], set: { [name]: planted } })),
        );
      if (body['action'] !== 'activate' && body['action'] !== 'delete') return [];
      return [
        ...filtered.map((name) => put(`filter.${name}`, (planted) => ({ ...rest, filter: { [name]: planted } }))),
        { ...put('filter.q', (planted) => ({ ...rest, filter: { q: planted } })), takesWords: true },
      ];
    }
    case 'POST /{catalogue}/export':
    case 'POST /{catalogue}/export/job':
      return [
        ...filtered.map((name) => put(`filter.${name}`, (planted) => ({ format: 'csv', filter: { [name]: planted } }))),
        { ...put('filter.q', (planted) => ({ format: 'csv', filter: { q: planted } })), takesWords: true },
      ];
    case 'POST /{catalogue}/import':
    case 'POST /{catalogue}/import/check':
      return [...refs, 'id'].map((name) => ({
        ...put(`cells.${name}`, (planted) => ({
          ...body,
          ...(name === 'id' ? { mode: 'upsert' } : {}),
          rows: (body['rows'] as { line: number; cells: Record<string, string> }[]).map(({ line, cells }) => ({
            line,
            cells: { ...cells, [name]: planted },
          })),
        })),
        // References are found by names as well.
        takesWords: name !== 'id',
      }));
    default:
      return [];
  }
  function put(name: string, made: (planted: string) => unknown): Slot {
    return { name, isDear: startsWork.test(asked.url), put: (planted) => ({ ...asked, body: made(planted) }) };
  }
}
