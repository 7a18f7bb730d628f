import { mostDeep } from '../permissions.contract.ts';

/** A module as far as its place goes. */
export interface Placed {
  id: string;
  key: string;
  name: string;
  parentId: string | null;
  order: number;
}
interface Hung extends Placed {
  /** Null: a group. */
  route: string | null;
  status: 0 | 1;
}

const byOrder = (a: Placed, b: Placed) => a.order - b.order || (a.key < b.key ? -1 : 1);

/** Those that hang right below one, or below nothing, in their order. */
export const childrenOf = <M extends Placed>(all: readonly M[], parentId: string | null): M[] =>
  all.filter((one) => one.parentId === parentId).sort(byOrder);

/** All modules as one reads the tree from top to bottom, each with how deep it lies: 1 is the top. */
export function inTreeOrder<M extends Placed>(
  all: readonly M[],
  parentId: string | null = null,
  depth = 1,
): (M & { depth: number })[] {
  return childrenOf(all, parentId).flatMap((one) => [{ ...one, depth }, ...inTreeOrder(all, one.id, depth + 1)]);
}

/** What hangs below a module at any depth, itself among it. */
export const withBelow = <M extends Placed>(all: readonly M[], id: string): M[] => {
  const own = all.filter((one) => one.id === id);
  return [...own, ...childrenOf(all, id).flatMap((one) => withBelow(all, one.id))];
};

/** How many levels a module and what hangs below it take. */
const heightOf = (all: readonly Placed[], id: string): number =>
  1 + Math.max(0, ...childrenOf(all, id).map((one) => heightOf(all, one.id)));

const depthOf = (all: readonly Placed[], id: string | null): number => {
  const parent = all.find((one) => one.id === id);
  return parent ? 1 + depthOf(all, parent.parentId) : 0;
};

/**
 * Why a module cannot hang below another; undefined: it can. Only groups have others below them, which also keeps every
 * page within reach of the menu.
 */
export function whyNotBelow(all: readonly Hung[], id: string, parentId: string | null): string | undefined {
  if (parentId === null) return undefined;
  const parent = all.find((one) => one.id === parentId);
  const module = all.find((one) => one.id === id);
  if (!parent || !module) return 'This module does not exist';
  if (id === parentId) return 'A module cannot be below itself';
  if (withBelow(all, id).some((one) => one.id === parentId)) return `${parent.name} is already below ${module.name}`;
  if (parent.route !== null) return `${parent.name} is a page. Only groups can contain modules`;
  if (parent.status === 0 && module.status === 1) return `${parent.name} is inactive. Activate it first`;
  if (depthOf(all, parentId) + heightOf(all, id) > mostDeep) return `Modules can be nested at most ${mostDeep} levels`;
  return undefined;
}

/** The modules as they would be after a move; `beforeId` is the sibling that follows, left out: none. Places are numbered anew. */
export function moved<M extends Placed>(
  all: readonly M[],
  id: string,
  parentId: string | null,
  beforeId: string | null,
): M[] {
  const siblings = childrenOf(all, parentId).filter((one) => one.id !== id);
  const at = siblings.findIndex((one) => one.id === beforeId);
  const ids = siblings.map((one) => one.id);
  ids.splice(at < 0 ? ids.length : at, 0, id);
  return numbered(
    all.map((one) => (one.id === id ? { ...one, parentId } : one)),
    ids,
  );
}

/** The modules with some siblings in a new order. Room is left between two, for what later versions bring. */
export const numbered = <M extends Placed>(all: readonly M[], ids: readonly string[]): M[] =>
  all.map((one) => (ids.includes(one.id) ? { ...one, order: (ids.indexOf(one.id) + 1) * 10 } : one));
