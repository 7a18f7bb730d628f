import { inputSchema } from '#kit/contract/input.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import type { RouteSpec } from '#kit/server/http/route.ts';
import { areaCases } from './area-cases.ts';
import type { Asked } from '../call.ts';
import type { Caller } from '../callers.ts';
import type { Case, CaseMakings } from './case.ts';
import { catalogueCases } from './catalogue-cases.ts';
import { type Harvest, urlOf } from '../harvest.ts';
import { addressOf, catalogueOf, patternOf, unknownId } from '../routes.ts';
import { bodyOf, next } from './sample-bodies.ts';
import { valueOf } from '../values.ts';
import type { World } from '../world.ts';

/** The ways to use a route that the matrix and the sweep walk; made from its schema where nothing here says more. */
export async function casesOf(world: World, harvest: Harvest, spec: RouteSpec, caller: Caller): Promise<Case[]> {
  const definition = catalogueOf(spec, world.definitions);
  const pattern = patternOf(spec, world.definitions);
  const url = await urlOf(harvest, spec, caller, unknownId());
  const { method } = spec;
  const one = (more: Partial<Asked> = {}, needs: Case['needs'] = []): Case => ({
    asked: { method, url, ...more },
    needs,
  });
  const makings: CaseMakings = { world, harvest, caller, pattern, url, one };
  const cases = (definition && (await catalogueCases(definition, spec, makings))) ?? (await areaCases(spec, makings));
  if (cases) return cases;
  if (!spec.body) return [one()];
  const hints = await hintsOf(harvest, caller, definition);
  return [false, true].flatMap((full) => {
    const body = spec.body && valueOf(spec.body, hints, full);
    return body === undefined ? [] : [one({ body })];
  });
}

/** Ways to use a route on what the walker stands on: the own account, role or organisation. */
export async function ownCases(
  world: World,
  harvest: Harvest,
  spec: RouteSpec,
  { standing, caller }: { standing: Readonly<Record<string, string>>; caller: Caller },
): Promise<Case[]> {
  const definition = catalogueOf(spec, world.definitions);
  const id = definition && standing[definition.path];
  if (!definition?.guarded || id === undefined || spec.method === 'GET') return [];
  const pattern = patternOf(spec, world.definitions);
  // One's own organisation is changed by those who may, but neither closed nor removed.
  const guarded = ['PUT /{catalogue}/status/{id}', 'DELETE /{catalogue}/{id}', 'PUT /{catalogue}/{id}'];
  if (!guarded.slice(0, definition.path === 'organisation' ? 2 : 3).includes(pattern)) return [];
  const asked: Asked = { method: spec.method, url: addressOf(spec, { id }) };
  if (pattern === 'PUT /{catalogue}/{id}')
    asked.body = spec.body
      ? valueOf(spec.body, await hintsOf(harvest, caller, definition))
      : await bodyOf(harvest, definition, caller, world);
  return [{ asked, needs: [], refused: true }];
}

/** Values that schemas cannot tell: what exists, and what is a password. */
async function hintsOf(harvest: Harvest, caller: Caller, definition: AnyCatalogue | undefined) {
  const ids = definition ? await harvest.recordsOf(definition.path, caller, 1) : [];
  const columns = definition ? [[{ name: definition.title[0], shown: true, width: 120 }]] : [];
  return {
    id: ids,
    name: [`Sample ${next()}`],
    search: [''],
    columns,
    shared: [false],
    permissions: [[]],
    email: ['admin@roadkeeper.test'],
    password: [demoPassword],
  };
}

/** The schema of a route's body, its own or that of its catalogue's records. */
export function bodySchemaOf(world: World, spec: RouteSpec) {
  const definition = catalogueOf(spec, world.definitions);
  if (spec.body) return spec.body;
  const isWrite = ['POST /{catalogue}', 'PUT /{catalogue}/{id}'].includes(patternOf(spec, world.definitions));
  return definition && isWrite ? inputSchema(definition) : undefined;
}
