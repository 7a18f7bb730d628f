import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { can } from '#kit/contract/rights.ts';
import { ask, type Asked, rowsOf } from './call.ts';
import { addressOf, catalogueOf, lets, parametersOf, patternOf } from './routes.ts';
import { organisationOf, type Caller } from './callers.ts';
import type { World } from './world.ts';

/** How much is read: everything, or each kind of call with the catalogues that can differ. */
export type Width = 'whole' | 'narrow';

const workbook = { format: 'xlsx' };

/** Catalogues that stand for the others: those with rows of organisations, and one that is everybody's. */
export const standIns = ({ definitions }: World): readonly AnyCatalogue[] => [
  ...definitions.filter(({ scope }) => scope === 'organisation'),
  definitions[0] as AnyCatalogue,
  ...definitions.filter(({ path }) => path === 'role' || path === 'user'),
];

/** Every question that somebody can ask without changing anything, made from what the routes declare. */
export async function readsOf(world: World, caller: Caller, width: Width): Promise<Asked[]> {
  const { specs } = world.test.product;
  const grants = world.grantsOf(caller.role);
  const reads: Asked[] = [];
  const get = (url: string) => reads.push({ method: 'GET', url });
  const chosen = standIns(world);
  for (const spec of specs) {
    const definition = catalogueOf(spec, world.definitions);
    // How long the chain is hangs on everybody; only staff are told.
    if (spec.path === '/history/verify') continue;
    if (!lets(spec, grants) || (width === 'narrow' && definition && !chosen.includes(definition))) continue;
    const pattern = patternOf(spec, world.definitions);
    if (definition && pattern === 'GET /{catalogue}') {
      for (const query of await listQueries(world, caller, definition, spec.query ?? {}, width))
        get(`${spec.path}${query}`);
    } else if (spec.method === 'GET') {
      if (parametersOf(spec).length === 0) for (const query of queriesOf(spec.path, caller)) get(spec.path + query);
      else
        for (const id of await idsBelow(world, caller, spec.path))
          get(addressOf(spec, Object.fromEntries(parametersOf(spec).map((name) => [name, id]))));
    } else if (definition?.scope === 'organisation')
      for (const body of bodiesOf(pattern, can(grants, definition.path, 'delete')))
        reads.push({ method: spec.method, url: spec.path, body });
  }
  // An export that is made later counts the caller's others.
  const job = specs.findLast((spec) => spec.path.endsWith('/export/job') && lets(spec, grants));
  if (job) reads.push({ method: 'POST', url: job.path, body: { format: 'csv' } });
  // A workbook is made by a thread, which takes its time to start: the last one stands for all.
  const last = reads.findLast(({ url }) => url.endsWith('/export'));
  if (last && width === 'whole') reads.push({ ...last, body: workbook });
  return reads;
}

/** Calls that only look, though they are no GET. */
function bodiesOf(pattern: string, mayDelete: boolean): unknown[] {
  switch (pattern) {
    case 'POST /{catalogue}/export':
      return [
        { format: 'csv' },
        { format: 'csv', filter: { sort: '-createdAt' } },
        ...(mayDelete ? [{ format: 'csv', filter: { trash: 'true' } }] : []),
      ];
    // What is active already stays as it is; the number of records is told.
    case 'POST /{catalogue}/bulk':
      return mayDelete ? [{ action: 'activate', filter: { status: '1' } }] : [];
    default:
      return [];
  }
}

function queriesOf(path: string, { accountId }: Caller): string[] {
  switch (path) {
    case '/search':
      return ['?q=zq', '?q=view', '?q=ma', '?q=example.in', '?q=zqalfa', '?q=zqbrawo'];
    case '/history':
      return [
        '',
        '?take=100',
        '?take=5&skip=3',
        '?q=zq',
        '?action=create,update',
        '?source=import',
        '?module=app-user',
        `?actor=${accountId}`,
        '?from=2026-01-01&to=2027-01-01',
      ];
    case '/trash':
      return ['', '?take=100', '?q=zq', '?take=1&skip=1'];
    default:
      return [''];
  }
}

/** Ids that a path can be asked about: first and last rows of the lists it hangs below, deleted ones as well. */
async function idsBelow(world: World, caller: Caller, path: string): Promise<string[]> {
  const start = path.slice(0, path.indexOf('/{'));
  if (start === '/file') {
    const rows = await world.behind.query<{ id: string }>(
      'select id from file where org_id = $1',
      [organisationOf(caller)],
      caller.orgId ?? '',
    );
    return rows.map(({ id }) => id);
  }
  const list = world.test.product.specs.find((spec) => spec.method === 'GET' && spec.path === start);
  if (!list) return [];
  const found: string[] = [];
  for (const query of list.query?.['trash'] ? ['', '?trash=true'] : ['']) {
    const ids = rowsOf(await ask(world.test, caller, { method: 'GET', url: start + query })).map(
      (row) => row['id'] as string,
    );
    found.push(...ids.slice(0, 1), ...ids.slice(1).slice(-1));
  }
  return found;
}

/** Addresses of a list: every order, every filter with values that rows have, pages, options, the trash. */
async function listQueries(
  world: World,
  caller: Caller,
  definition: AnyCatalogue,
  parameters: Readonly<Record<string, { schema: Readonly<Record<string, unknown>> }>>,
  width: Width,
): Promise<string[]> {
  const first = await ask(world.test, caller, { method: 'GET', url: `/${definition.path}?take=2` });
  const queries = [
    '',
    '?take=100',
    '?take=2&skip=1',
    '?option=true',
    '?option=true&take=3',
    '?status=0',
    '?q=zq',
    '?q=a%20e',
  ];
  if (first.json.next) queries.push(`?take=2&after=${first.json.next}`);
  if (can(world.grantsOf(caller.role), definition.path, 'delete')) queries.push('?trash=true', '?trash=true&q=zq');
  const sorts = (parameters['sort']?.schema['enum'] ?? []) as readonly string[];
  for (const sort of width === 'whole' ? sorts : sorts.slice(0, 2)) queries.push(`?sort=${sort}`);
  const row = rowsOf(first)[0] ?? {};
  for (const name of Object.keys(parameters)) {
    const field: AnyField | undefined = definition.fields[name];
    if (field?.kind === 'choice')
      for (const { value } of field.choices.slice(0, width === 'whole' ? 6 : 1)) queries.push(`?${name}=${value}`);
    else if (field?.kind === 'flag') queries.push(`?${name}=true`);
    else if (typeof row[name] === 'string') queries.push(`?${name}=${encodeURIComponent(row[name])}`);
    else if (/(created|updated)AtFrom$/.test(name)) queries.push(`?${name}=2026-01-01`);
    else if (name.endsWith('From') && typeof row[name.slice(0, -4)] === 'number') queries.push(`?${name}=0`);
  }
  return queries;
}
