import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { can, type Action, type Grants } from '#kit/contract/rights.ts';
import type { RouteSpec } from '#kit/server/http/route.ts';

export interface Right {
  module: string;
  action: Action;
}

/** The rights of which a route wants one; none for a route that is open to every session, or to everybody. */
export function rightsOf({ access }: Pick<RouteSpec, 'access'>): readonly Right[] {
  if (typeof access === 'string') return [];
  return 'any' in access ? (access.any as readonly Right[]) : [access];
}

/** Whether what a route declares lets these rights in. */
export const lets = (spec: RouteSpec, grants: Grants): boolean => {
  const rights = rightsOf(spec);
  return rights.length === 0 || rights.some(({ module, action }) => can(grants, module, action));
};

export const nameOf = ({ method, path }: RouteSpec): string => `${method} ${path}`;

/** The catalogue of a route: that of the first word of its path which is one. */
export const catalogueOf = ({ path }: RouteSpec, definitions: readonly AnyCatalogue[]): AnyCatalogue | undefined => {
  const words = path.split('/');
  return definitions.find((one) => words[1] === one.path || (words[1] === 'client' && words[2] === one.path));
};

/** A route's name with its catalogue's name taken out, so that one line speaks of those of all catalogues. */
export const patternOf = (spec: RouteSpec, definitions: readonly AnyCatalogue[]): string => {
  const definition = catalogueOf(spec, definitions);
  if (!definition) return nameOf(spec);
  // A twin is the same call; below /client a single id of a policy's list is a vehicle's.
  const isTwin = definition.clientCalls && !(spec.method === 'GET' && spec.path.includes('{'));
  return nameOf(spec).replace(
    `${isTwin ? (/^\/client/.exec(spec.path)?.[0] ?? '') : ''}/${definition.path}`,
    '/{catalogue}',
  );
};

/** A route's address with ids in the places of its parameters. */
export const addressOf = ({ path }: RouteSpec, ids: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));

export const parametersOf = ({ path }: RouteSpec): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);

/** An id that belongs to nothing, right after one that does: it stands in the same place of every order. */
export const unknownId = (near = '01a1fc17-27e9-7627-921e-d6ed735c9999'): string => {
  const end = (Number.parseInt(near.slice(-6), 16) ^ 0x5a5a5a).toString(16).padStart(6, '0');
  return near.slice(0, -6) + end;
};
